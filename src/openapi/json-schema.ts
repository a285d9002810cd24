import * as z from 'zod/mini'
import { TOOL_MARKS } from '../gateway/operation-type.ts'

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json | undefined }

/** The keywords that are used here, and any other. */
export interface JsonSchema {
  [keyword: string]: Json | undefined
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
export const jsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => convert(schema, io, [])

/** Like `jsonSchema`, with the annotations of fields that tools need (gateway/operation-type.ts). */
export const markedSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema =>
  convert(schema, io, TOOL_MARKS)

/** Like `jsonSchema`, with the names under which the document keeps schemas (document.ts). */
export const namedSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema =>
  convert(schema, io, ['component'])

/** The path of the list with what became of each thing of a write (gateway/outputs.ts). Undefined for any other. */
export function findBatch(output: z.core.$ZodType): string | undefined {
  const find = ({ properties = {} }: JsonSchema): string[] =>
    Object.entries(properties).flatMap(([name, field]) =>
      field.batch ? [name] : find(field).map((inner) => `${name}.${inner}`),
    )
  return find(markedSchema(output, 'output'))[0]
}

const anyValue = (): z.core.JSONSchema.JSONSchema => ({
  type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
  items: {},
})

type Annotation = (typeof TOOL_MARKS)[number] | 'component'

function convert(schema: z.core.$ZodType, io: 'input' | 'output', kept: readonly Annotation[]): JsonSchema {
  const override: Override = (context) => {
    replace(context, io, kept)
    for (const mark of [...TOOL_MARKS, 'component'] as const) if (!kept.includes(mark)) delete context.jsonSchema[mark]
    const { additionalProperties: others } = context.jsonSchema
    if (io === 'input' && typeof others === 'object') context.jsonSchema.additionalProperties = true
    // Columns of a table have names and values of their own. Tools do without these types, which are tokens.
    if (io === 'input' && kept.includes('component')) {
      const { jsonSchema } = context
      // Together with named fields a type would have to fit them, too.
      const isMap = Object.keys(jsonSchema.properties ?? {}).length === 0
      if (isMap && jsonSchema.additionalProperties === true) jsonSchema.additionalProperties = anyValue()
      if (Object.keys(jsonSchema).every((keyword) => keyword === 'description')) Object.assign(jsonSchema, anyValue())
    }
    // A later version may add fields to a response, and passed-through responses have fields that no schema names.
    if (io === 'output' && others === false) delete context.jsonSchema.additionalProperties
  }
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', override })
  // The result is plain JSON, because zod passes it through JSON.stringify. Zod's type does not say so.
  return rest as JsonSchema
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

function replace(
  { zodSchema, jsonSchema }: Parameters<Override>[0],
  io: 'input' | 'output',
  kept: readonly Annotation[],
) {
  const { override, sent } = z.globalRegistry.get(zodSchema) ?? {}
  // The client of a tool refuses an answer of another type, and a product may send one.
  const shown = sent instanceof z.core.$ZodType && kept !== TOOL_MARKS && convert(sent, io, kept)
  const described = shown || override
  if (typeof described === 'object' && described !== null) {
    const { description } = jsonSchema
    const marks = TOOL_MARKS.flatMap((mark) => (mark in jsonSchema ? [[mark, jsonSchema[mark]] as const] : []))
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, described, description !== undefined && { description }, Object.fromEntries(marks))
  }
  delete jsonSchema.override
  delete jsonSchema.sent
  // The examples of the fields become the example of the request (operation.ts).
  delete jsonSchema.examples
  delete jsonSchema.needed
  // The description states the range. A number outside of it is clamped, not refused.
  delete jsonSchema.clamp
  // Only the gateway itself reads this (gateway/operation-type.ts).
  delete jsonSchema.narrows
  // Zod adds these bounds to every integer, so they say nothing.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // Generators turn a part without a type into `any`.
  for (const part of jsonSchema.allOf ?? []) if (jsonSchema.type) part.type ??= jsonSchema.type
  // Importers refuse a list without a schema for its items.
  if ([jsonSchema.type].flat().includes('array')) jsonSchema.items ??= {}
}
