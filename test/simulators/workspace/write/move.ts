import { checkKeys } from '../body.ts'
import { getNone, invalid } from '../errors.ts'
import { bodyId } from '../ids.ts'
import type { Piece } from '../markdown/piece.ts'
import { timestamp } from '../product.ts'
import type { View } from '../query/query.ts'
import { type AnyPage, checkWritable, findPage, reachDataSource, reachPage } from '../rest/reach.ts'
import type { Block } from '../state.ts'

/** Moves a page or a row below a page or into a table. Columns of the same name and type keep their values (facts 13). */
export function moved(view: View, found: AnyPage, given: unknown): AnyPage {
  const { page_id, data_source_id } = checkKeys(given, 'body.parent', ['type', 'page_id', 'data_source_id'])
  const { state } = view.notion
  const page = found.row ?? found.page
  const own = { createdTime: page.createdTime, createdBy: page.createdBy, inTrash: page.inTrash }
  const common = { ...own, id: page.id, lastEditedTime: timestamp(view.notion), lastEditedBy: view.connection.botId }
  if (page_id !== undefined) {
    const parentId = bodyId('body.parent.page_id', page_id)
    const target = reachPage(view, parentId)
    checkWritable(view, target)
    for (let id: string | null = parentId; id !== null; id = findPage(view, id)?.page?.parentId ?? null) {
      if (id === page.id) throw invalid('Cannot move a page below itself.')
    }
    takeOut(view, page.id)
    const title = titleOf(found)
    const content = { title: title.map(({ plain_text }) => plain_text).join('') }
    const block: Block = {
      id: page.id,
      type: 'child_page',
      content,
      children: [],
      ...own,
      lastEditedTime: common.lastEditedTime,
    }
    state.contents.set(parentId, [...(state.contents.get(parentId) ?? []), block])
    const loose = { ...common, parentId, title }
    state.pages.unshift(loose)
    return { page: loose }
  }
  if (data_source_id === undefined) throw getNone('body.parent', ['page_id', 'data_source_id'])
  const table = reachDataSource(view, bodyId('body.parent.data_source_id', data_source_id))
  takeOut(view, page.id)
  const title = table.columns.find(({ type }) => type === 'title')?.name ?? ''
  const values = new Map<string, unknown>([[title, titleOf(found)]])
  for (const column of table.columns) {
    const old = found.table?.columns.find(({ name, type }) => name === column.name && type === column.type)
    if (old && found.row?.values.has(old.name)) values.set(column.name, found.row.values.get(old.name))
  }
  const numbers = state.rows.filter((one) => one.dataSourceId === table.id).map(({ number }) => number)
  const row = { ...common, dataSourceId: table.id, publicUrl: null, number: Math.max(0, ...numbers) + 1, values }
  state.rows.unshift(row)
  return { row, table }
}

function takeOut({ notion }: View, id: string): void {
  const { state } = notion
  state.pages = state.pages.filter((one) => one.id !== id)
  state.rows = state.rows.filter((one) => one.id !== id)
  for (const [pageId, blocks] of state.contents)
    state.contents.set(
      pageId,
      blocks.filter((one) => one.id !== id),
    )
}

function titleOf({ row, table, page }: AnyPage): Piece[] {
  if (page) return page.title
  const value = row.values.get(table.columns.find(({ type }) => type === 'title')?.name ?? '')
  return Array.isArray(value) ? value : []
}
