/** What the page reads of an OpenAPI document (src/surfaces/openapi/document.ts prints it). */
export interface OpenApi {
  info: { version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components?: Record<string, Record<string, unknown>>
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-summary-ko'?: string
  'x-search'?: string
  'x-tier': Tier
  'x-read-only': boolean
  'x-destructive': boolean
  parameters: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, OpenApiResponse>
}

export type Tier = 'open' | 'basic' | 'pro'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface OpenApiResponse {
  $ref?: string
  description?: string
  content?: Record<string, Content>
}

export interface Content {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value?: unknown; $ref?: string }>
}

export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}
