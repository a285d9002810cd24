import * as z from 'zod'

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The keywords that are read here, and any other. */
export interface JsonSchema {
  [keyword: string]: Json
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
}

/**
 * The JSON Schema (2020-12, without references) of what comes in or goes out. A field whose `.meta()` has an `override`
 * is described by that: what stands in a query is text to zod, and a number or a flag to whoever calls.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', override })
  // What zod returns has been through JSON.stringify, which its own type does not say.
  return rest as JsonSchema
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

const override: Override = ({ zodSchema, jsonSchema }) => {
  const told = z.globalRegistry.get(zodSchema)?.override
  if (typeof told === 'object' && told !== null) {
    const { description } = jsonSchema
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, told, description !== undefined && { description })
  }
  delete jsonSchema.override
  // A field's own examples make up that of the request (openapi.examples.ts).
  delete jsonSchema.examples
  // Told in words by the description: such a number is moved into its range, and never refused.
  delete jsonSchema.clamp
  // The bounds that zod gives to every integer say nothing.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // An answer may gain fields, and what is passed on has fields of its own.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}
