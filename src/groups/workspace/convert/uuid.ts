import { asId, asUuid } from '../../../base/accounts.ts'
import { textMember } from '../../../base/json.ts'
import { type FieldPath, refusal } from '../field-path.ts'

export { asId, asUuid }

/** The id of a page: a UUID, the page's URL, or an object with such an `id`. */
export function toPageId(value: unknown, place: FieldPath): string {
  const id = asId(textMember(value, 'id') ?? value)
  if (!id) throw refusal(place, 'must be a page id (UUID) or the address of a page')
  return id
}

/** The id of a person: a UUID, or an object with such an `id`. */
export function toPersonId(value: unknown, place: FieldPath): string {
  const id = asUuid(textMember(value, 'id') ?? value)
  if (!id) throw refusal(place, 'must be a person id (UUID)')
  return id
}

/** Like `toPersonId`, and also accepts `me`, which works only in filters. */
export function toPersonOrMe(value: unknown, place: FieldPath): string {
  return typeof value === 'string' && value.trim().toLowerCase() === 'me' ? 'me' : toPersonId(value, place)
}
