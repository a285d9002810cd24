import { richText } from './markdown/piece.ts'
import { type Notion, timestamp } from './product.ts'
import { USERS } from './seed/ids.ts'
import type { Comment, LoosePage, Row } from './state.ts'
import type { Webhooks } from './webhooks.ts'
import { addPage, addRow } from './write/pages.ts'

/** Changes that people make in the workspace. The product notifies its webhooks (facts 12). */
export interface Happenings {
  /** @param values by column name, in the product's format of their type */
  createRow(dataSourceId: string, values: Readonly<Record<string, unknown>>): Row
  editRow(id: string, values: Readonly<Record<string, unknown>>): Row
  createPage(parentId: string, title: string): LoosePage
  renamePage(id: string, title: string): LoosePage
  /** Somebody writes in a page or row: in lists, only the time of the last edit changes. */
  editContent(id: string): void
  /** Moves it into the trash, or out of it. */
  trash(id: string, inTrash?: boolean): void
  comment(rowId: string, text: string): Comment
}

export function happenings(notion: Notion, webhooks: Webhooks): Happenings {
  const { state, newId } = notion
  const row = (id: string) => state.rows.find((one) => one.id === id)
  const page = (id: string) => state.pages.find((one) => one.id === id)
  const either = (id: string): Row | LoosePage => {
    const found = row(id) ?? page(id)
    if (!found) throw new Error(`there is no page ${id}`)
    return found
  }
  const touch = <Page extends Row | LoosePage>(found: Page): Page => {
    found.lastEditedTime = timestamp(notion)
    found.lastEditedBy = USERS.jiwoo
    return found
  }
  const getParent = (found: Row | LoosePage) =>
    'dataSourceId' in found
      ? {
          id: state.dataSources.find(({ id }) => id === found.dataSourceId)?.databaseId ?? '',
          type: 'database',
          data_source_id: found.dataSourceId,
        }
      : { id: found.parentId ?? '', type: found.parentId === null ? 'space' : 'page' }
  const tell = (type: string, found: Row | LoosePage, data: Readonly<Record<string, unknown>> = {}) =>
    webhooks.note(type, { id: found.id, type: 'page' }, { parent: getParent(found), ...data })
  return {
    createRow(dataSourceId, values) {
      const added = addRow(notion, USERS.jiwoo, dataSourceId, new Map(Object.entries(values)))
      tell('page.created', added)
      return added
    },
    editRow(id, values) {
      const found = row(id)
      if (!found) throw new Error(`there is no row ${id}`)
      for (const [name, value] of Object.entries(values)) found.values.set(name, value)
      const columns = state.dataSources.find((one) => one.id === found.dataSourceId)?.columns ?? []
      const updated_properties = columns.filter(({ name }) => Object.hasOwn(values, name)).map((column) => column.id)
      tell('page.properties_updated', touch(found), { updated_properties })
      return found
    },
    createPage(parentId, title) {
      const added = addPage(notion, USERS.jiwoo, parentId, richText(title))
      tell('page.created', added)
      return added
    },
    renamePage(id, title) {
      const found = page(id)
      if (!found) throw new Error(`there is no page ${id}`)
      found.title = richText(title)
      tell('page.properties_updated', touch(found), { updated_properties: ['title'] })
      return found
    },
    editContent(id) {
      tell('page.content_updated', touch(either(id)), { updated_blocks: [] })
    },
    trash(id, inTrash = true) {
      const found = touch(either(id))
      found.inTrash = inTrash
      tell(inTrash ? 'page.deleted' : 'page.undeleted', found)
    },
    comment(rowId, text) {
      const added: Comment = {
        ...{ id: newId(), pageId: rowId, discussionId: newId() },
        ...{ createdTime: timestamp(notion), createdBy: USERS.jiwoo, richText: richText(text) },
      }
      state.comments.push(added)
      const data = { page_id: rowId, parent: { id: rowId, type: 'page' } }
      webhooks.note('comment.created', { id: added.id, type: 'comment' }, data)
      return added
    },
  }
}
