import { Hono } from 'hono'
import { checkKeys, checkText, readBody } from '../body.ts'
import { getNone, invalid, missing, refusal, shouldBe } from '../errors.ts'
import { bodyId, dashed, pathId } from '../ids.ts'
import { richText } from '../markdown/piece.ts'
import { type Notion, type RestEnv, timestamp } from '../product.ts'
import type { View } from '../query/query.ts'
import type { Comment, Json } from '../state.ts'
import { fullUser, partialUser } from '../table/value.ts'
import { readRichText } from '../write/blocks.ts'
import { needs } from './guard.ts'
import { slice } from './paging.ts'
import { reachRow } from './reach.ts'

/**
 * Members and connections, but no guests (facts 7). Pages have at most 100, and their cursor is the id of the next
 * user.
 */
export const userRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .get('/users/me', (c) => {
      const { botId, name, workspaceId, userId } = c.var.connection
      const person = notion.state.users.find(({ id }) => id === userId)
      if (person) return c.json(fullUser(person))
      return c.json({
        object: 'user',
        id: botId,
        name,
        avatar_url: null,
        type: 'bot',
        bot: {
          owner: { type: 'workspace', workspace: true },
          workspace_id: workspaceId,
          workspace_name: '하늘 Studio',
          workspace_limits: { max_file_upload_size_in_bytes: 5_242_880 },
        },
      })
    })
    .get('/users', needs('users'), (c) => {
      if (c.var.connection.userId) {
        throw refusal(403, 'restricted_resource', 'Personal access tokens can only retrieve their own authorized user.')
      }
      const members = notion.state.members.get(c.var.connection.workspaceId)
      const isMember = (id: string) => (members?.get(id) ?? 'page_guest') !== 'page_guest'
      const users = notion.state.users.filter(({ id, kind }) => kind === 'bot' || isMember(id))
      const { items, ...paging } = slice(users, ({ id }) => id, c.req.query())
      return c.json({ object: 'list', results: items.map(fullUser), ...paging, type: 'user', user: {} })
    })

const KEYS = ['parent', 'discussion_id', 'rich_text', 'markdown', 'attachments', 'display_name']

/** Unresolved comments of a page, and one by its id (facts 11). Comments of blocks are not simulated. */
export const commentRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .get('/comments', needs('read_comments'), (c) => {
      const view = { notion, ...c.var }
      const { block_id } = c.req.query()
      const id = dashed(block_id)
      if (!id) {
        throw invalid(
          `query failed validation: query.block_id should be a valid uuid, instead was \`${JSON.stringify(block_id)}\`.`,
        )
      }
      const { row } = reachRow(view, id)
      const all = notion.state.comments.filter(({ pageId }) => pageId === row.id)
      const { items, ...paging } = slice(all, (comment) => comment.id, c.req.query())
      const results = items.map((comment) => commentObject(view, comment))
      return c.json({ object: 'list', results, ...paging, type: 'comment', comment: {} })
    })
    .get('/comments/:id', needs('read_comments'), (c) => {
      const view = { notion, ...c.var }
      const id = pathId('comment_id', c.req.param('id'))
      const found = notion.state.comments.find((comment) => comment.id === id)
      if (!found) throw missing('comment', id, view.connection.name)
      reachRow(view, found.pageId)
      return c.json(commentObject(view, found))
    })
    .post('/comments', needs('insert_comments'), async (c) => {
      const view = { notion, ...c.var }
      const body = await readBody(c, KEYS)
      const place = readPlace(view, body)
      const comment: Comment = {
        id: notion.newId(),
        ...place,
        createdTime: timestamp(notion),
        createdBy: view.connection.botId,
        richText: readContent(body),
      }
      notion.state.comments.push(comment)
      const mayRead = view.connection.capabilities.has('read_comments')
      return c.json(mayRead ? commentObject(view, comment) : { object: 'comment', id: comment.id })
    })

/** A new discussion on a page, or an existing one. */
function readPlace(view: View, { parent, discussion_id }: Json): Pick<Comment, 'pageId' | 'discussionId'> {
  const { notion, connection } = view
  if (parent !== undefined && discussion_id !== undefined) {
    throw shouldBe('body.discussion_id', 'not present', discussion_id)
  }
  if (discussion_id !== undefined) {
    const id = bodyId('body.discussion_id', discussion_id)
    const known = notion.state.comments.find(({ discussionId }) => discussionId === id)
    if (!known) throw missing('discussion', id, connection.name)
    reachRow(view, known.pageId)
    return { pageId: known.pageId, discussionId: id }
  }
  if (parent === undefined) throw getNone('body', ['parent', 'discussion_id'])
  const { page_id } = checkKeys(parent, 'body.parent', ['type', 'page_id'])
  const { row } = reachRow(view, bodyId('body.parent.page_id', page_id))
  if (row.inTrash) throw invalid("Can't edit block that is archived. You must unarchive the block before editing.")
  return { pageId: row.id, discussionId: notion.newId() }
}

/** Of Markdown no more than bold is simulated. */
function readContent({ rich_text, markdown }: Json): Json[] {
  if ((rich_text === undefined) === (markdown === undefined)) throw getNone('body', ['rich_text', 'markdown'])
  if (markdown === undefined) return readRichText(rich_text, 'body.rich_text')
  return checkText(markdown, 'body.markdown', 500_000)
    .split('**')
    .flatMap((words, index) =>
      richText(words).map((piece) => ({
        ...piece,
        annotations: Object.assign({}, piece.annotations, { bold: index % 2 === 1 }),
      })),
    )
}

function commentObject({ notion, connection }: View, comment: Comment): Json {
  const author = notion.state.users.find(({ id }) => id === comment.createdBy)
  const isBot = author?.kind === 'bot'
  return {
    object: 'comment',
    id: comment.id,
    parent: { type: 'page_id', page_id: comment.pageId },
    discussion_id: comment.discussionId,
    created_time: comment.createdTime,
    last_edited_time: comment.createdTime,
    created_by: partialUser(comment.createdBy),
    rich_text: comment.richText,
    ...(comment.attachments && { attachments: comment.attachments }),
    display_name: {
      type: isBot ? 'integration' : 'user',
      resolved_name: isBot ? connection.name : (author?.name ?? null),
    },
  }
}
