import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './build.ts'

const FOLDER = join(ROOT, 'src/client/generated')
const HEAD = '// Written from the OpenAPI document by npm run generate.\n'

/** The operations of `latchkey keys`, which is the only part of the management app in the package. */
const OF_KEYS = ['admin_list_keys', 'admin_make_key', 'admin_change_key', 'admin_roll_key', 'admin_delete_key']

interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
}

interface Operation {
  operationId: string
  summary: string
  'x-read-only': boolean
  'x-items'?: string
  'x-pages'?: { in: 'query' | 'body'; next: [string, string][] }
  parameters: { name: string; in: string; required: boolean; description: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

/**
 * Writes what the typed client has of the documents in public/: the types of openapi-typescript, which needs the TypeScript of
 * its workspace, a table of what they do not say, and the operations of the command.
 */
export async function putClientTypes(): Promise<void> {
  const read = async (file: string) => JSON.parse(await readFile(join(ROOT, 'public', file), 'utf8')) as Document
  const [document, admin] = await Promise.all([read('openapi.json'), read('openapi/admin.json')])
  await mkdir(FOLDER, { recursive: true })
  const main = createRequire(join(ROOT, 'src/client/package.json')).resolve('openapi-typescript')
  const command = join(dirname(main), '../bin/cli.js')
  const types = join(FOLDER, 'openapi.ts')
  await promisify(execFile)(process.execPath, [command, join(ROOT, 'public/openapi.json'), '-o', types])
  await writeFile(join(FOLDER, 'operations.ts'), toFacts(document))
  await writeFile(join(FOLDER, 'commands.ts'), toCommands(document, admin))
}

const operationsIn = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

/** Which operations read, which take an Idempotency-Key, and how the pages of listings follow each other. */
function toFacts(document: Document): string {
  const all = operationsIn(document)
  const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  const reads = all.filter(({ method, operation }) => operation['x-read-only'] && method !== 'GET').map(name)
  const once = all
    .filter(({ operation }) => operation.parameters.some((field) => field.name === 'Idempotency-Key'))
    .map(name)
  const listings = all.flatMap(({ path, method, operation }) => {
    const { 'x-pages': pages, 'x-items': items } = operation
    return pages && items ? [[path, { method: method.toLowerCase(), in: pages.in, items, next: pages.next }]] : []
  })
  return `${HEAD}
/** Operations with a body that change nothing. */
export const READS: readonly string[] = ${JSON.stringify(reads, null, 2)}

/** Operations that take an Idempotency-Key. */
export const ONCE: readonly string[] = ${JSON.stringify(once, null, 2)}

/** How the pages of a listing follow each other, by its path. */
export const LISTINGS = ${JSON.stringify(Object.fromEntries(listings), null, 2)} as const
`
}

const toCommands = (document: Document, admin: Document) =>
  `${HEAD}import type { CommandOperation } from '../command/operation.ts'

export const OPERATIONS: readonly CommandOperation[] = ${JSON.stringify(operationsIn(document).map(toCommand), null, 1)}

export const KEY_OPERATIONS: readonly CommandOperation[] = ${JSON.stringify(
    operationsIn(admin)
      .filter(({ operation }) => OF_KEYS.includes(operation.operationId))
      .map(toCommand),
    null,
    1,
  )}
`

function toCommand({ path, method, operation }: ReturnType<typeof operationsIn>[number]) {
  const { operationId: id, summary, parameters, requestBody } = operation
  const own = parameters.filter((field) => field.in !== 'header')
  return {
    id,
    summary,
    method,
    path,
    hasBody: requestBody !== undefined,
    fields: [
      ...own.flatMap(({ name, in: place, required, description, schema }) =>
        toFields(place === 'path' ? 'param' : 'query', {
          properties: { [name]: { ...schema, description } },
          required: required ? [name] : [],
        }),
      ),
      ...toFields('json', requestBody?.content['application/json'].schema ?? {}),
    ],
    headers: parameters.filter((field) => field.in === 'header').map(({ name }) => name),
  }
}

/** The fields of an object. A field that is an object has its own below it. */
function toFields(place: string, { properties = {}, required = [] }: Schema): object[] {
  return Object.entries(properties).map(([name, schema]) => {
    const forms = [schema, ...(schema.anyOf ?? [])]
    const object = forms.find(({ properties: own }) => own)
    return {
      name,
      place,
      type: toWord(schema),
      isRequired: required.includes(name),
      ...(forms.some(({ type }) => [type].flat().includes('null')) && { isNullable: true }),
      ...(object && { fields: toFields(place, object) }),
      description: schema.description ?? '',
    }
  })
}

/** The types that it takes, other than null. */
function toWord({ type, anyOf = [], enum: words }: Schema): string {
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words.join('|')
  const types =
    type === undefined ? anyOf.flatMap((one) => (one.type === 'null' ? [] : toWord(one).split('|'))) : [type]
  return [...new Set(types.flat())].filter((one) => one !== 'null').join('|') || 'any'
}
