import { isObject } from '../../src/base/json.ts'
import type { JsonSchema } from '../../src/openapi/json-schema.ts'

const MOST_ITEMS = 2
const MOST_UNDESCRIBED = 6
const MOST_CHARACTERS = 160

/**
 * A shortened response for readers: two entries of each list, the start of a long text, and a few of the fields that
 * its schema does not name, such as the columns of a table.
 */
export function trimmed(value: unknown, schema: JsonSchema = {}): unknown {
  if (typeof value === 'string') return shortText(value)
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => trimmed(item, getPart(schema, 'items')))
  if (!isObject(value)) return value
  const described: Record<string, JsonSchema> = Object.assign({}, ...schemasIn(schema).map((one) => one.properties))
  const others = Object.keys(value).filter((name) => !(name in described))
  const left = new Set(others.slice(MOST_UNDESCRIBED))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (left.has(name) ? [] : [[name, trimmed(field, described[name])]])),
  )
}

const schemasIn = (schema: JsonSchema): JsonSchema[] => [schema, ...(schema.anyOf ?? [])]

/** A keyword of the schema, or of one of its alternatives, that contains a schema itself. */
const getPart = (schema: JsonSchema, keyword: string): JsonSchema | undefined =>
  schemasIn(schema)
    .map((one) => one[keyword])
    .find((part): part is JsonSchema => isObject(part))

function shortText(text: string): string {
  const characters = [...text]
  return characters.length <= MOST_CHARACTERS ? text : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`
}
