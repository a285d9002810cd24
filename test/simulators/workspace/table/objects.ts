import { richText } from '../markdown/piece.ts'
import type { Notion } from '../product.ts'
import type { View } from '../query/query.ts'
import type { AnyPage } from '../rest/reach.ts'
import type { Block, Column, Connection, Database, DataSource, Json, LoosePage, Row } from '../state.ts'
import { getOptions, partialUser, shownValue } from './value.ts'

/** From this version on nothing is called archived (facts 1). */
const TRASH_ONLY = '2026-03-11'

export const isTrashOnly = (version: string) => version >= TRASH_ONLY

/** Since June 2026 at the host of the app (facts 2). */
export const link = (id: string) => `https://app.notion.com/p/${id.replaceAll('-', '')}`

const archived = (version: string, inTrash: boolean) => (isTrashOnly(version) ? {} : { archived: inTrash })

/** `only`: the requested columns; all when absent. */
export function pageObject(
  notion: Notion,
  { capabilities }: Connection,
  version: string,
  dataSource: DataSource,
  row: Row,
  only: readonly Column[] = dataSource.columns,
): Json {
  const reader = { notion, mayReadUsers: capabilities.has('users') }
  const properties = only.map((column) => [
    column.name,
    { id: column.id, ...shownValue(reader, dataSource, row, column) },
  ])
  return {
    object: 'page',
    id: row.id,
    created_time: row.createdTime,
    last_edited_time: row.lastEditedTime,
    created_by: partialUser(row.createdBy),
    last_edited_by: partialUser(row.lastEditedBy),
    cover: null,
    icon: null,
    parent: { type: 'data_source_id', data_source_id: dataSource.id, database_id: dataSource.databaseId },
    ...archived(version, row.inTrash),
    in_trash: row.inTrash,
    is_archived: row.isArchived ?? false,
    is_locked: false,
    properties: Object.fromEntries(properties),
    url: link(row.id),
    public_url: row.publicUrl,
  }
}

const common = (version: string, createdTime: string) => ({
  description: [],
  is_inline: false,
  in_trash: false,
  ...archived(version, false),
  created_time: createdTime,
  last_edited_time: createdTime,
  icon: null,
  cover: null,
  public_url: null,
})

/** Relations to tables that are not shared are left out (facts 3). */
export function dataSourceObject(
  notion: Notion,
  connection: Connection,
  version: string,
  dataSource: DataSource,
): Json {
  const isShared = ({ type, config }: Column) =>
    type !== 'relation' || connection.databaseIds.has(String(config.database_id))
  const properties = dataSource.columns
    .filter(isShared)
    .map((one) => [
      one.name,
      { id: one.id, name: one.name, description: null, type: one.type, [one.type]: listedConfig(notion, one) },
    ])
  const creator = partialUser(notion.state.users[0]?.id ?? '')
  return {
    object: 'data_source',
    id: dataSource.id,
    title: richText(dataSource.name),
    parent: { type: 'database_id', database_id: dataSource.databaseId },
    database_parent: { type: 'workspace', workspace: true },
    ...common(version, dataSource.createdTime),
    created_by: creator,
    last_edited_by: creator,
    properties: Object.fromEntries(properties),
    url: link(dataSource.id),
  }
}

/** Without the options that the switch omits. */
function listedConfig({ switches }: Notion, column: Column): Json {
  const isListed = ({ name }: { name: string }) => !switches.omittedOptions.includes(name)
  return column.config.options === undefined
    ? column.config
    : { ...column.config, options: getOptions(column).filter(isListed) }
}

export function databaseObject(notion: Notion, version: string, database: Database): Json {
  const tables = notion.state.dataSources.filter(({ databaseId }) => databaseId === database.id)
  return {
    object: 'database',
    id: database.id,
    title: richText(database.title),
    parent:
      database.parentId === undefined
        ? { type: 'workspace', workspace: true }
        : { type: 'page_id', page_id: database.parentId },
    is_locked: false,
    ...common(version, tables[0]?.createdTime ?? ''),
    data_sources: tables.map(({ id, name }) => ({ id, name })),
    url: link(database.id),
  }
}

export const anyPageObject = (view: View, { row, table, page }: AnyPage): Json =>
  page ? loosePageObject(view, page) : pageObject(view.notion, view.connection, view.version, table, row)

/** A page outside of tables has its title for its one property. */
function loosePageObject({ version }: View, page: LoosePage): Json {
  const { id, parentId, title, createdTime, lastEditedTime, createdBy, lastEditedBy, inTrash, isArchived } = page
  return {
    object: 'page',
    id,
    created_time: createdTime,
    last_edited_time: lastEditedTime,
    created_by: partialUser(createdBy),
    last_edited_by: partialUser(lastEditedBy),
    cover: null,
    icon: null,
    parent: parentId === null ? { type: 'workspace', workspace: true } : { type: 'page_id', page_id: parentId },
    ...archived(version, inTrash),
    in_trash: inTrash,
    is_archived: isArchived ?? false,
    is_locked: false,
    properties: { title: { id: 'title', type: 'title', title } },
    url: link(id),
    public_url: null,
  }
}

/** `parent` is a page's id, or a block's. */
export function blockObject({ version }: View, block: Block, parent: Json, inTrash: boolean): Json {
  const { id, type, content, children, createdTime, lastEditedTime, createdBy } = block
  return {
    object: 'block',
    id,
    parent,
    created_time: createdTime,
    last_edited_time: lastEditedTime,
    created_by: partialUser(createdBy),
    last_edited_by: partialUser(createdBy),
    has_children: children.length > 0 || type === 'child_page',
    ...archived(version, inTrash),
    in_trash: inTrash,
    type,
    [type]: content,
  }
}
