import { isObject, member } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { Connection } from './connection.ts'
import { readResults } from './data-sources.ts'
import type { BlockAnswer, BlockChildren } from './pages.answers.ts'
import { bool, text } from './record-page.ts'

export interface Paging {
  readonly page_size: number
  readonly start_cursor?: string | undefined
}

export async function listBlockChildren(connection: Connection, id: string, paging: Paging): Promise<BlockChildren> {
  const { page_size, start_cursor } = paging
  const query = new URLSearchParams({ page_size: String(page_size), ...(start_cursor && { start_cursor }) })
  const native = await connection.call({ path: `/blocks/${id}/children?${query}` })
  return {
    ...SUCCESS.workspace,
    object: text(native, 'object'),
    results: readResults(native).map(block),
    next_cursor: text(native, 'next_cursor'),
    has_more: bool(native, 'has_more'),
    request_id: text(native, 'request_id'),
  }
}

function block(native: unknown): BlockAnswer {
  const type = text(native, 'type')
  const content = member(native, type ?? '')
  const archived = bool(native, 'archived')
  const inTrash = bool(native, 'in_trash')
  return {
    object: text(native, 'object'),
    id: text(native, 'id'),
    type,
    has_children: bool(native, 'has_children'),
    created_time: text(native, 'created_time'),
    last_edited_time: text(native, 'last_edited_time'),
    // Each falls back to the other, as in a record.
    archived: archived ?? inTrash,
    in_trash: inTrash ?? archived,
    content: isObject(content) ? content : null,
  }
}
