/** A schema of the OpenAPI document. The packages for n8n and Zapier contain this file, so it imports nothing. */
export interface Schema {
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  'x-title'?: { en: string }
  'x-list'?: string
  'x-columns'?: 'object' | 'list'
  'x-words'?: string[]
  'x-choices'?: Record<string, string>
  'x-time'?: boolean
  'x-prominent'?: boolean
  'x-hidden'?: boolean
}

interface Parameter extends Omit<Schema, 'required'> {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  'x-title'?: { en: string }
  'x-wanted'?: number
  'x-read-only'?: boolean
  'x-items'?: string
  'x-result'?: string
  'x-outcomes'?: string
  'x-file'?: string
  'x-table'?: string
  'x-accounts'?: string[]
  'x-pages'?: Pages
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

interface Pages {
  in: 'query' | 'body'
  next: [field: string, path: string][]
  size?: { field: string; most: number }
  first?: Record<string, number>
  unless?: string
}

/** A list of the account that a person chooses from. */
export interface List {
  label: string
  operation: string
  input: Values
  search?: string
  names: string[]
  value: string
}

export interface Document {
  tags: { name: string; 'x-title'?: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  'x-lists': Record<string, List>
  'x-column-kinds': Record<string, string>
}

export type Values = Record<string, unknown>

export interface Field {
  name: string
  place: 'path' | 'query' | 'body'
  title: string
  help: string
  isRequired: boolean
  /** Without null. */
  schema: Schema
}

export interface Operation {
  id: string
  method: string
  path: string
  group: string
  product: string
  title: string
  summary: string
  reads: boolean
  wanted?: number
  /** The fields that a person fills in: required ones first, then those that most people need. */
  fields: Field[]
  /** It takes an Idempotency-Key. */
  isOnce: boolean
  headers: Record<string, string>
  items?: string
  result?: string
  outcomes?: string
  file?: string
  table?: string
  pages?: Pages
  /** The first accounts of the products whose accounts it takes. */
  accounts: string[]
}

export interface Catalogue {
  operations: Operation[]
  lists: Record<string, List>
  columnKinds: Record<string, string>
}

/** The schema of a field that may be null, without that. */
export function plain(schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (!anyOf) return types.length > 0 ? { ...schema, type: types } : schema
  const [only, second] = anyOf.filter(({ type }) => type !== 'null')
  return only && !second ? { ...only, ...rest } : { ...rest, type: 'string' }
}

export const typeOf = ({ type }: Schema): string | undefined => [type].flat()[0]

function toField(place: Field['place'], name: string, schema: Schema, isRequired: boolean): Field {
  const title = schema['x-title']?.en ?? name
  return { name, place, title, help: schema.description ?? '', isRequired, schema: plain(schema) }
}

/** The fields of an object, such as an item of a list. */
export const fieldsOf = ({ properties = {}, required = [] }: Schema, place: Field['place'] = 'body'): Field[] =>
  Object.entries(properties).map(([name, schema]) => toField(place, name, schema, required.includes(name)))

function toOperation(document: Document, path: string, method: string, documented: DocumentedOperation): Operation {
  const parameters = documented.parameters ?? []
  const given = parameters.flatMap((parameter) => {
    const { name, in: place, required = false, schema, ...facts } = parameter
    return place === 'header' ? [] : [toField(place, name, { ...schema, ...facts }, required)]
  })
  const body = documented.requestBody ? fieldsOf(documented.requestBody.content['application/json'].schema) : []
  const rank = ({ isRequired, schema }: Field) => (isRequired ? 0 : schema['x-prominent'] ? 1 : 2)
  const fields = [...given, ...body].filter(({ schema }) => !schema['x-hidden'])
  const has = (header: string) => parameters.some(({ name }) => name === header)
  const [group = ''] = documented.tags
  return {
    id: documented.operationId,
    method: method.toUpperCase(),
    path,
    group,
    summary: documented.summary,
    product: document.tags.find(({ name }) => name === group)?.['x-title'] ?? group,
    title: documented['x-title']?.en ?? documented.summary,
    reads: documented['x-read-only'] === true,
    fields: fields.sort((a, b) => rank(a) - rank(b)),
    isOnce: has('Idempotency-Key'),
    headers: has('X-Payment-Mode') ? { 'X-Payment-Mode': 'true' } : {},
    accounts: documented['x-accounts'] ?? [],
    ...(documented['x-wanted'] && { wanted: documented['x-wanted'] }),
    ...(documented['x-items'] && { items: documented['x-items'] }),
    ...(documented['x-result'] && { result: documented['x-result'] }),
    ...(documented['x-outcomes'] && { outcomes: documented['x-outcomes'] }),
    ...(documented['x-file'] && { file: documented['x-file'] }),
    ...(documented['x-table'] && { table: documented['x-table'] }),
    ...(documented['x-pages'] && { pages: documented['x-pages'] }),
  }
}

export function readCatalogue(document: Document): Catalogue {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => toOperation(document, path, method, documented)),
  )
  return { operations, lists: document['x-lists'], columnKinds: document['x-column-kinds'] }
}

const FRESH_MS = 600_000
/** After a failure the deployment is asked again no sooner than this. */
const AGAIN_MS = 30_000

/**
 * Reads the document of a deployment, at most every ten minutes. When it fails or is slow, the copy that is known
 * serves: the last one, or the copy in the package. A slow document is used when it has come.
 *
 * @param sleep the platform's own: n8n accepts no package that uses the global timers
 */
