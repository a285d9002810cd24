import { textMember } from '../../../base/json-object.ts'
import { type FieldPath, refusal } from '../field-path.ts'

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** The dashed lower-case form of a UUID with or without dashes, else undefined. */
export function asUuid(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? value.trim().match(UUID) : null
  return parts?.slice(1).join('-').toLowerCase()
}

/** The hosts of the product's pages; a site of somebody's own does not show ids. */
const HOSTS = /^(?:[\w-]+\.)*notion\.(?:so|site|com)$/i

const DIGITS = 32

/**
 * The id in a UUID, in the address of a page (`https://www.notion.so/Plan-2f1c...?pvs=4`) or in its last part alone
 * (`Plan-2f1c...`); else undefined.
 */
export function asId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (!text.includes('://'))
    return asUuid(text) ?? (text.at(-DIGITS - 1) === '-' ? asUuid(text.slice(-DIGITS)) : undefined)
  const url = URL.parse(text)
  if (!url || !HOSTS.test(url.hostname)) return undefined
  // A page that is open beside a table is named by `p`.
  const last = url.searchParams.get('p') ?? url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  return asUuid(last.replaceAll('-', '').slice(-DIGITS))
}

/** The id of a page: a UUID, the page's address, or an object that has one as its `id`. */
export function toPageId(value: unknown, place: FieldPath): string {
  const id = asId(textMember(value, 'id') ?? value)
  if (!id) throw refusal(place, 'must be a page id (UUID) or the address of a page')
  return id
}

/** The id of a person: a UUID, or an object that has one as its `id`. */
export function toPersonId(value: unknown, place: FieldPath): string {
  const id = asUuid(textMember(value, 'id') ?? value)
  if (!id) throw refusal(place, 'must be a person id (UUID)')
  return id
}

/** As `toPersonId`, or `me`, whom only filters know (facts 4). */
export function toPersonOrMe(value: unknown, place: FieldPath): string {
  return typeof value === 'string' && value.trim().toLowerCase() === 'me' ? 'me' : toPersonId(value, place)
}
