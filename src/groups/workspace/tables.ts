import { Hono } from 'hono'
import * as z from 'zod/mini'
import { asUuid } from '../../base/accounts.ts'
import { badInput, hasStatus, notFound } from '../../base/errors.ts'
import { isObject, type JsonObject, list, member } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { CallDetails } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import {
  type ColumnChanges,
  columnChanges,
  EXAMPLE_COLUMNS,
  MOST_COLUMNS,
  name,
  nativeColumns,
  newColumn,
  planChanges,
} from './columns.ts'
import { cacheSchema, clearSchemaCache, fetchDataSource, withDataSource } from './databases.ts'
import { plainText } from './flatten.ts'
import { connection, creating, dataSource, PARENT_PAGE, reference, text, write } from './group.ts'
import { withLock } from './lock.ts'
import { type Connection, connect, readOutcome } from './notion.ts'
import { answerOnce } from './once.ts'
import { findProperty, listed, quoted, readProperties } from './property.ts'
import type { ChangedColumns, ColumnChange, DatabaseAnswer } from './records.outputs.ts'
import { describeSchema } from './schema.ts'
import { richText } from './write.ts'

const newDatabase = () => ({
  header: z.object(creating()),
  json: z.strictObject({
    parent_page_id: reference('The page below which the table stands').check(z.meta({ examples: [PARENT_PAGE] })),
    title: name().check(z.meta({ description: 'Title of the table', examples: ['Articles'] })),
    columns: z
      .nullish(z.array(newColumn()).check(z.maxLength(MOST_COLUMNS, `must hold at most ${MOST_COLUMNS}`)))
      .check(
        z.meta({
          description: 'Its columns. Where none has the type title, a title called Name comes first',
          examples: [EXAMPLE_COLUMNS],
        }),
      ),
  }),
})

const changedTable = () => ({ param: dataSource(), header: z.object(connection()), json: columnChanges() })

const columnToDelete = () => ({
  param: z.object({
    ...dataSource().shape,
    column: z
      .string()
      .check(z.minLength(1), z.maxLength(2000, 'must be at most 2000 characters'))
      .check(z.meta({ description: 'The column, by its name or id', examples: ['Website'] })),
  }),
  header: z.object(connection()),
})

const required = requiredFields('workspace', '')

const anyObject = (native: unknown) => required('', isObject(native) ? native : undefined)

type NewDatabase = z.output<ReturnType<typeof newDatabase>['json']>

/** Creates a table below a page. Throws 502 that says so when the outcome is unknown. */
async function createDatabase(connection: Connection, { parent_page_id, title, columns }: NewDatabase) {
  const properties = await nativeColumns(connection, columns ?? [])
  const body = {
    parent: { type: 'page_id', page_id: parent_page_id },
    title: richText(title, { at: 'title', warnings: new Set() }),
    initial_data_source: { properties },
  }
  const call = connection.call({ method: 'POST', path: '/databases', body })
  return databaseAnswer(await readOutcome(call.then(anyObject)))
}

/** A table as it was answered when it was created. */
const getDatabase = async (connection: Connection, id: string): Promise<DatabaseAnswer> =>
  databaseAnswer(anyObject(await connection.call({ path: `/databases/${id}` })))

function databaseAnswer(native: JsonObject): DatabaseAnswer {
  const parent = member(native, 'parent')
  const [first] = list(member(native, 'data_sources'))
  return {
    ...SUCCESS.workspace,
    id: asUuid(member(native, 'id')) ?? null,
    data_source_id: asUuid(member(first, 'id')) ?? null,
    title: plainText(member(native, 'title')) ?? null,
    url: text(native, 'url'),
    parent: isObject(parent) ? parent : null,
  }
}

interface Table {
  readonly id: string
  readonly native: unknown
  readonly warnings: readonly string[]
}

/** The table as it is now. A change always asks the product. */
const fetchTable = (connection: Connection, dataSourceId: string): Promise<Table> =>
  withDataSource(connection, dataSourceId, async (id, warnings) => ({
    id,
    warnings,
    native: await fetchDataSource(connection, id),
  }))

/**
 * Adds and renames columns and adds options, all in one call or nothing. What is there already is left alone. Changes of
 * one table wait for each other: with the list of one, the product would remove the options of another.
 */
const changeColumns = (connection: Connection, dataSourceId: string, wanted: ColumnChanges) =>
  withDataSource(connection, dataSourceId, (id, warnings) =>
    withLock(connection.upstream, `columns ${id}`, 'changes of this table', async () => {
      const table = { id, warnings, native: await fetchDataSource(connection, id) }
      const properties = readProperties(member(table.native, 'properties'))
      const { native, changes } = await planChanges(connection, properties, wanted)
      return sendChanges(connection, table, native, changes)
    }),
  )

