import { Hono } from 'hono'
import * as z from 'zod/mini'
import { asUuid } from '../../base/accounts.ts'
import { GatewayError } from '../../base/errors.ts'
import { type JsonObject, member } from '../../base/json.ts'
import type { AppEnv } from '../../gateway/state.ts'
import {
  cacheSchema,
  fetchDataSource,
  fetchFirstDataSource,
  readSchema,
  type Schema,
  withDataSource,
} from './databases.ts'
import { offeredOperators } from './filters/compile.ts'
import { getSubject } from './filters/operators.ts'
import { plainText } from './flatten.ts'
import { connection, dataSource, read } from './group.ts'
import { type Connection, connect, fetchPage } from './notion.ts'
import type { Property } from './property.ts'
import type { DataSourceSchema } from './records.outputs.ts'

const schema = () => ({ param: dataSource(), header: z.object(connection()) })

/** Returns the schema of a data source. Caches it for later filters. */
export async function fetchDataSourceSchema(connection: Connection, id: string): Promise<DataSourceSchema> {
  const native = await fetchDataSource(connection, id)
  const { properties } = await cacheSchema(connection, id, native)
  return describeSchema(id, native, properties)
}

/** The schema as callers read it, from the product's data source object. */
export function describeSchema(id: string, native: unknown, properties: readonly Property[]): DataSourceSchema {
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
 * as the id of a data source.
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
  read('workspace_get_schema', {
    summary: 'Properties of a data source, with the operators and options that filters may use',
    description:
      'Read it before querying or writing: it names the properties, their types and options. The id comes from workspace_search with type data_source.',
    ko: '데이터 소스의 속성, 필터에 쓸 수 있는 연산자와 옵션',
    title: 'Get the columns of a table',
    search:
      'is it a number or a text, which columns does the table have, fields of the table, options of the status column, what can I put into the column, is the column a date or a text, type of the column, possible values, structure of the table, 열 뭐 있, 칸 뭐 있, 컬럼 목록, 상태 옵션, 선택지 뭐, 칸에 뭘 넣, 날짜 칸이야, 속성 종류, 표 구조, 어떤 항목이 있',
    tool: { shown: { '': 'id title properties operators', 'properties.[]': 'name type options? groups?' } },
    input: schema,
    handle: async (c) => {
      const connection = await connect(c)
      return withDataSource(connection, c.req.valid('param').data_source_id, (id) =>
        fetchDataSourceSchema(connection, id),
      )
    },
  }),
)
