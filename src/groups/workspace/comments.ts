import { Hono } from 'hono'
import * as z from 'zod/mini'
import { isObject, items, member, text, textMember } from '../../base/json.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { readResults } from './databases.ts'
import { plainText } from './flatten.ts'
import { COMMENTED_PAGE, creating, header, paged, read, reference, uuid, write } from './group.ts'
import { describePage } from './markdown.ts'
import {
  type Connection,
  connect,
  incompleteness,
  needingCapability,
  type PageRequest,
  pageQuery,
  paging,
  readOutcome,
} from './notion.ts'
import { answerOnce } from './once.ts'
import type { Comment, CommentAttachment, CommentPage } from './records.outputs.ts'
import { richText } from './write.ts'

const page = (description: string) =>
  z.object({ page_id: reference(description).check(z.meta({ examples: [COMMENTED_PAGE] })) })

const comments = () => ({
  header: header(),
  param: page('The page'),
  query: z.strictObject(paged('Comments')),
})

const newComment = () => ({
  header: z.object(creating()),
  param: page('The page'),
  json: z
    .strictObject({
      text: z.optional(z.string()).check(
        z.meta({
          description: 'Its words as they are, up to 200,000 characters',
          examples: ['The letterhead is done.'],
        }),
      ),
      markdown: z.optional(z.string()).check(z.meta({ description: 'Instead of text: its words as Markdown' })),
      discussion_id: z
        .optional(uuid())
        .check(z.meta({ description: 'The discussion that it replies to; without it, it starts one' })),
    })
    .check(
      z.refine(({ text, markdown }) => Boolean(text) !== Boolean(markdown), {
        error: 'is required, or markdown in its place, not both',
        path: ['text'],
      }),
    ),
})

const required = requiredFields('workspace', '')

/** Unresolved comments of a page, oldest first. Throws 403 when the token lacks the capability. */
async function listComments(connection: Connection, pageId: string, asked: PageRequest): Promise<CommentPage> {
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
interface NewComment {
  readonly text?: string | undefined
  readonly markdown?: string | undefined
  readonly discussion_id?: string | undefined
}

/**
 * Starts a discussion on the page, or replies in one. Throws 400 for a text longer than a rich text may be, and 502 that says
 * so when the outcome is unknown.
 */
async function createComment(
  connection: Connection,
  pageId: string,
  { text: plain = '', markdown, discussion_id }: NewComment,
): Promise<Comment> {
  const place = discussion_id ? { discussion_id } : { parent: { type: 'page_id', page_id: pageId } }
  const words = markdown ? { markdown } : { rich_text: richText(plain, { at: 'text', warnings: new Set() }) }
  const call = connection.call({ method: 'POST', path: '/comments', body: { ...place, ...words } })
  const written = needingCapability(connection, call, 'insert comments')
  return comment(await readOutcome(written.then((native) => required('', isObject(native) ? native : undefined))))
}

const getComment = async (connection: Connection, id: string): Promise<Comment> =>
  comment(await connection.call({ path: `/comments/${id}` }))

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
    attachments: items(member(native, 'attachments'), (file) => (isObject(file) ? attachment(file) : undefined)),
  }
}

/** A file of a comment: uploaded, at an address elsewhere, or still on its way. */
function attachment(native: unknown): CommentAttachment {
  const uploaded = member(native, 'file')
  const upload = textMember(member(native, 'file_upload'), 'id') ?? textMember(native, 'file_upload_id')
  return {
    category: textMember(native, 'category') ?? null,
    name: textMember(native, 'name') ?? null,
    url: textMember(uploaded, 'url') ?? textMember(member(native, 'external'), 'url') ?? null,
    expiry_time: textMember(uploaded, 'expiry_time') ?? null,
    file_upload_id: upload ?? null,
  }
}

export const commentRoutes = new Hono<AppEnv>()
  .get(
    '/workspace/pages/:page_id/comments',
    read('workspace_list_comments', {
      summary: 'Comments of a page that are not resolved',
      description: 'The `discussion_id` of a comment is for an answer to it.',
      ko: '페이지의 해결되지 않은 댓글',
      search:
        'what did a colleague note on the page, unresolved comments, read the comments, what did people remark on the page, feedback on the document, open discussions, is there a comment I did not answer, what do they want changed, 댓글 읽어, 댓글 있어, 코멘트 뭐 달렸, 의견 뭐, 문서에 달린 댓글, 피드백 뭐, 아직 답 안 한 댓글, 기획서 코멘트',
      title: 'Get the comments of a page',
      input: comments,
      handle: async (c) => listComments(await connect(c), c.req.valid('param').page_id, c.req.valid('query')),
    }),
  )
  .post(
    '/workspace/pages/:page_id/comments',
    write('workspace_create_comment', {
      summary: 'Comment on a page, or answer in a discussion',
      description: 'Give `discussion_id` of workspace_list_comments to answer there.',
      ko: '페이지에 댓글 달기, 토론에 답하기',
      search:
        'reply to the comment of a colleague, leave a comment, comment on the page, answer the comment, reply to the remark, tell the team on the page, give feedback on the document, write a remark, 댓글 달아, 코멘트 남겨, 의견 남겨, 댓글에 답해, 코멘트에 답, 피드백 남겨, 페이지에 한마디, 문서에 댓글',
      title: 'Create a comment',
      wanted: 9,
      effect: 'message',
      details: describePage,
      destructive: false,
      input: newComment,
      handle: async (c) => {
        const connection = await connect(c)
        const { page_id } = c.req.valid('param')
        const body = c.req.valid('json')
        const key = c.req.valid('header')['Idempotency-Key']
        return answerOnce<Comment>({ state: c.get('state'), connection, key, body: { page_id, ...body } }, 201, {
          make: (own) => createComment(own, page_id, body),
          getId: ({ id }) => id ?? '',
          read: (id) => getComment(connection, id),
          bare: (id) => comment({ object: 'comment', id }),
        })
      },
      status: 201,
    }),
  )
