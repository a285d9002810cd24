import type { Connection } from './connection.ts'
import { fetchAllPages, listPage, productObject } from './product-objects.ts'

export interface NoteQuery {
  cursor?: string | undefined
  /** 1 to 200, the limit of the product's list. */
  size: number
  keyword?: string | undefined
}

/** One page of the workspace's notes. With a keyword the product has no next page (notes facts, section 3). */
export async function listNotes(connection: Connection, { cursor, size, keyword }: NoteQuery) {
  const path = `/workspaces/${await connection.workspace()}/notes`
  const { items, next } = listPage(await connection.call({ path, query: { cursor, size: String(size), keyword } }))
  return { notes: items, next_cursor: next }
}

/** One note. Throws 404 for an unknown id. */
export const fetchNote = async (connection: Connection, id: string) =>
  productObject(await connection.call({ path: `/notes/${id}` }))

/** All summaries of a note. */
export const listSummaries = (connection: Connection, id: string) =>
  fetchAllPages((cursor) => connection.call({ path: `/notes/${id}/summaries`, query: { cursor } }))

/** All folders of the workspace. */
export async function listFolders(connection: Connection) {
  const path = `/workspaces/${await connection.workspace()}/folders`
  return fetchAllPages((cursor) => connection.call({ path, query: { cursor } }))
}
