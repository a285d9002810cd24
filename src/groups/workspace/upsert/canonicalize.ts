import { member, textMember } from '../../../base/json-object.ts'
import { asDate } from '../convert/date.ts'
import { asUuid } from '../convert/uuid.ts'
import { plainText } from '../flatten/value.ts'

/** A value in the one form that all of its spellings have; undefined when it cannot be read. */
type Normalizer = (value: unknown) => unknown

const same: Normalizer = (value) => value
const name: Normalizer = (value) => (value === null ? null : textMember(value, 'name'))

/** Undefined when one item cannot be read. */
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
  const ends = [moment(member(value, 'start'), zone), end === null ? null : moment(end, zone)]
  return ends.includes(undefined) ? undefined : ends
}

/** A day as it is, a time as its instant in UTC; a time without a zone is UTC, unless the value names its zone. */
function moment(value: unknown, zone: string | undefined): string | undefined {
  const text = asDate(value)
  if (!text?.includes('T')) return text
  const isLocal = !/(Z|[+-]\d{2}:\d{2})$/.test(text)
  const utc = Date.parse(isLocal ? `${text}Z` : text)
  try {
    return new Date(isLocal && zone ? instantIn(zone, utc) : utc).toISOString()
  } catch {
    // No such zone.
    return undefined
  }
}

/** The instant at which the clocks of a zone show what those of UTC show at `utc`, in epoch milliseconds. */
function instantIn(timeZone: string, utc: number): number {
  const shown = (at: number) => Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
  const floor = utc - (utc % 1000)
  const first = floor - (shown(floor) - floor)
  // Once more, since the first step may have crossed a change of the clocks.
  return utc - (shown(first) - first)
}

const names = each(name, true)
const ids = each((value) => asUuid(member(value, 'id')), true)

/** Of every type that can be written. Tags, people and related pages are sets: their order means nothing. */
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

/** The most items of a list that the product shows in a row (facts 6). */
const SHOWN = 25

/** What the product may have cut tells nothing of the whole; relations alone say whether they are whole. */
function mayBeCut(type: string, typed: unknown): boolean {
  const more = member(typed, 'has_more')
  const items = member(typed, type)
  return typeof more === 'boolean' ? more : type === 'people' && Array.isArray(items) && items.length >= SHOWN
}

/**
 * The value of `{[type]: value}` in a form of text that is equal for equal values, of a row that was read as of what is to
 * be written. Undefined when it cannot be read, or may not be all of it.
 */
export function canonicalize(type: string, typed: unknown): string | undefined {
  if (mayBeCut(type, typed)) return undefined
  return JSON.stringify(FORMS.get(type)?.(member(typed, type)))
}
