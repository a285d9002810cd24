import type { Json, JsonSchema } from '../json-schema.ts'
import { formatComment } from './comment.ts'

/** Whether a type is for input or output. Input may be read-only and undefined. */
export type Direction = 'input' | 'output'

/** In a schema: the name of a type that is generated elsewhere, to use instead of the type itself. */
export const NAMED = 'x-type-name'

const WORDS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The TypeScript type of a JSON Schema. `unknown` for keywords that are not handled here. */
export function getType(schema: JsonSchema, direction: Direction, indent = ''): string {
  const named = schema[NAMED]
  if (typeof named === 'string') return named
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)))
  const among = schema.anyOf ?? schemasIn(schema.oneOf)
  if (among) return union(among.map((one) => getType(one, direction, indent)))
  const all = schemasIn(schema.allOf)
    ?.map((one) => getType(one, direction, indent))
    .filter((type) => type !== 'unknown')
  const { type } = schema
  if (type !== undefined) {
    const own = union([type].flat().map((name) => WORDS[name] ?? formatStructure(name, schema, direction, indent)))
    return all?.length ? [own, ...all].join(' & ') : own
  }
  return all?.length ? all.join(' & ') : 'unknown'
}

function formatStructure(type: string, schema: JsonSchema, direction: Direction, indent: string): string {
  if (type === 'array') {
    const items = schemaIn(schema.items) ?? {}
    const item = getType(items, direction, indent)
    const array = isCompound(items) ? `(${item})[]` : `${item}[]`
    return direction === 'input' ? `readonly ${array}` : array
  }
  return type === 'object' ? formatObject(schema, direction, indent) : 'unknown'
}

/** Whether a type contains an operator. */
const isCompound = ({ anyOf, oneOf, allOf, enum: values, type }: JsonSchema) =>
  [anyOf, oneOf, allOf, values].some((parts) => parts !== undefined) || Array.isArray(type)

/** The type of an object, with a comment at each field. */
export function formatObject(schema: JsonSchema, direction: Direction, indent = ''): string {
  const { properties = {}, required = [] } = schema
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, field]) => {
    const isRequired = required.includes(name)
    // An undefined input field is left out of the request.
    const type = getType(field, direction, inner) + (direction === 'input' && !isRequired ? ' | undefined' : '')
    return `${formatComment(field, inner)}${inner}${getKey(name)}${isRequired ? '' : '?'}: ${type}\n`
  })
  const others = getOthers(schema, direction, inner)
  if (others) fields.push(`${inner}[name: string]: ${fields.length > 0 ? 'unknown' : others}\n`)
  return fields.length === 0 ? 'Record<never, never>' : `{\n${fields.join('')}${indent}}`
}

/** The type of fields that a schema does not name. Undefined when it names all. */
function getOthers({ properties, additionalProperties }: JsonSchema, direction: Direction, indent: string) {
  if (additionalProperties === true || (additionalProperties === undefined && !properties)) return 'unknown'
  const others = schemaIn(additionalProperties)
  return others && getType(others, direction, indent)
}

const getKey = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const union = (types: readonly string[]) => {
  const distinct = [...new Set(types)]
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ')
}

// A schema inside a schema is plain JSON. Only its keyword shows that it is a schema.
const schemaIn = (value: Json | undefined): JsonSchema | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : undefined
const schemasIn = (value: Json | undefined): JsonSchema[] | undefined =>
  Array.isArray(value) ? value.map((one) => schemaIn(one) ?? {}) : undefined
