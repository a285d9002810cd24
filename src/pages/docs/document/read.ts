import { type Asks, asksFor } from './asks.ts'
import type { Content, OpenApi, OpenApiOperation, OpenApiResponse, Parameter, Schema, Tier } from './openapi.ts'

export interface Failure {
  status: string
  description: string
  example: unknown
}

export interface Operation {
  id: string
  group: string
  method: string
  path: string
  summary: string
  /** The Korean summary. Undefined when there is none yet. */
  korean: string | undefined
  /** Extra search words that no other text contains. */
  searchWords: string
  description: string
  tier: Tier
  reads: boolean
  /** Why the person is asked before sending. Undefined when no question is needed. */
  asks: Asks | undefined
  parameters: readonly Parameter[]
  body: { schema: Schema | undefined; example: string } | undefined
  success: { status: string; schema: Schema | undefined; example: unknown }
  failures: readonly Failure[]
}

export interface Group {
  name: string
  description: string
  operations: readonly Operation[]
}

export interface Reference {
  version: string
  groups: readonly Group[]
}

/** The document as the page shows it, in the order of its tags. */
export function readReference(document: OpenApi): Reference {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(document, path, method, operation)),
  )
  return {
    version: document.info.version,
    groups: document.tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ group }) => group === name),
    })),
  }
}

function readOperation(document: OpenApi, path: string, method: string, operation: OpenApiOperation): Operation {
  const { operationId: id, tags, summary, description, parameters } = operation
  const given = operation.requestBody?.content['application/json']
  const answers = Object.entries(operation.responses).map(([status, response]) => ({
    status,
    description: resolved(document, response).description ?? '',
    content: resolved(document, response).content?.['application/json'],
  }))
  const isSuccess = ({ status }: { status: string }) => status.startsWith('2')
  // A creation may also be 200, for what already exists.
  const success = answers.findLast(isSuccess)
  return {
    id,
    group: tags[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary,
    korean: operation['x-title']?.ko,
    searchWords: operation['x-search'] ?? '',
    description,
    tier: operation['x-tier'],
    reads: operation['x-read-only'],
    asks: asksFor(id, operation),
    parameters,
    body: given && { schema: given.schema, example: JSON.stringify(getExample(document, given) ?? {}, null, 2) },
    success: {
      status: success?.status ?? '',
      schema: success?.content?.schema && inlined(document, success.content.schema),
      example: getExample(document, success?.content),
    },
    failures: answers
      .filter((answer) => !isSuccess(answer))
      .map(({ status, description, content }) => ({ status, description, example: getExample(document, content) })),
  }
}

/** The example, or the first of several. Undefined when none was recorded. */
function getExample(document: OpenApi, content: Content | undefined): unknown {
  if (content?.example !== undefined) return content.example
  const [first] = Object.values(content?.examples ?? {})
  return first && (resolved(document, first) as { value?: unknown }).value
}

/** The schema without references: no component contains itself. */
function inlined(document: OpenApi, { $ref, ...own }: Schema): Schema {
  const [, , , name = ''] = $ref?.split('/') ?? []
  const known = (document.components?.schemas?.[name] ?? {}) as Schema
  const schema: Schema = { ...($ref && inlined(document, known)), ...own }
  const each = (schemas: readonly Schema[]) => schemas.map((one) => inlined(document, one))
  return {
    ...schema,
    ...(schema.items && { items: inlined(document, schema.items) }),
    ...(schema.anyOf && { anyOf: each(schema.anyOf) }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([field, one]) => [field, inlined(document, one)]),
      ),
    }),
  }
}

function resolved<T extends OpenApiResponse | { $ref?: string }>(document: OpenApi, part: T): T {
  if (!part.$ref) return part
  const [, , kind = '', name = ''] = part.$ref.split('/')
  return (document.components?.[kind]?.[name] ?? {}) as T
}
