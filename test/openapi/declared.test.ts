import { beforeAll, expect, it, vi } from 'vitest'
import { isObject } from '../../src/base/json.ts'
import type { Json, JsonSchema } from '../../src/openapi/json-schema.ts'
import { type Document, getOperations, getResponse, readDocument, resolved } from './document.ts'

/** A schema is declared by its type, its values or its alternatives. An empty one says nothing to a typed client. */
const WORDS = ['type', 'const', 'enum', 'anyOf', 'oneOf', 'allOf', 'properties']

let documents: Document[]
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  documents = [await readDocument(), await readDocument('/openapi/admin.json')]
  vi.restoreAllMocks()
})

/** A schema with all its alternatives. */
function formsOf(document: Document, schema: JsonSchema): JsonSchema[] {
  const own = resolved(document, schema)
  const others = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => (own[word] as JsonSchema[] | undefined) ?? [])
  return [own, ...others.flatMap((one) => formsOf(document, one))]
}

const schemasIn = (value: Json | undefined): JsonSchema[] => (isObject(value) ? [value as JsonSchema] : [])

/** The fields of a value that none of these schemas declares, by path. */
function undeclared(document: Document, schemas: readonly JsonSchema[], value: unknown, path: string): string[] {
  const forms = schemas.flatMap((schema) => formsOf(document, schema))
  if (Array.isArray(value)) {
    const items = forms.flatMap(({ items }) => schemasIn(items))
    return value.flatMap((item) => undeclared(document, items, item, `${path}[]`))
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const named = forms.flatMap(({ properties }) => schemasIn(properties?.[name]))
    const others = forms.flatMap(({ additionalProperties }) => schemasIn(additionalProperties))
    const own = (named.length > 0 ? named : others).flatMap((schema) => formsOf(document, schema))
    const isDeclared = own.some((schema) => WORDS.some((word) => word in schema))
    return [...(isDeclared ? [] : [`${path}.${name}`]), ...undeclared(document, own, field as Json, `${path}.${name}`)]
  })
}

it('a field that no schema declares is found', () => {
  const [document] = documents
  const schema: JsonSchema = {
    type: 'object',
    properties: { id: { type: 'string' }, any: {} },
    additionalProperties: {},
  }
  const value = { id: 'a', any: 1, other: { deep: 2 } }
  expect(document && undeclared(document, [schema], value, '')).toEqual(['.any', '.other', '.other.deep'])
})

it('every field of every example is declared with a type', () => {
  const found = documents.flatMap((document) => {
    const webhooks = Object.values(document.webhooks ?? {}).map(({ post }) => post)
    const contents = [
      ...getOperations(document).flatMap((operation) => [
        [`${operation.operationId} request`, operation.requestBody?.content['application/json']] as const,
        ...Object.keys(operation.responses).map((status) => {
          const response = getResponse(document, operation, status === 'default' ? status : Number(status))
          return [`${operation.operationId} ${status}`, response?.content?.['application/json']] as const
        }),
      ]),
      ...webhooks.map((post) => ['webhook', post.requestBody.content['application/json']] as const),
    ]
    return contents.flatMap(([name, content]) =>
      content?.example === undefined ? [] : undeclared(document, [content.schema], content.example, name),
    )
  })
  // The conditions of a view are as the service has them.
  const isPassedOn = (path: string) =>
    /^workspace_list_views 200\.results\[\]\.(?:filter|quick_filters|sorts)/.test(path)
  // A property of a page can be a list of anything.
  expect([...new Set(found)].filter((path) => !isPassedOn(path))).toEqual(['workspace_get_property 200.value[].id'])
})
