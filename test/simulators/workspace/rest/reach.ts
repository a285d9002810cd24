import { invalid, missing } from '../errors.ts'
import type { View } from '../query/query.ts'
import type { Block, Database, DataSource, LoosePage, Row } from '../state.ts'

/** What is not shared with the connection does not exist for it (facts 7). */
export function reachDatabase({ notion, connection }: View, id: string): Database {
  const found = notion.state.databases.find((one) => one.id === id)
  if (!found || !connection.databaseIds.has(id)) throw missing('database', id, connection.name)
  return found
}

export function reachDataSource({ notion, connection }: View, id: string): DataSource {
  const found = notion.state.dataSources.find((one) => one.id === id)
  if (!found || !connection.databaseIds.has(found.databaseId)) throw missing('data_source', id, connection.name)
  return found
}

export function reachRow({ notion, connection }: View, id: string): { row: Row; table: DataSource } {
  const row = notion.state.rows.find((one) => one.id === id)
  const table = notion.state.dataSources.find((one) => one.id === row?.dataSourceId)
  if (!row || !table || !connection.databaseIds.has(table.databaseId)) throw missing('page', id, connection.name)
  return { row, table }
}

/** A page of either kind, with the table that a row is in. */
export type AnyPage = { row: Row; table: DataSource; page?: never } | { page: LoosePage; row?: never; table?: never }

export function findPage(view: View, id: string): AnyPage | undefined {
  const { state } = view.notion
  const { connection } = view
  const row = state.rows.find((one) => one.id === id)
  const table = state.dataSources.find((one) => one.id === row?.dataSourceId)
  if (row && table) return connection.databaseIds.has(table.databaseId) ? { row, table } : undefined
  const page = state.pages.find((one) => one.id === id)
  if (!page) return undefined
  const isShared = connection.pageIds.has(id) || (page.parentId !== null && findPage(view, page.parentId) !== undefined)
  return isShared ? { page } : undefined
}

export function reachPage(view: View, id: string): AnyPage {
  const found = findPage(view, id)
  if (!found) throw missing('page', id, view.connection.name)
  return found
}

/** A page, or the block and the page that it is on. */
export function reachBlock(view: View, id: string): { on: AnyPage; pageId: string; block?: Block } {
  const { contents } = view.notion.state
  const page = findPage(view, id)
  if (page) return { on: page, pageId: id }
  for (const [pageId, blocks] of contents) {
    const block = findBlock(blocks, id)
    const on = block && findPage(view, pageId)
    if (on) return { on, pageId, block }
  }
  throw missing('block', id, view.connection.name)
}

function findBlock(blocks: readonly Block[], id: string): Block | undefined {
  for (const block of blocks) {
    const found = block.id === id ? block : findBlock(block.children, id)
    if (found) return found
  }
  return undefined
}

/** A page in the trash is read-only, and so are its children (facts 10). */
export function checkWritable(view: View, { row, page }: AnyPage): void {
  if (row?.inTrash || page?.inTrash) {
    throw invalid("Can't edit block that is archived. You must unarchive the block before editing.")
  }
  for (let id = page?.parentId ?? null; id !== null; ) {
    const parent = findPage(view, id)
    if (parent?.row?.inTrash || parent?.page?.inTrash) {
      throw invalid(
        "Can't edit page on block with an archived ancestor. You must unarchive the ancestor before editing page.",
      )
    }
    id = parent?.page?.parentId ?? null
  }
}
