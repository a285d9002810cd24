import { isObject, member, textMember } from '../../../base/json-object.ts'
import { quoted } from '../place.ts'
import { flattenValue, type Plain } from './value.ts'

/**
 * `simple_properties` of one record: name -> plain value, by the table of facts 6. Multi values are arrays, dates their
 * start or `{start, end}`, files their addresses. What is not known becomes null, with an entry in `warnings` that is
 * the same for every record. Never throws, whatever `properties` is.
 */
export function flattenProperties(properties: unknown, warnings: Set<string>): Record<string, Plain> {
  if (!isObject(properties)) return {}
  // fromEntries, since assignment would lose a property that is called __proto__.
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      if (member(value, 'has_more') === true) warnings.add(`simple_properties: "${name}" holds more than is shown`)
      const plain = flattenValue(value)
      if (plain !== undefined) return [name, plain]
      const type = textMember(value, 'type') ?? 'unknown'
      warnings.add(`simple_properties: "${name}" has a value of type ${quoted(type)} that is not known, shown as null`)
      return [name, null]
    }),
  )
}
