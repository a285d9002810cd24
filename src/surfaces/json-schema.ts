import * as z from 'zod/mini'
import { TOOL_MARKS } from '../gateway/mcp-annotations.ts'

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The keywords that are used here, and any other. */
export interface JsonSchema {
  [keyword: string]: Json
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
}

/**
 * The JSON Schema (2020-12, without references) of an input or output. The `override` in a field's `.meta()` replaces
 * zod's own result: a query field is text for zod, and a number or a boolean for a caller.
 */
export const jsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => convert(schema, io, override)

/** Like `jsonSchema`, with the annotations of fields that tools need (gateway/mcp-annotations.ts). */
export const markedSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema =>
  convert(schema, io, keepingMarks)

/** The path of the list with what became of each thing of a write (gateway/batch.answers.ts). Undefined for any other. */
export function findBatch(output: z.core.$ZodType): string | undefined {
  const find = ({ properties = {} }: JsonSchema): string[] =>
    Object.entries(properties).flatMap(([name, field]) =>
      field.batch ? [name] : find(field).map((inner) => `${name}.${inner}`),
    )
  return find(markedSchema(output, 'output'))[0]
}

function convert(schema: z.core.$ZodType, io: 'input' | 'output', overrideBoth: Override): JsonSchema {
  const override: Override = (context) => {
    overrideBoth(context)
    const { additionalProperties: others } = context.jsonSchema
    if (io === 'input' && typeof others === 'object') context.jsonSchema.additionalProperties = true
    // A later version may add fields to a response, and passed-through responses have fields that no schema names.
    if (io === 'output' && others === false) delete context.jsonSchema.additionalProperties
  }
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', override })
  // The result is plain JSON, because zod passes it through JSON.stringify. Zod's type does not say so.
  return rest as JsonSchema
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

const override: Override = (context) => {
  keepingMarks(context)
  for (const mark of TOOL_MARKS) delete context.jsonSchema[mark]
}

const keepingMarks: Override = ({ zodSchema, jsonSchema }) => {
  const described = z.globalRegistry.get(zodSchema)?.override
  if (typeof described === 'object' && described !== null) {
    const { description } = jsonSchema
    const marks = TOOL_MARKS.flatMap((mark) => (mark in jsonSchema ? [[mark, jsonSchema[mark]] as const] : []))
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, described, description !== undefined && { description }, Object.fromEntries(marks))
  }
  delete jsonSchema.override
  // The examples of the fields become the example of the request (openapi.examples.ts).
  delete jsonSchema.examples
  delete jsonSchema.needed
  // The description states the range. A number outside of it is clamped, not refused.
  delete jsonSchema.clamp
  // Only the gateway itself reads this (gateway/pagination-meta.ts).
  delete jsonSchema.narrows
  // Zod adds these bounds to every integer, so they say nothing.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // Generators turn a part without a type into `any`.
  for (const part of jsonSchema.allOf ?? []) if (jsonSchema.type) part.type ??= jsonSchema.type
  // Importers refuse a list without a schema for its items.
  if ([jsonSchema.type].flat().includes('array')) jsonSchema.items ??= {}
}
