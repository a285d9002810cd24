import { textMember } from '../../../base/json-object.ts'
import { type Place, refusal } from '../place.ts'

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** The dashed lower-case form of a UUID with or without dashes, else undefined. */
export function asUuid(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? value.trim().match(UUID) : null
  return parts?.slice(1).join('-').toLowerCase()
}

/** The id of a page: a UUID, or an object that has one as its `id`. The product knows a relation by id only, not by title. */
export function toPageId(value: unknown, place: Place): string {
  const id = asUuid(textMember(value, 'id') ?? value)
  if (!id) throw refusal(place, 'must be a page id (UUID)')
  return id
}

/** The id of a person: a UUID, or an object that has one as its `id`. */
export function toPersonId(value: unknown, place: Place): string {
  const id = asUuid(textMember(value, 'id') ?? value)
  if (!id) throw refusal(place, 'must be a person id (UUID)')
  return id
}

/** As `toPersonId`, or `me`, whom only filters know (facts 4). */
export function toPersonOrMe(value: unknown, place: Place): string {
  return typeof value === 'string' && value.trim().toLowerCase() === 'me' ? 'me' : toPersonId(value, place)
}
