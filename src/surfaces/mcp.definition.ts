import type { Tool } from '@modelcontextprotocol/server'
import type { Operation } from '../gateway/operation.ts'
import type { Inputs } from '../gateway/validate.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import { headerArguments } from './mcp.headers.ts'

type ObjectSchema = JsonSchema & { type: 'object'; properties: Record<string, JsonSchema> }

/** An operation as a tool is listed. */
export function definitionOf(operation: Operation) {
  const { id, summary, description, input, output, reads, destructive, idempotent, toolMaxima } = operation
  return {
    name: id,
    description: description ? `${summary}. ${description}` : summary,
    inputSchema: argumentSchema(input(), toolMaxima),
    ...(output && { outputSchema: { ...jsonSchema(output(), 'output'), type: 'object' as const } }),
    annotations: { readOnlyHint: reads, destructiveHint: destructive, idempotentHint: idempotent },
  } satisfies Tool
}

/** The alternatives of headers that an operation requires, one of which has to be complete; empty for most operations. */
export function neededHeaders({ input }: Operation): string[][] {
  const { header } = input()
  if (!header) return []
  const { required = [], anyOf = [{}] } = jsonSchema(header, 'input')
  return anyOf.map((way) => [...required, ...(way.required ?? [])])
}

/**
 * The arguments of a tool in one object: path, query and body of its operation, and the headers that hold no credential.
 *
 * @param maxima the smaller maxima that hold in a tool; each is the default of its argument too
 */
function argumentSchema(input: Inputs, maxima: Readonly<Record<string, number>>): ObjectSchema {
  const { param, query, header, json } = input
  const body = json && jsonSchema(json, 'input')
  const parts = [param && jsonSchema(param, 'input'), query && jsonSchema(query, 'input'), body]
  const headers = header ? jsonSchema(header, 'input').properties : {}
  const properties: Record<string, JsonSchema> = Object.assign(
    {},
    ...parts.map((part) => part?.properties),
    ...headerArguments(header).map(([name, argument]) => ({ [argument]: headers?.[name] })),
  )
  for (const [name, maximum] of Object.entries(maxima)) {
    const { description, ...field } = properties[name] ?? {}
    properties[name] = {
      ...field,
      default: maximum,
      description: `${description}; here ${maximum} at most, and by default`,
    }
  }
  const required = parts.flatMap((part) => part?.required ?? [])
  const { description, additionalProperties } = body ?? {}
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(description && { description }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  }
}
