import type { Schema } from '../document/openapi.ts'
import type { Operation } from '../document/read.ts'
import { PRODUCTS } from './products.ts'

/** The searchable text of an operation. */
export interface Entry {
  id: string
  /** Names of the operation and its product, in lower case. */
  names: string
  /** The descriptions of the operation and its fields, as they are shown. */
  texts: readonly string[]
}

export function toEntry(operation: Operation): Entry {
  const {
    id,
    group,
    method,
    path,
    summary,
    korean = '',
    searchWords,
    description,
    parameters,
    body,
    success,
  } = operation
  const names = [id, id.replaceAll('_', ' '), group, method, path, summary, korean, PRODUCTS[group]?.words, searchWords]
  return {
    id,
    names: names.join(' ').toLowerCase(),
    texts: [
      description,
      ...parameters.map(({ name, description, schema }) => line(name, { ...schema, description: description ?? '' })),
      ...splitLines(body?.schema),
      ...splitLines(success.schema),
    ],
  }
}

/** A field with its description and allowed values. */
const line = (name: string, { description = '', enum: values = [] }: Schema) =>
  [name, description, values.join(' ')].filter(Boolean).join(': ')

function splitLines(schema: Schema | undefined): string[] {
  if (!schema) return []
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [line(name, field), ...splitLines(field)]),
    ...[schema.items, ...(schema.anyOf ?? [])].flatMap(splitLines),
    ...(typeof schema.additionalProperties === 'object' ? splitLines(schema.additionalProperties) : []),
  ]
}
