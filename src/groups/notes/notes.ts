import { hasStatus } from '../../base/errors.ts'
import { at, flag, identifier, text } from '../../base/json.ts'
import type { Connection } from './connection.ts'
import { fetchAllPages, listPage, type ProductObject, productObject } from './product-objects.ts'

export interface NoteQuery {
  cursor?: string | undefined
  /** 1 to 200, the limit of the product's list. */
  size: number
  keyword?: string | undefined
}

/** One page of the workspace's notes. With a keyword the product has no next page. */
export async function listNotes(connection: Connection, { cursor, size, keyword }: NoteQuery) {
  const path = `/workspaces/${await connection.workspace()}/notes`
  const { items, next } = listPage(await connection.call({ path, query: { cursor, size: String(size), keyword } }))
  return { notes: items, next_cursor: next }
}

/** One note. Throws 404 for an unknown id. */
export const fetchNote = async (connection: Connection, id: string) =>
  productObject(await connection.call({ path: `/notes/${id}` }))

/** All summaries of a note, with their texts. One that the list has without its text is fetched by itself. */
export async function listSummaries(connection: Connection, noteId: string) {
  const path = `/notes/${noteId}/summaries`
  const listed = await fetchAllPages((cursor) => connection.call({ path, query: { cursor } }))
  return Promise.all(listed.map((summary) => withText(connection, path, summary)))
}

async function withText(connection: Connection, path: string, summary: ProductObject): Promise<ProductObject> {
  const id = identifier(summary.id)
  if (id === null || hasWholeText(summary)) return summary
  try {
    const single = productObject(await connection.call({ path: `${path}/${encodeURIComponent(id)}` }))
    return { ...summary, ...single }
  } catch (error) {
    // Deleted in the meantime.
    if (hasStatus(error, 404)) return summary
    throw error
  }
}

const hasWholeText = (summary: ProductObject) =>
  text(at(summary.content, 'content')) !== null &&
  ![summary, summary.content].some((each) => flag(at(each, 'truncated')))

/** All folders of the workspace. */
export async function listFolders(connection: Connection) {
  const path = `/workspaces/${await connection.workspace()}/folders`
  return fetchAllPages((cursor) => connection.call({ path, query: { cursor } }))
}
