import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'
import { expect } from 'vitest'
import type { JsonSchema } from '../../src/openapi/json-schema.ts'
import { type Answer, createGateway } from '../support/gateway.ts'

/** The parts of an OpenAPI document that the tests use. */
export interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  /** In the documents that the events group is in. */
  webhooks?: Record<string, { post: DocumentedWebhook }>
  'x-lists': Record<string, { operation: string }>
  components: {
    securitySchemes: Record<string, unknown>
    schemas: Record<string, JsonSchema>
    responses: Record<string, DocumentedResponse>
  }
}

export interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-title': { en: string; ko: string }
  'x-wanted'?: number
  'x-tier': string
  'x-read-only': boolean
  'x-destructive': boolean
  'x-openai-isConsequential': boolean
  security?: unknown[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example: unknown }> }
  responses: Record<string, DocumentedResponse | { $ref: string }>
}

export interface DocumentedWebhook extends Pick<DocumentedOperation, 'parameters' | 'responses'> {
  requestBody: { content: { 'application/json': { schema: JsonSchema; example?: unknown } } }
}

export interface Parameter {
  'x-title'?: { en: string; ko?: string }
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: JsonSchema
  example?: string | number | boolean
}

export interface DocumentedResponse {
  description: string
  headers: Record<string, unknown>
  content?: Record<string, { schema: JsonSchema; example?: unknown }>
}

/** As a caller without a key reads it. */
export async function readDocument(path = '/openapi.json'): Promise<Document> {
  const { json } = await createGateway().call(path, { key: null })
  return json
}

export interface Documented extends DocumentedOperation {
  method: string
  path: string
}

export const getOperations = ({ paths }: Document): Documented[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

/** The response of an operation for a status. Undefined when the document has none. */
export function getResponse(document: Document, operation: DocumentedOperation, status: number | 'default') {
  const response = operation.responses[status]
  if (!response || !('$ref' in response)) return response
  return document.components.responses[nameIn(response.$ref)]
}

const validator = new CfWorkerJsonSchemaValidator()

/** What is wrong with a value. Undefined when it matches the schema. */
export function violation(document: Document, schema: JsonSchema, value: unknown): string | undefined {
  const whole = { ...schema, $defs: document.components.schemas }
  const pointed = JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/'))
  const result = validator.getValidator(pointed)(value)
  return result.valid ? undefined : result.errorMessage
}

/** Fails unless a response is declared for its operation and matches its schema. */
export function expectAsDocumented(document: Document, id: string, { status, text, json: body }: Answer): void {
  const operation = getOperations(document).find(({ operationId }) => operationId === id) ?? expect.fail(`no ${id}`)
  const response = getResponse(document, operation, status) ?? expect.fail(`${status} is not documented: ${text}`)
  const schema = response.content?.['application/json']?.schema
  if (schema) expect(violation(document, schema, body), text).toBeUndefined()
  else expect(text).toBe('')
}

/** The schema that a reference names, or the schema itself. */
export const resolved = ({ components }: Document, schema: JsonSchema): JsonSchema =>
  typeof schema.$ref === 'string' ? (components.schemas[nameIn(schema.$ref)] ?? expect.fail(schema.$ref)) : schema

const nameIn = (ref: string) => ref.split('/').at(-1) ?? ''
