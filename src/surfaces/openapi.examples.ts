import * as z from 'zod'
import { isObject } from '../base/json-object.ts'

/**
 * What a request might hold in these fields: the first of the `examples` in the `.meta()` of each, or of the whole. A
 * field without one is left out. A number or a flag in a query stands there as such, as the document describes it.
 */
export function exampleOf(fields: z.ZodObject): Record<string, unknown> {
  const [whole] = examplesOf(fields)
  if (isObject(whole)) return whole
  const entries = Object.entries(fields.shape).map(([name, field]) => [name, examplesOf(field)[0]])
  return Object.fromEntries(entries.filter(([, example]) => example !== undefined))
}

/** Those of a field that may be left out are often those of what it wraps. */
function examplesOf(field: z.core.$ZodType): readonly unknown[] {
  const { examples } = z.globalRegistry.get(field) ?? {}
  if (Array.isArray(examples)) return examples
  return field instanceof z.ZodOptional ? examplesOf(field.unwrap()) : []
}
