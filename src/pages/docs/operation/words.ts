import type { Schema } from '../document.ts'

/** The type of a JSON Schema in words. */
export function getType(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(getType))].join(' or ')
  if (schema.type === 'array') return `array of ${schema.items?.type ? getType(schema.items) : 'anything'}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return schema.type ?? 'anything'
}

/** The type with its limits. */
export function formatRange(schema: Schema): string {
  return [
    getType(schema),
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
    schema.minimum !== undefined && `at least ${schema.minimum}`,
    schema.maximum !== undefined && `at most ${schema.maximum}`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.minItems !== undefined && `at least ${schema.minItems}`,
    schema.maxItems !== undefined && `at most ${schema.maxItems}`,
  ]
    .filter(Boolean)
    .join(', ')
}

export interface Field {
  /** `files[].id`: the path of names. */
  path: string
  schema: Schema
  required: boolean
}

/** The fields of an object, including nested ones. */
export function getFields(schema: Schema, path = ''): Field[] {
  return [schema, ...(schema.anyOf ?? [])].flatMap((part) => [
    ...Object.entries(part.properties ?? {}).flatMap(([name, field]) => [
      { path: path + name, schema: field, required: part.required?.includes(name) ?? false },
      ...getFields(field, `${path}${name}.`),
    ]),
    ...(part.items ? getFields(part.items, path.replace(/\.$/, '[].')) : []),
    ...(typeof part.additionalProperties === 'object' ? getFields(part.additionalProperties, `${path}*.`) : []),
  ])
}
