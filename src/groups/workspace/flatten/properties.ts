import { isObject, type JsonObject, member, textMember } from '../../../base/json.ts'
import { quoted } from '../field-path.ts'
import { flattenValue, type Plain } from './value.ts'

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

/** What is known about a list that was or may have been cut. Only relations report whether there is more. */
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
