import type { ToolText } from '../../../gateway/docs.ts'
import type { Json, JsonSchema } from '../../json-schema.ts'

/** JSON Schemas of tools, as short as possible, because a model reads all of them at the start of every session. */

/** The description says this where a model needs it, and the router's validation errors explain it. */
const NOISE = [
  ...['pattern', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'additionalProperties', 'title'],
]

/** An argument of a tool. */
export function leanArgument(marked: JsonSchema): JsonSchema {
  const { isTimestamp, list, ...schema } = marked
  const { description, default: initial } = schema
  if (isTimestamp) return { type: 'string', ...(description !== undefined && { description }) }
  if (Array.isArray(list)) {
    const items: JsonSchema = { type: 'string', ...(list.length > 0 && { enum: list }) }
    const defaults = typeof initial === 'string' && initial !== '' ? { default: initial.split(',') } : {}
    return { type: 'array', items, ...(description !== undefined && { description }), ...defaults }
  }
  return lean(schema)
}

function lean(schema: JsonSchema): JsonSchema {
  const rest: JsonSchema = { ...schema }
  for (const keyword of NOISE) if (keyword !== 'additionalProperties' || isNoise(rest[keyword])) delete rest[keyword]
  if (Array.isArray(rest.type)) {
    const types = rest.type.filter((type) => type !== 'null')
    if (types.length === 1 && types[0]) rest.type = types[0]
  }
  if (rest.enum) delete rest.type
  if (rest.properties) {
    rest.properties = Object.fromEntries(Object.entries(rest.properties).map(([name, field]) => [name, lean(field)]))
  }
  // The description of a list says what its strings are.
  if (rest.items) rest.items = getItems(rest)
  // A missing flag means false, and a list starts at its beginning.
  if (rest.default === false || rest.default === 0) delete rest.default
  // Only patterns, of a string that the router validates anyway.
  delete rest.allOf
  if (!rest.anyOf) return rest
  const ways = rest.anyOf.filter(({ type }) => type !== 'null').map(lean)
  const { anyOf: _, ...around } = rest
  // Null counts as absent, and an argument may be absent. Without null there is a single type and description.
  const [only] = ways
  if (ways.length === 1 && only) return { ...only, ...around }
  return { ...around, anyOf: ways.map(({ description: _words, ...way }) => way) }
}

/** The schema of a list's items. Without a description when the list has one. */
function getItems({ items, description }: JsonSchema): JsonSchema {
  const { description: own, ...item } = lean(items as JsonSchema)
  return own !== undefined && description === undefined ? { ...item, description: own } : item
}

const isNoise = (value: Json | undefined) =>
  typeof value === 'boolean' || (typeof value === 'object' && JSON.stringify(value) === '{}')

/**
 * The fields with the texts for tools, without fields that a model does not need. `filters.value` is a field of the
 * items. Empty text removes a description.
 */
export function chosenFields(
  properties: Readonly<Record<string, JsonSchema>>,
  { fields = {}, hidden = [], withheld = [] }: Pick<ToolText, 'fields' | 'hidden' | 'withheld'>,
  path = '',
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      if (hidden.includes(path + name) || withheld.includes(path + name)) return []
      const words = fields[path + name]
      const { description: _own, ...undescribed } = field
      const described = words === undefined ? field : words === '' ? undescribed : { ...field, description: words }
      const { items } = described as { items?: JsonSchema }
      if (!items?.properties) return [[name, described]]
      const inside = chosenFields(items.properties, { fields, hidden }, `${path}${name}.`)
      const isShown = Object.keys(inside).length > 0
      return [[name, { ...described, items: isShown ? { ...items, properties: inside } : { type: 'object' } }]]
    }),
  )
}
