import { isObject, type JsonObject, member, textMember } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'

/** One property of one page, with all of its result pages joined. */
export interface PropertyValue {
  readonly id: string | null
  /** The product's name of the type. */
  readonly type: string
  /** The value that `properties[name][type]` of the page would have if nothing were cut. */
  readonly value: unknown
}

const required = requiredFields('workspace', 'type', 'property_item.type')

/** Types whose items are returned one by one, and which a page shows as a list. */
const LISTED: ReadonlySet<string> = new Set(['title', 'rich_text', 'people', 'relation'])

/** The value of a property with a single item. Throws 502 without a type. */
export function singleValue(answer: unknown): PropertyValue {
  const type = required('type', textMember(answer, 'type'))
  return { id: textMember(answer, 'id') ?? null, type, value: listed(type, member(answer, type)) }
}

/**
 * The value of a property with several result pages.
 *
 * @param items the results of all pages
 * @param last the last page, which has the result of a rollup; earlier pages say incomplete
 */
export function joinedValue(items: readonly unknown[], last: unknown): PropertyValue {
  const about = member(last, 'property_item')
  const type = required('property_item.type', textMember(about, 'type'))
  const id = textMember(about, 'id') ?? null
  if (type === 'rollup') return { id, type, value: joinedRollup(items, member(about, 'rollup')) }
  return { id, type, value: items.map((item) => member(item, type)).filter((one) => one !== undefined) }
}

/** A rollup that shows values has them in the results. For any other rollup the results are only its input. */
function joinedRollup(items: readonly unknown[], rollup: unknown): unknown {
  if (textMember(rollup, 'type') !== 'array') return rollup ?? null
  return { ...(isObject(rollup) && rollup), array: items.filter(isObject).map(rolledUp) }
}

/** An item in the form of a page's rollup, without the fields of a property item. */
function rolledUp({ object: _object, id: _id, ...item }: JsonObject): JsonObject {
  const type = textMember(item, 'type') ?? ''
  return { ...item, ...(type && { [type]: listed(type, item[type]) }) }
}

const listed = (type: string, value: unknown): unknown =>
  LISTED.has(type) && isObject(value) ? [value] : (value ?? null)
