/**
 * What a JSON value is made of, whatever it says: the fields of objects, what stands first in lists, and types.
 *
 * @param nameOf what a field is called in what it is compared with
 */
export function structureOf(value: unknown, nameOf: (name: string) => string = (name) => name): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => structureOf(item, nameOf))
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [nameOf(name), structureOf(member, nameOf)]))
}
