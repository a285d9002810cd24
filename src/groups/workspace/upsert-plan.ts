import { asUuid } from '../../base/accounts.ts'
import { badInput, GatewayError } from '../../base/errors.ts'
import { type JsonObject, member, textMember } from '../../base/json.ts'
import { asDate } from './convert.ts'
import type { NativeFilter } from './filters/operators.ts'
import { plainText } from './flatten.ts'
import { expectProperty, findProperty, NotInSchema, type Property } from './property.ts'
import type { References } from './references.ts'
import { nativeProperties } from './write.ts'

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

/**
 * Types that can be written and compared for equality. A unique id cannot be written, and a checkbox has only two
 * values.
 */
const KEY_TYPES: readonly string[] = [
  'title',
  'rich_text',
  'number',
  'select',
  'status',
  'date',
  'url',
  'email',
  'phone_number',
]

/**
 * The property that identifies rows. Throws 400 when it does not exist or has an unsuitable type. A newer schema may
 * still have it.
 */
export function keyProperty(properties: readonly Property[], key: string): Property {
  const property = expectProperty(properties, key, 'key')
  if (KEY_TYPES.includes(property.type)) return property
  const type = property.type || 'property of a type that the workspace service does not tell'
  throw new NotInSchema(`key: "${property.name}" is a ${type}; a key is one of ${KEY_TYPES.join(', ')}`)
}

export interface KeyedRow {
  readonly id: string
  /** The requested properties, in the product's format. */
  readonly properties: JsonObject
}

/** The key of one record. */
export interface Key {
  /** The same for equal keys. */
  readonly id: string
  /**
   * Matches rows with this key. The product may also return rows that differ by case. Undefined when no row can have
   * the key.
   */
  readonly filter: NativeFilter | undefined
  /** Whether the schema lists its option, if it is one. */
  readonly isListed: boolean
}

/** The longest text that a filter accepts. */
const LONGEST = 2000

/** The key in a native value `{[type]: value}`, of a record or of a row. Undefined when it is empty. */
export function keyId({ type }: Property, typed: unknown): string | undefined {
  const form = canonicalize(type, typed)
  const value: unknown = form === undefined ? null : JSON.parse(form)
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : form
}

/** The key in a record's native properties. Throws 400 when there is none. */
function readKey(property: Property, native: JsonObject, at: string): Key {
  const { name, type, options } = property
  const id = keyId(property, native[name])
  if (id === undefined) throw badInput(`${at}.${name}: is required, since it is the key`)
  const value: unknown = JSON.parse(id)
  if (typeof value === 'string' && value.length > LONGEST) {
    throw badInput(`${at}.${name}: must be at most ${LONGEST} characters, not ${value.length}, since it is the key`)
  }
  // The product refuses a filter with an option that does not exist, and its schema omits options of statuses. A write
  // creates any other missing option, but no status.
  const isListed = !options || options.some((option) => option.name === value)
  // For a date with an end, the product compares the start.
  const equals: unknown = Array.isArray(value) ? value[0] : value
  const filter = isListed || type === 'status' ? { property: name, [type]: { equals } } : undefined
  return { id, filter, isListed }
}

/** A record, ready to be written. */
export interface Plan {
  readonly key: Key
  /** The native properties of a new row. */
  readonly written: JsonObject
  /** The native values that clear the properties which the record gives as null or ''. */
  readonly emptied: JsonObject
  /** All properties that the record gives. */
  readonly given: readonly Property[]
  readonly warnings: ReadonlySet<string>
}

/** The reason why a record cannot be written. */
export interface Refused {
  readonly refusal: GatewayError
}

/** The value that clears a property of each writable type. */
const EMPTY: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...['title', 'rich_text', 'multi_select', 'people', 'relation', 'files'].map((type) => [type, []] as const),
  ['checkbox', false],
])

const isNothing = (value: unknown) => value === null || value === ''

/** The plans of records, in the same order. An invalid record does not stop the others. */
export function getPlans(
  records: readonly JsonObject[],
  properties: readonly Property[],
  keyProperty: Property,
  references: References,
): (Plan | Refused)[] {
  const firsts = new Map<string, number>()
  return records.map((record, index) => {
    try {
      const plan = toPlan(record, properties, keyProperty, references, `records[${index}]`)
      const first = firsts.get(plan.key.id)
      if (first !== undefined) throw badInput(`records[${index}]: has the same key as records[${first}], which counts`)
      firsts.set(plan.key.id, index)
      return plan
    } catch (error) {
      if (error instanceof GatewayError) return { refusal: error }
      throw error
    }
  })
}

function toPlan(
  record: JsonObject,
  properties: readonly Property[],
  keyProperty: Property,
  references: References,
  at: string,
): Plan {
  const warnings = new Set<string>()
  const written = nativeProperties(record, properties, { at, warnings }, references)
  const given = Object.entries(record).flatMap(([name, value]) => {
    const property = findProperty(properties, name)
    return property ? [{ property, value }] : []
  })
  const emptied = given.flatMap(({ property: { name, type }, value }) =>
    isNothing(value) ? [[name, { [type]: EMPTY.get(type) ?? null }] as const] : [],
  )
  return {
    key: readKey(keyProperty, written, at),
    written,
    emptied: Object.fromEntries(emptied),
    given: given.map(({ property }) => property),
    warnings,
  }
}

/** The native properties that a plan changes in a row: only values that differ. */
export function getChanges({ written, emptied, given }: Plan, row: KeyedRow, key: Property): JsonObject {
  const wanted = new Map(Object.entries({ ...written, ...emptied }))
  const changed = given.filter(({ name, type }) => {
    const current = canonicalize(type, row.properties[name])
    return name !== key.name && (current === undefined || current !== canonicalize(type, wanted.get(name)))
  })
  return Object.fromEntries(changed.map(({ name }) => [name, wanted.get(name)]))
}

/** Whether a newer schema might accept what these plans refused. */
export const mayBeOutdated = (plans: readonly (Plan | Refused)[]) =>
  plans.some((plan) => ('refusal' in plan ? plan.refusal instanceof NotInSchema : !plan.key.isListed))
