import { asUuid } from '../../base/accounts.ts'
import { isObject, type JsonObject, member, textMember } from '../../base/json.ts'
import { knownOption, toDate, toFlag, toNumber, toOption, toPageId, toPersonId, toText } from './convert.ts'
import { eachOrRefusals } from './notion.ts'
import {
  addWarning,
  type Column,
  expectProperty,
  type FieldPath,
  type Property,
  quoted,
  refusal,
  under,
} from './property.ts'
import type { References } from './references.ts'

/** The product's limits: characters per piece of text, and pieces per rich text. */
const PIECE = 2000
const PIECES = 100

/** Text as a rich text, split into pieces of the accepted size, never within a character. */
export function richText(text: string, place: FieldPath): object[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const whole = text.slice(from, from + PIECE)
    const splitsPair = from + PIECE < text.length && /[\uD800-\uDBFF]$/.test(whole)
    const piece = splitsPair ? whole.slice(0, -1) : whole
    pieces.push(piece)
    from += piece.length
  }
  if (pieces.length > PIECES) throw refusal(place, `must be at most ${PIECE * PIECES} characters, not ${text.length}`)
  return pieces.map((content) => ({ type: 'text', text: { content } }))
}

const ADDRESS = 2000
const FILE_NAME = 100

/** One item of a files property: an external file by its URL, or an import by `{file_upload, name?}`. */
function writableFile(value: unknown, place: FieldPath): object {
  const upload = member(value, 'file_upload')
  if (upload !== undefined) return uploadedFile(upload, value, under(place, 'file_upload'))
  // The response of an import, passed on unchanged.
  if (member(value, 'object') === 'file_upload') return uploadedFile(member(value, 'id'), undefined, under(place, 'id'))
  return externalFile(value, place)
}

/** An import by its id, or by `{id}` in the product's format. The name defaults to the name of the import. */
function uploadedFile(upload: unknown, named: unknown, place: FieldPath): object {
  const id = asUuid(textMember(upload, 'id') ?? upload)
  if (!id) throw refusal(place, 'must be the id (UUID) of an imported file')
  const name = textMember(named, 'name')
  return { type: 'file_upload', ...(name && { name: name.slice(0, FILE_NAME) }), file_upload: { id } }
}

/** An external file: a URL, or `{url, name?}`. The name defaults to the last segment of the URL's path. */
function externalFile(value: unknown, place: FieldPath): object {
  const text = textMember(value, 'url') ?? value
  const url = typeof text === 'string' && text.length <= ADDRESS ? URL.parse(text) : null
  if (typeof text !== 'string' || (url?.protocol !== 'https:' && url?.protocol !== 'http:')) {
    throw refusal(
      place,
      `must be an http address of at most ${ADDRESS} characters, {url, name}, or {file_upload: id} of an imported file`,
    )
  }
  const name = textMember(value, 'name') ?? url.pathname.split('/').at(-1) ?? ''
  return { type: 'external', name: (name || url.hostname).slice(0, FILE_NAME), external: { url: text } }
}

type Write = (value: unknown, column: Column, place: FieldPath) => unknown

/** The most items of people, relation, multi_select and files. */
const ITEMS = 100

const text: Write = (value, _column, place) => richText(toText(value, place), place)

/** The product's limits for URLs and similar fields. */
const line =
  (longest: number): Write =>
  (value, _column, place) => {
    const words = toText(value, place)
    if (words.length > longest) throw refusal(place, `must be at most ${longest} characters, not ${words.length}`)
    return words
  }

/** An array, or one item. */
const list =
  (item: Write): Write =>
  (value, column, place) => {
    if (!Array.isArray(value)) return [item(value, column, place)]
    if (value.length > ITEMS) throw refusal(place, `must hold at most ${ITEMS} items, not ${value.length}`)
    return value.map((one: unknown, index) => item(one, column, under(place, index)))
  }

const location: Write = (value, _column, where) => {
  const [lat, lon] = [member(value, 'lat'), member(value, 'lon')]
  if (typeof lat !== 'number' || typeof lon !== 'number') {
    throw refusal(where, 'must be {lat, lon, name, address} with numbers for lat and lon')
  }
  return { lat, lon, name: textMember(value, 'name') ?? null, address: textMember(value, 'address') ?? null }
}

