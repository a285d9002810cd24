import { isObject, type JsonObject, member, textMember } from '../../../base/json-object.ts'
import { quoted } from '../field-path.ts'
import { flattenValue, type Plain } from './value.ts'

/** How many items of a list the product shows in a row at most, without saying that it cut it (facts 6). */
const SHOWN = 25

/**
 * `simple_properties` of one record: name -> plain value, by the table of facts 6. Multi values are arrays, dates their
 * start or `{start, end}`, files their addresses. What is not known becomes null, with an entry in `warnings` that is
 * the same for every record; so is the one for a list that may be cut. Never throws, whatever `properties` is.
 */
export function flattenProperties(properties: unknown, warnings: Set<string>): Record<string, Plain> {
  if (!isObject(properties)) return {}
  // fromEntries, since assignment would lose a property that is called __proto__.
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const more = isObject(value) ? moreThanShown(value) : undefined
      if (more) warnings.add(`simple_properties: "${name}" ${more}: GET ${wholeValue(name, value)} gives all of it`)
      const plain = flattenValue(value)
      if (plain !== undefined) return [name, plain]
      const type = textMember(value, 'type') ?? 'unknown'
      warnings.add(`simple_properties: "${name}" has a value of type ${quoted(type)} that is not known, shown as null`)
      return [name, null]
    }),
  )
}

/** The route of a property's whole value. The product writes ids percent-encoded, as a path needs them (facts 2). */
const wholeValue = (name: string, value: unknown) =>
  `/api/v2/workspace/pages/{page_id}/properties/${textMember(value, 'id') ?? encodeURIComponent(name)}`

/** What is known of a list that is cut, or may be. Relations alone say whether there is more. */
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
