import { isObject, type JsonObject, member, textMember } from '../../base/json-object.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'

/** What the product tells of one property of one page, all of its pages together. */
export interface PropertyValue {
  readonly id: string | null
  /** The product's word for the type. */
  readonly type: string
  /** What `properties[name][type]` of the page would be if nothing were cut. */
  readonly value: unknown
}

const required = requiredFields('workspace', 'type', 'property_item.type')

/** Types whose items come one by one, which a page shows as a list (facts 11). */
const LISTED: ReadonlySet<string> = new Set(['title', 'rich_text', 'people', 'relation'])

/** Of a property that comes in one piece. 502 without a type. */
export function singleValue(answer: unknown): PropertyValue {
  const type = required('type', textMember(answer, 'type'))
  return { id: textMember(answer, 'id') ?? null, type, value: listed(type, member(answer, type)) }
}

/**
 * Of a property that comes in pages.
 *
 * @param items the results of all pages
 * @param last the last page: it tells the figure of a rollup, which the ones before it call incomplete
 */
export function joinedValue(items: readonly unknown[], last: unknown): PropertyValue {
  const about = member(last, 'property_item')
  const type = required('property_item.type', textMember(about, 'type'))
  const id = textMember(about, 'id') ?? null
  if (type === 'rollup') return { id, type, value: joinedRollup(items, member(about, 'rollup')) }
  return { id, type, value: items.map((item) => member(item, type)).filter((one) => one !== undefined) }
}

/** A rollup that lists has its items in the results; those of a figure are what it is made of. */
function joinedRollup(items: readonly unknown[], rollup: unknown): unknown {
  if (textMember(rollup, 'type') !== 'array') return rollup ?? null
  return { ...(isObject(rollup) && rollup), array: items.filter(isObject).map(rolledUp) }
}

/** As it stands in the rollup of a page, without the words of a property item. */
function rolledUp({ object: _object, id: _id, ...item }: JsonObject): JsonObject {
  const type = textMember(item, 'type') ?? ''
  return { ...item, ...(type && { [type]: listed(type, item[type]) }) }
}

const listed = (type: string, value: unknown): unknown =>
  LISTED.has(type) && isObject(value) ? [value] : (value ?? null)