/** Every writable type. The product computes the others. */
const WRITE: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['title', text],
  ['rich_text', text],
  ['number', (value, _column, where) => toNumber(value, where)],
  ['checkbox', (value, _column, where) => toFlag(value, where)],
  ['select', writableOption],
  ['status', (value, column, where) => ({ name: toOption(value, column, where) })],
  ['multi_select', list(writableOption)],
  ['date', (value, _column, where) => writableDate(value, where)],
  ['url', line(2000)],
  ['email', line(200)],
  ['phone_number', line(200)],
  ['people', list((value, _column, where) => ({ id: toPersonId(value, where) }))],
  ['relation', list((value, _column, where) => ({ id: toPageId(value, where) }))],
  ['files', list((value, _column, where) => writableFile(value, where))],
  ['place', location],
])

/** The meaning of null and '': omit the property (for a new page), or clear it. */
export type Emptying = 'leave' | 'clear'

const LISTS: ReadonlySet<string> = new Set(['title', 'rich_text', 'multi_select', 'people', 'relation', 'files'])

function emptied({ type, name }: Column, place: FieldPath): unknown {
  if (type === 'checkbox') throw refusal(place, `"${name}" is a checkbox, which is true or false and never empty`)
  return LISTS.has(type) ? [] : null
}

/**
 * The native `properties` of a page from a simple map, name (or id) -> plain value. Null and '' leave a property of a
 * new page empty, and with `clear` they clear it. Throws 400 with the record and the property when a value does not
 * fit. `place` is the path of the record, such as `records[3]`. It collects warnings about conversions and new options.
 * `references` maps names to ids.
 */
export function nativeProperties(
  record: JsonObject,
  properties: readonly Property[],
  place: FieldPath,
  references: References,
  emptying: Emptying = 'leave',
): JsonObject {
  const met = new Set<Property>()
  const write = ([key, value]: [string, unknown]) => {
    const where = under(place, key)
    const property = expectProperty(properties, key, where.at)
    if (met.has(property)) throw refusal(where, `"${property.name}" is given twice`)
    met.add(property)
    const convert = WRITE.get(property.type)
    if (property.type === '') throw refusal(where, `the workspace service does not tell the type of "${property.name}"`)
    if (!convert) throw refusal(where, `"${property.name}" is a ${property.type}, which cannot be written`)
    if (value === null || value === '') {
      return emptying === 'leave' ? [] : [[property.name, { [property.type]: emptied(property, where) }] as const]
    }
    const resolved = references.resolve(property, value, where)
    return [[property.name, { [property.type]: convert(resolved, property, where) }] as const]
  }
  const written = eachOrRefusals(Object.entries(record).map((entry) => () => write(entry)))
  return Object.fromEntries(written.flat())
}

/** A date, or `{start, end?, time_zone?}`, which is also how `simple_properties` shows a range. */
function writableDate(value: unknown, place: FieldPath): object {
  if (!isObject(value)) return { start: toDate(value, place) }
  if (value.time_zone !== undefined && value.time_zone !== null && !textMember(value, 'time_zone')) {
    throw refusal(under(place, 'time_zone'), 'must be the name of a time zone')
  }
  return {
    start: toDate(value.start, under(place, 'start')),
    ...(value.end !== undefined && value.end !== null && { end: toDate(value.end, under(place, 'end')) }),
    ...(textMember(value, 'time_zone') && { time_zone: value.time_zone }),
  }
}

const NAME = 100

/** The name of an option of select or multi_select. The product creates a missing option. */
function writableOption(value: unknown, column: Column, place: FieldPath): { name: string } {
  const known = knownOption(value, column, place)
  if (known !== undefined) return { name: known }
  const name = toText(value, place).trim()
  if (name === '') throw refusal(place, 'must not be empty')
  if (name.length > NAME) throw refusal(place, `must be at most ${NAME} characters, not ${name.length}`)
  if (name.includes(',')) throw refusal(place, `an option's name holds no comma: give several options as an array`)
  addWarning(place, `${quoted(name)} is a new option of "${column.name}"`)
  return { name }
}
