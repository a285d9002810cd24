import type { Outgoing } from '../../upstream/outgoing.ts'
import { allPages, objectOf, pageOf } from './product-objects.ts'
import { callTiro } from './tiro.ts'
import { workspaceOf } from './workspace.ts'

export interface NoteQuery {
  cursor?: string | undefined
  /** 1 to 200, the cap of the product's list. */
  size: number
  keyword?: string | undefined
}

/** One page of the workspace's notes. With a keyword the product has no next page (notes facts, section 3). */
export async function listNotes(outgoing: Outgoing, { cursor, size, keyword }: NoteQuery) {
  const path = `/workspaces/${await workspaceOf(outgoing)}/notes`
  const { items, next } = pageOf(await callTiro(outgoing, { path, query: { cursor, size: String(size), keyword } }))
  return { notes: items, next_cursor: next }
}

/** One note; an unknown id is 404. */
export const noteOf = async (outgoing: Outgoing, id: string) =>
  objectOf(await callTiro(outgoing, { path: `/notes/${id}` }), 'guid')

/** All summaries of a note. */
export const summariesOf = (outgoing: Outgoing, id: string) =>
  allPages((cursor) => callTiro(outgoing, { path: `/notes/${id}/summaries`, query: { cursor } }))

/** All folders of the workspace. */
export async function listFolders(outgoing: Outgoing) {
  const path = `/workspaces/${await workspaceOf(outgoing)}/folders`
  return allPages((cursor) => callTiro(outgoing, { path, query: { cursor } }))
}
