import { Hono } from 'hono'
import * as z from 'zod/mini'
import { asUuid } from '../../base/accounts.ts'
import { sha256Hex } from '../../base/crypto.ts'
import { badInput, GatewayError } from '../../base/errors.ts'
import { isObject, type JsonObject, list, member, textMember } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { fetchDataSource, fetchFirstDataSource, withDataSource } from './databases.ts'
import { offeredOperators } from './filters/compile.ts'
import { getSubject } from './filters/operators.ts'
import { plainText } from './flatten.ts'
import { connection, dataSource, read } from './group.ts'
import { type Connection, connect } from './notion.ts'
import { fetchPage } from './pages.ts'
import type { DataSourceSchema } from './records.outputs.ts'

const schema = () => ({ param: dataSource(), header: z.object(connection()) })

/** The path of a value in the request (`filters[2].value`), and the list that collects warnings about it. */
export interface FieldPath {
  readonly at: string
  readonly warnings: Set<string>
}

/** The path one step deeper: a field by name, or an item of an array by index. */
export function under(place: FieldPath, step: string | number): FieldPath {
  return { at: typeof step === 'number' ? `${place.at}[${step}]` : `${place.at}.${step}`, warnings: place.warnings }
}

/** A 400 error that names the path. */
export const refusal = (place: FieldPath, message: string) => badInput(`${place.at}: ${message}`)

/** Adds an entry to the response's `warnings`. */
export const remark = (place: FieldPath, message: string) => place.warnings.add(`${place.at}: ${message}`)

const MOST_NAMES = 20

