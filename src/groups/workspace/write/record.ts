import { type JsonObject, member, textMember } from '../../../base/json-object.ts'
import { toOption } from '../convert/option.ts'
import { toFlag, toNumber, toText } from '../convert/scalar.ts'
import { toPageId, toPersonId } from '../convert/uuid.ts'
import { type Place, quoted, refusal, under } from '../place.ts'
import { findProperty, type Property } from '../property.ts'
import { writableDate } from './date.ts'
import { externalFile } from './file.ts'
import { writableOption } from './option.ts'
import { richText } from './text.ts'

type Write = (value: unknown, property: Property, place: Place) => unknown

/** The most items that people, relation, multi_select and files take (facts 7). */
const ITEMS = 100

const text: Write = (value, _property, place) => richText(toText(value, place), place)

/** The product's limits for addresses and the like (facts 7). */
const line =
  (longest: number): Write =>
  (value, _property, place) => {
    const words = toText(value, place)
    if (words.length > longest) throw refusal(place, `must be at most ${longest} characters`)
    return words
  }

/** An array, or one item alone. */
const list =
  (item: Write): Write =>
  (value, property, place) => {
    if (!Array.isArray(value)) return [item(value, property, place)]
    if (value.length > ITEMS) throw refusal(place, `must hold at most ${ITEMS} items`)
    return value.map((one: unknown, index) => item(one, property, under(place, index)))
  }

const location: Write = (value, _property, where) => {
  const [lat, lon] = [member(value, 'lat'), member(value, 'lon')]
  if (typeof lat !== 'number' || typeof lon !== 'number') {
    throw refusal(where, 'must be {lat, lon, name, address} with numbers for lat and lon')
  }
  return { lat, lon, name: textMember(value, 'name') ?? null, address: textMember(value, 'address') ?? null }
}

/** Every type that can be written (facts 6 read backwards); the others are made by the product itself. */
const WRITE: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['title', text],
  ['rich_text', text],
  ['number', (value, _property, where) => toNumber(value, where)],
  ['checkbox', (value, _property, where) => toFlag(value, where)],
  ['select', writableOption],
  ['status', (value, property, where) => ({ name: toOption(value, property, where) })],
  ['multi_select', list(writableOption)],
  ['date', (value, _property, where) => writableDate(value, where)],
  ['url', line(2000)],
  ['email', line(200)],
  ['phone_number', line(200)],
  ['people', list((value, _property, where) => ({ id: toPersonId(value, where) }))],
  ['relation', list((value, _property, where) => ({ id: toPageId(value, where) }))],
  ['files', list((value, _property, where) => externalFile(value, where))],
  ['place', location],
])

/**
 * The native `properties` of a new page from a simple map, name (or id) -> plain value. Null and '' leave a property
 * empty. 400 naming the record and the property when a value cannot be what the property holds; `at` is the record's
 * place, such as `records[3]`, and `warnings` hears of conversions and of options that come to be.
 */
export function nativeProperties(
  record: JsonObject,
  properties: readonly Property[],
  at: string,
  warnings: Set<string>,
): JsonObject {
  const written = new Map<string, JsonObject>()
  const met = new Set<Property>()
  for (const [key, value] of Object.entries(record)) {
    const where = under({ at, warnings }, key)
    const property = findProperty(properties, key)
    if (!property) throw refusal(where, `there is no property ${quoted(key)}`)
    if (met.has(property)) throw refusal(where, `"${property.name}" is given twice`)
    met.add(property)
    const write = WRITE.get(property.type)
    if (!write) throw refusal(where, `"${property.name}" is a ${property.type}, which cannot be written`)
    if (value !== null && value !== '') written.set(property.name, { [property.type]: write(value, property, where) })
  }
  return Object.fromEntries(written)
}