export function createReader(known: Document, sleep: (ms: number) => Promise<unknown>) {
  const copies = new Map<string, { until: number; catalogue: Catalogue }>()
  const ofPackage = readCatalogue(known)
  return async (address: string, read: () => Promise<Document>, patienceMs: number): Promise<Catalogue> => {
    const copy = copies.get(address)
    if (copy && copy.until > Date.now()) return copy.catalogue
    const catalogue = copy?.catalogue ?? ofPackage
    copies.set(address, { until: Date.now() + AGAIN_MS, catalogue })
    const reading = read().then((document) => {
      const fresh = readCatalogue(document)
      copies.set(address, { until: Date.now() + FRESH_MS, catalogue: fresh })
      return fresh
    })
    return Promise.race([reading.catch(() => catalogue), sleep(patienceMs).then(() => catalogue)])
  }
}

export interface Request {
  method: string
  path: string
  query: Values
  body?: Values
  headers: Record<string, string>
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The request of an operation. Empty values are left out, and so are names that are no fields of it. */
export function toRequest({ method, path, fields, headers }: Operation, values: Values): Request {
  const request = { method, path, query: {} as Values, body: {} as Values, headers: { ...headers } }
  for (const { name, place, schema } of fields) {
    // Without a choice the same bill for the same customer is refused once.
    const value = isEmpty(values[name]) && name === 'confirm_duplicate' ? false : values[name]
    if (isEmpty(value)) continue
    if (place === 'path') request.path = request.path.replace(`{${name}}`, encodeURIComponent(String(value)))
    else if (place === 'query') request.query[name] = schema['x-words'] ? [value].flat().join(',') : value
    else request.body[name] = value
  }
  const { body, ...rest } = request
  const hasBody = method !== 'GET' && (Object.keys(body).length > 0 || fields.some(({ place }) => place === 'body'))
  return hasBody ? request : rest
}

/** The value at a path with dots. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => (found as Values | null | undefined)?.[name], value)

/**
 * The items of an operation for a person: all pages up to a limit, the outcome of each item of a write, or the
 * answer without its envelope. `ask` sends a request and returns its body, or throws the sentence of the gateway.
 */
export async function run(
  { pages, items, outcomes, result }: Operation,
  request: Request,
  ask: (request: Request) => Promise<unknown>,
  limit: number,
): Promise<unknown> {
  if (!pages || !items || (pages.unless && pages.unless in { ...request.query, ...request.body })) {
    const answer = await ask(request)
    const path = outcomes ?? items ?? result
    return path ? valueAt(answer, path) : answer
  }
  const { in: place, next, size, first } = pages
  // Some products only accept multiples of ten.
  const most = size && (limit <= 10 ? limit : Math.min(size.most, Math.ceil(limit / 10) * 10))
  const sizes = size && { [size.field]: most }
  const found: unknown[] = []
  let position: Values = { ...first }
  for (;;) {
    const page = await ask({ ...request, [place]: { ...request[place], ...sizes, ...position } })
    found.push(...((valueAt(page, items) ?? []) as unknown[]))
    position = Object.fromEntries(
      next.map(([field, path]) => [field, valueAt(page, path)]).filter(([, at]) => at != null),
    )
    // A feed has a next position even at its end, because more may follow later.
    const isLast = position[next[0]?.[0] ?? ''] === undefined || valueAt(page, 'has_more') === false
    if (found.length >= limit || isLast) return found.slice(0, limit)
  }
}

const ofProduct = (account: string, products: string[]) => products.includes(account.split(':')[0] ?? '')

/** What asks for the accounts that a key opens. */
export const ACCOUNTS: Request = { method: 'GET', path: '/api/v1/accounts', query: {}, headers: {} }

/** The accounts that an operation takes, or of which an event tells, by name and value. */
export const toAccountChoices = (
  { accounts }: Pick<Operation, 'accounts'>,
  answer: unknown,
): { name: string; value: string }[] =>
  toChoices(
    { label: '', operation: '', input: {}, names: ['account', 'identity'], value: 'account' },
    (valueAt(answer, 'accounts') as Values[]).filter(({ account }) => ofProduct(String(account), accounts)),
  )

/**
 * The header of the account that a person chose. None without a choice, which means the first account. Throws for one of
 * another product, which the gateway would not use: the operation was changed after the account was chosen.
 */
export function accountHeader({ accounts, title }: Operation, account: unknown): Record<string, string> {
  if (isEmpty(account)) return {}
  if (!ofProduct(String(account), accounts))
    throw new Error(`${account} is no account for "${title}": choose another one`)
  return { 'X-Account': String(account) }
}

/** The choices of a list, by name and value. */
export const toChoices = ({ names, value }: List, items: unknown): { name: string; value: string }[] =>
  (items as Values[]).map((item) => {
    const name = names.map((field) => item[field]).filter(Boolean)
    return { name: (name.join(', ') || String(item[value])).slice(0, 100), value: String(item[value]) }
  })

/** The request of a list, with the words that a person searches for. */
export function listRequest({ operations, lists }: Catalogue, name: string, words = '') {
  const list = lists[name]
  const operation = operations.find(({ id }) => id === list?.operation)
  if (!list || !operation) throw new Error(`the deployment has no list ${name}`)
  const { search } = list
  return {
    list,
    operation,
    request: toRequest(operation, { ...list.input, ...(search && words && { [search]: words }) }),
  }
}
