import * as z from 'zod/mini'
import { isObject } from '../../base/json.ts'

/**
 * An example request: for each field the first of the `examples` in its `.meta()`, unless the whole object has one. A
 * field without examples is left out. Numbers and booleans of a query have their own types, as in the document.
 */
export function getExample(fields: z.ZodMiniObject): Record<string, unknown> {
  const [whole] = getExamples(fields)
  if (isObject(whole)) return whole
  const entries = Object.entries(fields.shape).map(([name, field]) => [name, getExamples(field)[0]])
  return Object.fromEntries(entries.filter(([, example]) => example !== undefined))
}

/** The fields that the example request cannot do without: the required ones, and those of which it takes one. */
export const getNeeded = (fields: z.ZodMiniObject): string[] =>
  Object.entries(fields.shape).flatMap(([name, field]) =>
    z.globalRegistry.get(field)?.needed || !z.safeParse(field, undefined).success ? [name] : [],
  )

/** An optional field has the examples of the field that it wraps. */
function getExamples(field: z.core.$ZodType): readonly unknown[] {
  const { examples } = z.globalRegistry.get(field) ?? {}
  if (Array.isArray(examples)) return examples
  return field instanceof z.core.$ZodOptional ? getExamples(field._zod.def.innerType) : []
}
