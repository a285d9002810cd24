import { isObject, type JsonObject, member, textMember } from '../../base/json.ts'
import { bool, text } from './group.ts'
import { quoted } from './property.ts'
import type { WorkspaceRecord } from './records.outputs.ts'

/** The value of the title property of a page. Undefined without one. */
export function getTitle(properties: unknown): string | undefined {
  const values = Object.values(isObject(properties) ? properties : {})
  const title = flattenValue(values.find((value) => member(value, 'type') === 'title'))
  return typeof title === 'string' ? title : undefined
}

/** A property value without the product's wrapping. */
type Plain = string | number | boolean | null | Plain[] | { start: string; end: string }

/** Undefined when the value does not have the shape of its type. */
type Flatten = (value: unknown, depth: number) => Plain | undefined

/** The nesting limit. Nested lists come from rollups, and the product nests no deeper. */
const DEEPEST = 8

const scalar: Flatten = (value) =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined

const named: Flatten = (value) => (value === null ? null : textMember(value, 'name'))

const person: Flatten = (value) => (value === null ? null : (textMember(value, 'name') ?? textMember(value, 'id')))

const date: Flatten = (value) => {
  if (value === null) return null
  const start = textMember(value, 'start')
  const end = textMember(value, 'end')
  return start && end ? { start, end } : start
}

/** The URL. Null for a kind of file without one. */
const file: Flatten = (value) =>
  isObject(value)
    ? (textMember(member(value, 'file'), 'url') ?? textMember(member(value, 'external'), 'url') ?? null)
    : undefined

const list =
  (item: Flatten): Flatten =>
  (value, depth) => {
    if (!Array.isArray(value)) return undefined
    const items = value.map((one: unknown) => item(one, depth))
    return items.every((one) => one !== undefined) ? items : undefined
  }

const uniqueId: Flatten = (value) => {
  if (value === null) return null
  const number = scalar(member(value, 'number'), 0)
  const prefix = textMember(value, 'prefix')
  return prefix && number !== undefined && number !== null ? `${prefix}-${number}` : number
}

const place: Flatten = (value) => {
  if (value === null) return null
  const [lat, lon] = [member(value, 'lat'), member(value, 'lon')]
  const coordinates = typeof lat === 'number' && typeof lon === 'number' ? `${lat},${lon}` : undefined
  return textMember(value, 'name') ?? textMember(value, 'address') ?? coordinates
}

/** `{type, [type]: value}`: the value of a property, the result of a formula, or an item of a rollup. */
const typed: Flatten = (value, depth) => {
  const type = textMember(value, 'type')
  return type && depth < DEEPEST ? FLATTEN.get(type)?.(member(value, type), depth + 1) : undefined
}

/** The plain text of a rich text. Undefined when it is no rich text, or a piece of it has no text. */
export function plainText(rich: unknown): string | undefined {
  if (!Array.isArray(rich)) return undefined
  // A piece that a caller wrote has only its content.
  const pieces = rich.map((piece: unknown) => member(piece, 'plain_text') ?? member(member(piece, 'text'), 'content'))
  return pieces.every((words) => typeof words === 'string') ? pieces.join('') : undefined
}

const FLATTEN: ReadonlyMap<string, Flatten> = new Map<string, Flatten>([
  ['title', plainText],
  ['rich_text', plainText],
  ...['number', 'checkbox', 'url', 'email', 'phone_number', 'created_time', 'last_edited_time'].map(
    (type) => [type, scalar] as const,
  ),
  ['select', named],
  ['status', named],
  ['multi_select', list(named)],
  ['date', date],
  ['people', list(person)],
  ['created_by', person],
  ['last_edited_by', person],
  ['files', list(file)],
  ['relation', list((value) => textMember(value, 'id'))],
  ['formula', typed],
  ['rollup', typed],
  ['unique_id', uniqueId],
  ['verification', (value) => (value === null ? null : textMember(value, 'state'))],
  ['place', place],
  ['button', () => null],
  // Formulas and rollups have result types of their own.
  ['string', scalar],
  ['boolean', scalar],
  ['array', list(typed)],
  ['unsupported', () => null],
])

/** The plain value of a typed value. Undefined when its type or shape is unknown. Never throws. */
export function flattenValue(value: unknown): Plain | undefined {
  return isObject(value) ? typed(value, 0) : undefined
}

/** The most items of a list that the product shows in a row. It does not report that it cut the list. */
const SHOWN = 25

/**
 * `simple_properties` of one record: name -> plain value. Properties with several values become arrays, dates become
 * their start or `{start, end}`, files become URLs. An unknown value becomes null, with an entry in `warnings` that is
 * the same for every record. A list that may be cut gets a warning as well. Never throws, whatever `properties` is.
 */
export function flattenProperties(properties: unknown, warnings: Set<string>): Record<string, Plain> {
  if (!isObject(properties)) return {}
  // A copy, because assignment to an empty object would lose a property named __proto__, and makes a slow object of many properties.
  const simple = { ...properties } as Record<string, Plain>
  for (const [name, value] of Object.entries(properties)) {
    const more = isObject(value) ? moreThanShown(value) : undefined
    if (more) warnings.add(`simple_properties: "${name}" ${more}: GET ${wholeValue(name, value)} gives all of it`)
    const plain = flattenValue(value)
    simple[name] = plain ?? null
    if (plain !== undefined) continue
    const type = textMember(value, 'type') ?? 'unknown'
    warnings.add(`simple_properties: "${name}" has a value of type ${quoted(type)} that is not known, shown as null`)
  }
  return simple
}

/**
 * The route that returns a property's complete value. The product returns ids percent-encoded, as the path needs them.
 */
const wholeValue = (name: string, value: unknown) =>
  `/api/v2/workspace/pages/{page_id}/properties/${textMember(value, 'id') ?? encodeURIComponent(name)}`

/** Says that a list was or may have been cut. Only relations report whether there is more. */
function moreThanShown(value: JsonObject): string | undefined {
  if (value.has_more === true) return 'holds more than is shown, as the workspace service cuts it'
  if (value.has_more === false) return undefined
  const list =
    value.people ?? value.relation ?? member(value.rollup, 'array') ?? mentions(value.title ?? value.rich_text)
  if (!Array.isArray(list) || list.length !== SHOWN) return undefined
  return `shows ${SHOWN}, the most that the workspace service shows, and may hold more`
}

const mentions = (text: unknown) =>
  Array.isArray(text) ? text.filter((piece: unknown) => member(piece, 'type') === 'mention') : undefined

/** One record of the results. Unknown values are reported in `warnings`. */
export function record(native: unknown, warnings: Set<string>): WorkspaceRecord {
  const properties = member(native, 'properties')
  const archived = bool(native, 'archived')
  const inTrash = bool(native, 'in_trash')
  // A wiki also lists data sources. Their properties are a schema, not values.
  const isRow = textMember(native, 'object') !== 'data_source'
  return {
    object: text(native, 'object'),
    id: text(native, 'id'),
    created_time: text(native, 'created_time'),
    last_edited_time: text(native, 'last_edited_time'),
    // Each falls back to the other, because versions of the product differ in which they send.
    archived: archived ?? inTrash,
    in_trash: inTrash ?? archived,
    is_archived: bool(native, 'is_archived'),
    properties: isObject(properties) ? properties : null,
    simple_properties: isRow && isObject(properties) ? flattenProperties(properties, warnings) : null,
    url: text(native, 'url'),
    public_url: text(native, 'public_url'),
  }
}