/** Removes a column with its values. Throws 404 that lists the others when there is none, and 400 for the title. */
async function deleteColumn(connection: Connection, dataSourceId: string, column: string) {
  const table = await fetchTable(connection, dataSourceId)
  const properties = readProperties(member(table.native, 'properties'))
  const known = findProperty(properties, column)
  if (!known) {
    const names = listed(properties.map((one) => quoted(one.name)))
    throw notFound(`column: there is no column ${quoted(column)} (known: ${names})`)
  }
  if (known.type === 'title') throw badInput(`column: ${quoted(known.name)} is the title of the table, which each has`)
  try {
    return await sendChanges(connection, table, { [known.name]: null }, [{ column: known.name, change: 'deleted' }])
  } catch (error) {
    // Another request may have deleted it after the schema was read.
    if (!hasStatus(error, 400)) throw error
    const { native } = await fetchTable(connection, dataSourceId)
    if (findProperty(readProperties(member(native, 'properties')), known.name)) throw error
    throw notFound(`column: there is no column ${quoted(known.name)} any more`)
  }
}

async function sendChanges(
  connection: Connection,
  { id, native, warnings }: Table,
  properties: JsonObject,
  changes: readonly ColumnChange[],
): Promise<ChangedColumns> {
  if (Object.keys(properties).length === 0) return changedColumns(connection, id, native, changes, warnings)
  try {
    const call = connection.call({ method: 'PATCH', path: `/data_sources/${id}`, body: { properties } })
    return await readOutcome(call.then((changed) => changedColumns(connection, id, changed, changes, warnings)))
  } catch (error) {
    await clearSchemaCache(connection, id)
    throw error
  }
}

async function changedColumns(
  connection: Connection,
  id: string,
  native: unknown,
  changes: readonly ColumnChange[],
  warnings: readonly string[],
): Promise<ChangedColumns> {
  const { properties } = await cacheSchema(connection, id, native)
  return {
    ...SUCCESS.workspace,
    ...describeSchema(id, native, properties),
    changes: [...changes],
    warnings: [...warnings],
  }
}

/** Describes a table for a person who agrees to a change of it. */
const describeTable: CallDetails = async (c, { data_source_id }) => ({
  table: plainText(member((await fetchTable(await connect(c), String(data_source_id))).native, 'title')),
})

const CHANGED = { '': 'success id title changes properties warnings?', 'properties.[]': 'name type options? groups?' }

export const tableRoutes = new Hono<AppEnv>()
  .post(
    '/workspace/database',
    write('workspace_create_database', {
      summary: 'Create a table (database) below a page, with its columns',
      description:
        'The page comes from workspace_search. Columns have plain types; rows go into `data_source_id` of the answer.',
      ko: '페이지 아래에 새 표(데이터베이스)와 열 만들기',
      title: 'Create a table',
      search:
        'make a table, create a database, set up a new table, build a new tracker, make me a tracker with columns, start a new database, make a spreadsheet in Notion, 표 만들어, 표 하나 만들어, 가계부 표 만들어, 새 표 만들어, 데이터베이스 만들어, 디비 만들어, 대장 만들어, 관리표 만들어, 표를 새로 만들어',
      destructive: false,
      input: newDatabase,
      handle: async (c) => {
        const connection = await connect(c)
        const body = c.req.valid('json')
        const key = c.req.valid('header')['Idempotency-Key']
        return answerOnce<DatabaseAnswer>({ state: c.get('state'), connection, key, body }, 201, {
          make: (own) => createDatabase(own, body),
          getId: ({ id }) => id ?? '',
          read: (id) => getDatabase(connection, id),
          bare: (id) => databaseAnswer({ id }),
        })
      },
      status: 201,
    }),
  )
  .patch(
    '/workspace/data-source/:data_source_id/columns',
    write('workspace_change_columns', {
      summary: 'Add or rename columns of a table, or add options to them',
      description:
        'All of it or nothing. What is there already is left alone, so the same request may be sent again. Options of a status are made in the service itself.',
      ko: '표의 열 추가, 이름 바꾸기, 선택지 추가',
      title: 'Change the columns of a table',
      search:
        'add a column, add a column for a date, new column in the table, needs one more column, rename the column, add a field, add a property, add an option to the select, add a choice to the dropdown, 열 추가, 칸 추가, 칸 하나 추가, 컬럼 추가, 열 이름 바꿔, 열 이름을 담당자로, 칸 이름 바꿔, 속성 추가, 필드 추가, 선택지 추가, 옵션 추가',
      tool: { shown: CHANGED },
      idempotent: true,
      destructive: false,
      input: changedTable,
      handle: async (c) => changeColumns(await connect(c), c.req.valid('param').data_source_id, c.req.valid('json')),
    }),
  )
  .delete(
    '/workspace/data-source/:data_source_id/columns/:column',
    write('workspace_delete_column', {
      summary: 'Delete a column of a table with its values',
      description: 'For good, and not the title. 404: no such column, or not any more.',
      ko: '표의 열과 그 값 삭제',
      title: 'Delete a column of a table',
      search:
        'remove the column, drop the column, get rid of the column, 열 삭제, 열 지워, 열은 지워, 컬럼 삭제, 속성 삭제',
      tool: { shown: CHANGED },
      effect: 'deletion',
      details: describeTable,
      idempotent: true,
      input: columnToDelete,
      handle: async (c) => {
        const { data_source_id, column } = c.req.valid('param')
        return deleteColumn(await connect(c), data_source_id, column)
      },
    }),
  )
