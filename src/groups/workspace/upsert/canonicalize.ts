import { asUuid } from '../../../base/accounts.ts'
import { member, textMember } from '../../../base/json.ts'
import { asDate } from '../convert/date.ts'
import { plainText } from '../flatten/value.ts'

/** Converts all spellings of a value to one form. Undefined for an unreadable value. */
type Normalizer = (value: unknown) => unknown

const same: Normalizer = (value) => value
const name: Normalizer = (value) => (value === null ? null : textMember(value, 'name'))

/** Undefined when one item is unreadable. */
const each =
  (item: Normalizer, unordered = false): Normalizer =>
  (value) => {
    if (!Array.isArray(value)) return undefined
    const forms = value.map((one: unknown) => item(one))
    if (forms.includes(undefined)) return undefined
    const texts = forms.map((form) => JSON.stringify(form))
    return unordered ? [...new Set(texts)].sort() : texts
  }

const file: Normalizer = (value) => {
  const url = textMember(member(value, 'external'), 'url') ?? textMember(member(value, 'file'), 'url')
  return url && [url, textMember(value, 'name')]
}

const place: Normalizer = (value) =>
  value === null ? null : ['lat', 'lon', 'name', 'address'].map((key) => member(value, key) ?? null)

const date: Normalizer = (value) => {
  if (value === null) return null
  const zone = textMember(value, 'time_zone')
  const end = member(value, 'end') ?? null
  const ends = [toUtc(member(value, 'start'), zone), end === null ? null : toUtc(end, zone)]
  return ends.includes(undefined) ? undefined : ends
}

/** A date as it is, a time as its UTC instant. A time without a zone counts as UTC, unless the value names its zone. */
function toUtc(value: unknown, zone: string | undefined): string | undefined {
  const text = asDate(value)
  if (!text?.includes('T')) return text
  const isLocal = !/(Z|[+-]\d{2}:\d{2})$/.test(text)
  const utc = Date.parse(isLocal ? `${text}Z` : text)
  try {
    return new Date(isLocal && zone ? instantIn(zone, utc) : utc).toISOString()
  } catch {
    // There is no such zone.
    return undefined
  }
}

/** The instant at which clocks in a zone show what UTC clocks show at `utc`, in epoch milliseconds. */
function instantIn(timeZone: string, utc: number): number {
  const shown = (at: number) => Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
  const floor = utc - (utc % 1000)
  const first = floor - (shown(floor) - floor)
  // A second step, because the first may have crossed a clock change.
  return utc - (shown(first) - first)
}

const names = each(name, true)
const ids = each((value) => asUuid(member(value, 'id')), true)

/** The normalizer of every writable type. The order of tags, people and related pages has no meaning. */
const FORMS: ReadonlyMap<string, Normalizer> = new Map<string, Normalizer>([
  ['title', plainText],
  ['rich_text', plainText],
  ...['number', 'checkbox', 'url', 'email', 'phone_number'].map((type) => [type, same] as const),
  ['select', name],
  ['status', name],
  ['multi_select', names],
  ['date', date],
  ['people', ids],
  ['relation', ids],
  ['files', each(file)],
  ['place', place],
])

/** The most items of a list that the product shows in a row. */
const SHOWN = 25

/** A list that the product may have cut cannot be compared. Only relations report whether they are complete. */
function mayBeCut(type: string, typed: unknown): boolean {
  const more = member(typed, 'has_more')
  const items = member(typed, type)
  return typeof more === 'boolean' ? more : type === 'people' && Array.isArray(items) && items.length >= SHOWN
}

/**
 * The value of `{[type]: value}` as text that is the same for equal values, whether read from a row or about to be
 * written. Undefined when it is unreadable or may be incomplete.
 */
export function canonicalize(type: string, typed: unknown): string | undefined {
  if (mayBeCut(type, typed)) return undefined
  return JSON.stringify(FORMS.get(type)?.(member(typed, type)))
}
