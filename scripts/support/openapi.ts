import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'

/** The used keywords of JSON Schema, and any other. */
export interface Schema {
  [keyword: string]: unknown
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  pattern?: string
  format?: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
  example?: unknown
}

interface Response {
  $ref?: string
  content?: { 'application/json'?: { schema: Schema } }
}

export interface DescribedOperation {
  operationId: string
  description: string
  tags: string[]
  method: string
  path: string
  'x-tier': string
  'x-read-only': boolean
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schema; example: unknown } } }
  responses: Record<string, Response>
}

export interface Description {
  paths: Record<string, Record<string, Omit<DescribedOperation, 'method' | 'path'>>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
}

export async function readDescription(origin: URL): Promise<Description> {
  const response = await fetch(new URL('/openapi.json', origin))
  if (!response.ok) throw new Error(`${origin} answers /openapi.json with ${response.status}`)
  return (await response.json()) as Description
}

export const getOperations = ({ paths }: Description): DescribedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

export const getGroup = ({ tags }: DescribedOperation): string => tags[0] ?? ''

/** The schema of a response body: null when there is none, undefined when the status is not declared. */
export function answerSchema(
  { components }: Description,
  { responses }: DescribedOperation,
  status: number,
): Schema | null | undefined {
  const declared = responses[status]
  if (!declared) return undefined
  const response = declared.$ref ? components.responses[declared.$ref.split('/').at(-1) ?? ''] : declared
  return response?.content?.['application/json']?.schema ?? null
}

/** The error schema of an operation or a group, without any other fields. */
export function failureSchema({ components }: Description, name: string): Schema {
  const { allOf: _, ...own } = components.schemas[`${name}-failure`] ?? { type: 'object', required: ['error', 'code'] }
  const shared = Object.entries(components.schemas.Error?.properties ?? {})
  const properties = {
    ...own.properties,
    ...Object.fromEntries(shared.filter(([field]) => own.required?.includes(field))),
  }
  return { ...own, properties, additionalProperties: false }
}

/** Returns what is wrong with a value, undefined when it matches the schema. Schemas are compiled once. */
export function toValidator({ components }: Description) {
  const provider = new CfWorkerJsonSchemaValidator()
  const $defs = pointed(components.schemas) as Record<string, Schema>
  const ready = new Map<Schema, (value: unknown) => string | undefined>()
  const prepare = (schema: Schema) => {
    const validate = provider.getValidator({ ...(pointed(schema) as object), $defs })
    return (value: unknown) => {
      const result = validate(value)
      return result.valid ? undefined : result.errorMessage
    }
  }
  return (schema: Schema, value: unknown): string | undefined => {
    const check = ready.get(schema) ?? prepare(schema)
    ready.set(schema, check)
    return check(value)
  }
}

const pointed = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'))

export function getPatterns({ pattern, allOf = [] }: Schema): RegExp[] {
  return [...(pattern === undefined ? [] : [new RegExp(pattern, 'u')]), ...allOf.flatMap(getPatterns)]
}
