import { isObject } from '../../base/json-object.ts'
import type { Json, JsonSchema } from '../json-schema.ts'

/**
 * OpenAPI 3.0 of a 3.1 document, for importers that read nothing newer. 3.0 has its own form of JSON Schema: one type
 * instead of a list, `nullable` instead of the type null, and fewer keywords. It has no webhooks, so they are in
 * `x-webhooks`, which some tools read.
 */
export function toOpenApi30(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { openapi, servers, info, webhooks, ...rest } = document
  const { license, ...about } = info as { license: { name: string } }
  return {
    openapi: '3.0.3',
    servers,
    // 3.0 has no identifier of a license, and linters require a URL.
    info: { ...about, license: { name: license.name, url: '/docs' } },
    ...(convertSchemas(rest) as Record<string, unknown>),
    ...(webhooks !== undefined && { 'x-webhooks': convertSchemas(webhooks) }),
  }
}

/** Converts the schemas anywhere in a part of the document. An example is data. */
function convertSchemas(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(convertSchemas)
  if (!isObject(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (name === 'example') return [name, value]
      if (name === 'schema') return [name, toSchema30(value as JsonSchema)]
      if (name === 'schemas') return [name, convertEach(value as Record<string, JsonSchema>)]
      return [name, convertSchemas(value)]
    }),
  )
}

const convertEach = (schemas: Readonly<Record<string, JsonSchema>>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toSchema30(schema)]))

/** Keywords that 3.0 lacks. Without them a schema allows more, and never less. */
const LACKING = ['propertyNames', 'patternProperties', 'prefixItems', 'contentEncoding', 'contentMediaType', '$comment']

/** A schema of OpenAPI 3.0 for one of 3.1. */
export function toSchema30(schema: JsonSchema): JsonSchema {
  const { type, const: only, examples, ...rest } = schema
  for (const name of LACKING) delete rest[name]
  const older: JsonSchema = {
    ...rest,
    ...(only !== undefined && { enum: [only] }),
    ...(Array.isArray(examples) && examples.length > 0 && { example: examples[0] as Json }),
    ...(schema.properties && { properties: convertEach(schema.properties) }),
  }
  for (const name of ['items', 'additionalProperties', 'not'] as const)
    if (isObject(older[name])) older[name] = toSchema30(older[name] as JsonSchema)
  for (const name of ['anyOf', 'oneOf', 'allOf'] as const)
    if (Array.isArray(older[name])) older[name] = (older[name] as JsonSchema[]).map(toSchema30)
  for (const [bound, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const)
    if (typeof older[bound] === 'number') Object.assign(older, { [limit]: older[bound], [bound]: true })
  return withAlternatives(typed(older, [type ?? []].flat()))
}

/** A schema of one of several types. Each keyword applies only to values of its own type, so each type has them all. */
function typed(schema: JsonSchema, types: readonly string[]): JsonSchema {
  const others = types.filter((type) => type !== 'null')
  const nullable = others.length < types.length && { nullable: true }
  const [type] = others
  if (types.length === 0) return schema
  // `nullable` applies only beside a type.
  if (type === undefined) return { ...schema, type: 'string', nullable: true, enum: [null] }
  if (others.length === 1) return { ...schema, type, ...nullable }
  const { description, default: initial, ...rules } = schema
  return {
    ...(description !== undefined && { description }),
    ...(initial !== undefined && { default: initial }),
    anyOf: others.map((one) => ({ ...rules, type: one, ...nullable })),
  }
}

const isNull = ({ enum: values }: JsonSchema) => Array.isArray(values) && values.length === 1 && values[0] === null

/** An alternative that is null becomes `nullable` of the others. */
function withAlternatives(schema: JsonSchema): JsonSchema {
  for (const name of ['anyOf', 'oneOf'] as const) {
    const alternatives = schema[name] as JsonSchema[] | undefined
    const others = alternatives?.filter((one) => !isNull(one))
    if (!alternatives || !others || others.length === alternatives.length) continue
    const { [name]: _, ...rest } = schema
    const [only] = others
    if (only && others.length === 1) return { ...only, ...rest, ...nullableIn(only) }
    return { ...rest, [name]: others.map((one) => ({ ...one, ...nullableIn(one) })) }
  }
  return schema
}

/** `nullable` of an alternative, which needs a type beside it. An enumeration has to name null, too. */
function nullableIn({ type, enum: values }: JsonSchema): JsonSchema {
  if (type === undefined) return {}
  return { nullable: true, ...(Array.isArray(values) && { enum: [...values, null] }) }
}
