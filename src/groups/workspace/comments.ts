import { isObject, items, member, text, textMember } from '../../base/json.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { needingCapability } from './capability.ts'
import type { Connection } from './connection.ts'
import { readResults } from './data-sources.ts'
import type { Comment, CommentPage } from './finding.answers.ts'
import { plainText } from './flatten/value.ts'
import { incompleteness, type PageRequest, pageQuery, paging } from './lists.ts'
import { richText } from './write/text.ts'

const required = requiredFields('workspace', '')

/** Unresolved comments of a page, oldest first. Throws 403 when the token lacks the capability. */
export async function listComments(connection: Connection, pageId: string, asked: PageRequest): Promise<CommentPage> {
  const path = `/comments?${pageQuery(asked, { block_id: pageId })}`
  const answer = await needingCapability(connection, connection.call({ path }), 'read comments')
  return {
    object: 'list',
    results: readResults(answer).map(comment),
    ...paging(answer),
    warnings: incompleteness(answer),
  }
}

/** The text, as plain text or Markdown, and the discussion that it replies to, if any. */
export interface NewComment {
  readonly text?: string | undefined
  readonly markdown?: string | undefined
  readonly discussion_id?: string | undefined
}

/** Starts a discussion on the page, or replies in one. Throws 400 for a text longer than a rich text may be. */
export async function createComment(
  connection: Connection,
  pageId: string,
  { text: plain = '', markdown, discussion_id }: NewComment,
): Promise<Comment> {
  const place = discussion_id ? { discussion_id } : { parent: { type: 'page_id', page_id: pageId } }
  const words = markdown ? { markdown } : { rich_text: richText(plain, { at: 'text', warnings: new Set() }) }
  const call = connection.call({ method: 'POST', path: '/comments', body: { ...place, ...words } })
  const answer = await needingCapability(connection, call, 'insert comments')
  return comment(required('', isObject(answer) ? answer : undefined))
}

/** Without the capability to read comments the product returns only the id. */
export function comment(native: unknown): Comment {
  const parent = member(native, 'parent')
  const rich = member(native, 'rich_text')
  return {
    object: textMember(native, 'object') ?? null,
    id: textMember(native, 'id') ?? null,
    discussion_id: textMember(native, 'discussion_id') ?? null,
    parent: isObject(parent) ? parent : null,
    created_time: textMember(native, 'created_time') ?? null,
    last_edited_time: textMember(native, 'last_edited_time') ?? null,
    created_by: textMember(member(native, 'created_by'), 'id') ?? null,
    author: text(member(member(native, 'display_name'), 'resolved_name')),
    text: plainText(rich) ?? null,
    rich_text: items(rich, (piece) => (isObject(piece) ? piece : null)),
  }
}