/** Names for a message, at most 20. */
export const listed = (names: readonly string[]) =>
  [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ')

/** A caller's value for a message: JSON, at most 60 characters. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

interface Option {
  readonly id: string
  readonly name: string
}

/** A group of a status's options, such as "In progress", and the names of its options. */
interface OptionGroup {
  readonly name: string
  readonly options: readonly string[]
}

/** The fields of a table's column that conversions need. */
export interface Column {
  readonly name: string
  /** Empty when the product omitted it. */
  readonly id: string
  /** The product's name: `title`, `number`, `rollup` ... Empty when the product omitted it. */
  readonly type: string
  /** Only for select, multi_select and status. */
  readonly options?: readonly Option[]
  /** Only for a unique_id with a prefix. */
  readonly prefix?: string
  /** Only for a relation: the related data source. */
  readonly relatedTo?: string
}

/** What the gateway needs to know about one property. It is small enough to be cached. */
export interface Property extends Column {
  /** Only for a status. */
  readonly groups?: readonly OptionGroup[]
}

/** A request names a property or an option that the schema lacks. Throws 400, unless a newer schema has it. */
export class NotInSchema extends GatewayError {
  constructor(message: string) {
    super(400, message)
  }
}

const required = requiredFields('workspace', 'properties')

/** Parses the product's `properties` map, in its order. Throws 502 when it is no map. */
function readProperties(map: unknown): readonly Property[] {
  const properties = required('properties', isObject(map) ? map : undefined)
  // Values that are neither an object nor null are ignored.
  const entries = Object.entries(properties).filter(([, native]) => native === null || isObject(native))
  return entries.map(([name, native]) => {
    const type = textMember(native, 'type') ?? ''
    const config = member(native, type)
    const options = member(config, 'options')
    const groups = member(config, 'groups')
    const prefix = textMember(config, 'prefix')
    const relatedTo = type === 'relation' ? asUuid(member(config, 'data_source_id')) : undefined
    return {
      name,
      id: textMember(native, 'id') ?? '',
      type,
      ...(Array.isArray(options) && { options: options.flatMap(readOption) }),
      ...(Array.isArray(groups) && { groups: groups.flatMap((group) => readGroup(group, list(options))) }),
      ...(prefix && { prefix }),
      ...(relatedTo && { relatedTo }),
    }
  })
}

function readOption(native: unknown): Option[] {
  const name = textMember(native, 'name')
  return name ? [{ name, id: textMember(native, 'id') ?? '' }] : []
}

function readGroup(native: unknown, options: readonly unknown[]): OptionGroup[] {
  const name = textMember(native, 'name')
  const ids = list(member(native, 'option_ids'))
  const members = options.flatMap(readOption).filter(({ id }) => id !== '' && ids.includes(id))
  return name ? [{ name, options: members.map((option) => option.name) }] : []
}

/** The property with this name or id. Throws 400 that lists the others. `at` is the path of the key. */
export function expectProperty(properties: readonly Property[], key: string, at: string): Property {
  const found = findProperty(properties, key)
  if (found) return found
  const names = listed(properties.map(({ name }) => quoted(name)))
  throw new NotInSchema(`${at}: there is no property ${quoted(key)}${names && ` (known: ${names})`}`)
}

/** Finds a property by name, then by id, like the product itself. */
export function findProperty(properties: readonly Property[], key: string): Property | undefined {
  return properties.find((one) => one.name === key) ?? properties.find((one) => one.id === key && key !== '')
}

/** How long an isolate caches a schema, in milliseconds. */
const CACHE_MS = 60_000
const MOST_CACHED = 100

const cachedSchemas = perIsolateCache(() => new Map<string, { properties: readonly Property[]; until: number }>())

/** The properties of a data source, and whether they came from the per-isolate cache. */
export interface Schema {
  readonly dataSourceId: string
  readonly properties: readonly Property[]
  readonly isCached: boolean
}

/** The key is a digest of the token and the id: callers do not share schemas, and no token stays in memory. */
const getKey = ({ token }: Connection, id: string) => sha256Hex(`${asUuid(id) ?? id} ${token}`)

/** The schema of a data source as this token sees it, from the per-isolate cache or from the product. */
export async function readSchema(connection: Connection, id: string): Promise<Schema> {
  const { platform, settings } = connection.upstream
  const known = cachedSchemas(settings).get(await getKey(connection, id))
  if (known && platform.now() < known.until) {
    return { dataSourceId: id, properties: known.properties, isCached: true }
  }
  return fetchSchema(connection, id)
}

/** The current schema from the product. Caches it. */
export async function fetchSchema(connection: Connection, id: string): Promise<Schema> {
  return cacheSchema(connection, id, await fetchDataSource(connection, id))
}

/** Caches the schema of a product's data source object. Throws 502 when it has none. */
export async function cacheSchema(connection: Connection, id: string, dataSource: unknown): Promise<Schema> {
  const properties = readProperties(member(dataSource, 'properties'))
  const { platform, settings } = connection.upstream
  const schemas = cachedSchemas(settings)
  const key = await getKey(connection, id)
  schemas.delete(key)
  if (schemas.size >= MOST_CACHED) schemas.clear()
  schemas.set(key, { properties, until: platform.now() + CACHE_MS })
  return { dataSourceId: id, properties, isCached: false }
}

/** Call this when the data source has or may have changed. */
export async function clearSchemaCache(connection: Connection, id: string): Promise<void> {
  cachedSchemas(connection.upstream.settings).delete(await getKey(connection, id))
}

/** Returns the schema of a data source. Caches it for later filters. */
export async function fetchDataSourceSchema(connection: Connection, id: string): Promise<DataSourceSchema> {
  const native = await fetchDataSource(connection, id)
  const { properties } = await cacheSchema(connection, id, native)
  const described = properties.map(describe)
  return {
    object: 'data_source',
    id: asUuid(id) ?? id,
    title: plainText(member(native, 'title')) ?? '',
    properties: described,
    operators: Object.fromEntries(
      described.flatMap(({ type, operators }) => (type && operators.length > 0 ? [[type, operators]] : [])),
    ),
  }
}

function describe(property: Property) {
  const { name, id, type, groups, options } = property
  return {
    name,
    id: id || null,
    type: type || null,
    operators: getOperators(property),
    ...(options && { options: options.map((option) => option.name) }),
    ...(groups && { groups: groups.map((group) => ({ name: group.name, options: [...group.options] })) }),
  }
}

function getOperators(property: Property): string[] {
  try {
    return [...offeredOperators(getSubject(property, { at: '', warnings: new Set() }))]
  } catch (error) {
    // The property cannot be compared.
    if (error instanceof GatewayError) return []
    throw error
  }
}

export interface NewPageParent {
  readonly data_source_id?: string | null | undefined
  readonly database_id?: string | null | undefined
  readonly parent_page_id?: string | null | undefined
}

interface Parent {
  readonly native: JsonObject
  /** Undefined for a child page of a page. */
  readonly dataSourceId: string | undefined
  readonly warnings: readonly string[]
}

/**
 * Creates a page below its parent. A database is resolved to its current first data source, also when its id is given
 * as that of a data source.
 */
export async function withParent<Value>(
  connection: Connection,
  { data_source_id, database_id, parent_page_id }: NewPageParent,
  create: (parent: Parent) => Promise<Value>,
): Promise<Value> {
  if (parent_page_id) {
    return create({ native: { type: 'page_id', page_id: parent_page_id }, dataSourceId: undefined, warnings: [] })
  }
  const createIn = (id: string, warnings: readonly string[]) =>
    create({ native: { type: 'data_source_id', data_source_id: id }, dataSourceId: id, warnings })
  if (data_source_id) return withDataSource(connection, data_source_id, createIn)
  const { id, warnings } = await fetchFirstDataSource(connection, database_id ?? '')
  return createIn(id, warnings)
}

export const schemaOfParent = async (connection: Connection, { dataSourceId }: Parent): Promise<Schema | undefined> =>
  dataSourceId === undefined ? undefined : readSchema(connection, dataSourceId)

/** The schema of a page's properties. Undefined for a page outside of tables. The page itself names its parent. */
export async function schemaOfPage(connection: Connection, id: string): Promise<Schema | undefined> {
  const parent = member(await fetchPage(connection, id), 'parent')
  const dataSourceId = asUuid(member(parent, 'data_source_id'))
  if (dataSourceId) return readSchema(connection, dataSourceId)
  // Older versions of the product return only the database.
  const databaseId = asUuid(member(parent, 'database_id'))
  return databaseId ? readSchema(connection, (await fetchFirstDataSource(connection, databaseId)).id) : undefined
}

export const schemaRoutes = new Hono<AppEnv>().get(
  '/workspace/data-source/:data_source_id/schema',
  read(
    'workspace_get_schema',
    {
      summary: 'Properties of a data source, with the operators and options that filters may use',
      description:
        'Read it before querying or writing: it names the properties, their types and options. The id comes from workspace_search with type data_source.',
      ko: '데이터 소스의 속성, 필터에 쓸 수 있는 연산자와 옵션',
      title: 'Get the columns of a table',
      search: 'columns table 열 표',
      tool: { shown: { '': 'id title properties operators', 'properties.[]': 'name type options? groups?' } },
      input: schema,
    },
    async (c) => {
      const connection = await connect(c)
      return withDataSource(connection, c.req.valid('param').data_source_id, (id) =>
        fetchDataSourceSchema(connection, id),
      )
    },
  ),
)
