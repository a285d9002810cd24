import { textMember } from '../../../base/json-object.ts'
import { type FieldPath, refusal } from '../field-path.ts'

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** The lower-case form with dashes of a UUID with or without dashes. Undefined for anything else. */
export function asUuid(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? value.trim().match(UUID) : null
  return parts?.slice(1).join('-').toLowerCase()
}

/** The hosts of the product's pages. URLs of a custom domain do not contain ids. */
const HOSTS = /^(?:[\w-]+\.)*notion\.(?:so|site|com)$/i

const DIGITS = 32

/**
 * The id in a UUID, in the URL of a page (`https://www.notion.so/Plan-2f1c...?pvs=4`) or in the URL's last segment
 * (`Plan-2f1c...`). Undefined for anything else.
 */
export function asId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (!text.includes('://'))
    return asUuid(text) ?? (text.at(-DIGITS - 1) === '-' ? asUuid(text.slice(-DIGITS)) : undefined)
  const url = URL.parse(text)
  if (!url || !HOSTS.test(url.hostname)) return undefined
  // The parameter `p` names a page that is open next to a table.
  const last = url.searchParams.get('p') ?? url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  return asUuid(last.replaceAll('-', '').slice(-DIGITS))
}

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

/** Like `toPersonId`, and also accepts `me`, which works only in filters (facts 4). */
export function toPersonOrMe(value: unknown, place: FieldPath): string {
  return typeof value === 'string' && value.trim().toLowerCase() === 'me' ? 'me' : toPersonId(value, place)
}
