import type { Json, JsonSchema } from '../json-schema.ts'

/**
 * Moves the schemas that have a name (`component` in their `.meta()`) into `components.schemas`, with a reference in
 * their place. Throws when two schemas of one name differ, because a caller would get the wrong one.
 *
 * @param given components that are known already, whatever the document has under their name
 */
export function withComponents<Part>(part: Part, given: Readonly<Record<string, JsonSchema>>) {
  const schemas: Record<string, JsonSchema> = {}
  const move = (node: Json = null): Json => {
    if (Array.isArray(node)) return node.map(move)
    if (typeof node !== 'object' || node === null) return node
    const { component, ...rest } = node
    if (typeof component !== 'string')
      return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, move(value)]))
    const { description, ...schema } = rest
    if (!(component in given)) {
      const moved = move(schema) as JsonSchema
      schemas[component] ??= moved
      if (JSON.stringify(schemas[component]) !== JSON.stringify(moved))
        throw new Error(`${component} names two schemas: give one of them another component in its .meta()`)
    }
    return { $ref: `#/components/schemas/${component}`, ...(description !== undefined && { description }) }
  }
  // A document is plain JSON. Its own type does not say so.
  const moved = move(JSON.parse(JSON.stringify(part)) as Json) as Part
  const known = Object.fromEntries(Object.entries(given).map(([name, schema]) => [name, move(schema) as JsonSchema]))
  return { part: moved, schemas: { ...known, ...schemas } }
}
