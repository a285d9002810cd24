import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError, hasStatus } from '../../base/errors.ts'
import { at, flag, identifier, items } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { jsonBoolean } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { FetchPage } from '../../upstream/polling.ts'
import * as inputs from './group.ts'
import { POST, paging, post, postId, read, write } from './group.ts'
import type { Mention, Post } from './outputs.ts'
import { hideReply, parsePosts, REPLY_FIELDS } from './posts.ts'
import { type Connection, connect, inUnixSeconds, nextCursor, parseEntries } from './threads.ts'

export const replies = () => ({ ...post(), query: z.strictObject(paging()) })

const hiding = () => ({
  param: z.object({
    id: postId('The id of a reply to a post of the account').check(z.meta({ examples: ['17910000000001481'] })),
  }),
  json: z.strictObject({
    hide: jsonBoolean().check(z.meta({ description: 'true hides the reply, false shows it again', examples: [true] })),
  }),
})

/** How many of the newest posts are read. */
export const POSTS = 25
/** The most replies of one page. */
const REPLIES = 100

interface OwnPosts {
  /** The owner's id. Undefined without posts. */
  owner: string | undefined
  /** Ids of the posts that may have replies, newest first. */
  answered: readonly string[]
}

/** The newest posts of the account, in one call. */
export async function fetchOwnPosts(connection: Connection): Promise<OwnPosts> {
  const fields = { fields: 'id,owner,has_replies', limit: POSTS }
  const posts = parseEntries(await connection.call({ path: '/me/threads', fields }))
  const [owner] = items(posts, (post) => identifier(at(post, 'owner', 'id')))
  const answered = items(posts, (post) => (flag(at(post, 'has_replies')) === false ? null : identifier(at(post, 'id'))))
  return { owner, answered }
}

/**
 * The queue of reads: posts, and the cursor of the next page of each, '' for the first. As a cursor: `id:cursor,...`.
 */
type Queue = readonly (readonly [post: string, cursor: string])[]

const getPlace = (queue: Queue) => (queue.length === 0 ? undefined : queue.map((entry) => entry.join(':')).join(','))

const parseQueue = (place: string): Queue =>
  place.split(',').map((entry) => {
    const [post = '', cursor = ''] = entry.split(':')
    return [post, cursor] as const
  })

/**
 * Pages of the conversations below posts, with this many posts per page. A conversation is read until a page contains a
 * reply older than `since`, in epoch milliseconds.
 */
export function pagesOfReplies(
  connection: Connection,
  posts: readonly string[],
  { together, since }: { together: number; since: number },
): FetchPage<Post> {
  return async (place) => {
    const queue = place === undefined ? posts.map((post) => [post, ''] as const) : parseQueue(String(place))
    const rows: Post[] = []
    const more: (readonly [string, string])[] = []
    for (const [post, cursor] of queue.slice(0, together)) {
      const { posts: replies, next_cursor } = await fetchConversation(connection, post, cursor)
      rows.push(...replies)
      const isOld = replies.some(({ published_at }) => Date.parse(published_at ?? '') < since)
      if (next_cursor !== null && replies.length > 0 && !isOld) more.push([post, encodeURIComponent(next_cursor)])
    }
    return { rows, next: getPlace([...more, ...queue.slice(together)]) }
  }
}

/** A post that was deleted has no replies. */
async function fetchConversation(connection: Connection, post: string, cursor: string) {
  const after = cursor === '' ? undefined : decodeURIComponent(cursor)
  const fields = { fields: REPLY_FIELDS, limit: REPLIES, after }
  try {
    return parsePosts(await connection.call({ path: `/${post}/conversation`, fields }))
  } catch (error) {
    if (hasStatus(error, 404)) return { posts: [], next_cursor: null }
    throw error
  }
}

export const replyRoutes = new Hono<AppEnv>().get(
  '/social/posts/:id/replies',
  read('social_list_replies', {
    summary: 'The replies to a post, newest first',
    description: 'Direct replies only; social_get_conversation has replies of every depth.',
    ko: '게시물의 답글, 최신순',
    search:
      'comments on my newest post, check what people replied, what are people saying under my post, replies to my post, what did people answer, comments below my post, who replied, reactions in words, new replies, 답글 뭐 달렸, 내 글에 달린 댓글, 댓글 읽어, 누가 답했, 사람들이 뭐라고 달았, 답글 보여, 댓글 몇 개',
    title: 'Get the replies to a post',
    wanted: 3,
    tool: {
      shown: { '': 'success replies next_cursor', 'replies.[]': POST },
    },
    input: replies,
    handle: async (c) => {
      const path = `/${c.req.valid('param').id}/replies`
      const fields = { fields: REPLY_FIELDS, ...c.req.valid('query') }
      const { posts: replies, next_cursor } = parsePosts(await connect(c).call({ path, fields }))
      return { ...SUCCESS.social, replies, next_cursor }
    },
  }),
)

/** How many of the account's own replies are read in a page, and how many pages for one page of mentions. */
const OWN_REPLIES = 100
const MOST_PAGES = 3

interface Answered {
  mentions: Mention[]
  /** Why it is not known of some. */
  answered_error?: string
}

/**
 * Says of each mention whether the account has answered it. The product does not, so the replies that the account has
 * written since the oldest of them are read. If they cannot all be read, those that are not found among them stay unknown.
 */
async function addAnswered(connection: Connection, mentions: readonly Post[]): Promise<Answered> {
  const open = mentions.filter(({ has_replies }) => has_replies !== false)
  const { targets, error } = open.length > 0 ? await findTargets(connection, open) : NO_TARGETS
  const isOpen = new Set(open.map(({ id }) => id))
  const marked = mentions.map((mention) => {
    if (targets.has(mention.id)) return { ...mention, answered: true }
    return { ...mention, answered: error !== undefined && isOpen.has(mention.id) ? null : false }
  })
  return {
    mentions: marked,
    ...(error !== undefined && marked.some(({ answered }) => answered === null) && { answered_error: error }),
  }
}

interface Targets {
  /** What the account has replied to. */
  targets: ReadonlySet<string>
  /** Why there may be more. */
  error?: string
}

const NO_TARGETS: Targets = { targets: new Set() }

/** What the account has replied to since the oldest of these posts. Throws when the token is dead. */
async function findTargets(connection: Connection, posts: readonly Post[]): Promise<Targets> {
  const times = posts.map(({ published_at }) => Date.parse(published_at ?? ''))
  const since = times.some(Number.isNaN) ? undefined : Math.min(...times)
  const targets = new Set<string>()
  let error: string | undefined
  let after: string | undefined
  try {
    for (let page = 0; page < MOST_PAGES; page++) {
      const fields = { fields: 'id,replied_to', limit: OWN_REPLIES, after, ...inUnixSeconds({ since }) }
      const answer = await connection.call({ path: '/me/replies', fields })
      const replies = parseEntries(answer)
      const parents = items(replies, (reply) => identifier(at(reply, 'replied_to', 'id')))
      for (const parent of parents) targets.add(parent)
      if (parents.length < replies.length)
        error = 'the social service does not say what some replies of the account answer'
      const isLast = replies.length < OWN_REPLIES && at(answer, 'paging', 'next') === undefined
      const next = isLast ? null : nextCursor(answer)
      if (next === null || posts.every(({ id }) => targets.has(id)))
        return { targets, ...(error !== undefined && { error }) }
      after = next
    }
    return {
      targets,
      error: `only ${MOST_PAGES * OWN_REPLIES} replies of the account since then were looked at, and there are more`,
    }
  } catch (failure) {
    if (!(failure instanceof GatewayError) || failure.status === 401) throw failure
    return { targets, error: failure.message }
  }
}

export const mentionRoutes = new Hono<AppEnv>()
  .get(
    '/social/mentions',
    read('social_list_mentions', {
      summary: 'Posts of others that mention the account, newest first',
      description:
        '`answered` says whether the account has replied to it. The `id` of each may be answered by social_create_post with `reply_to`.',
      ko: '계정을 언급한 게시물, 최신순',
      search:
        '태그한 사람들, who mentioned me, was I tagged, posts about me, did somebody mention us, unanswered mentions, 나를 언급한 글, 나 태그한, 누가 나 언급, 우리 가게 태그, 멘션 온 거, 언급된 글, 나 불렀',
      title: 'Get mentions',
      wanted: 5,
      tool: {
        shown: { '': 'success mentions next_cursor answered_error', 'mentions.[]': `${POST} answered` },
      },
      input: inputs.posts,
      handle: async (c) => {
        const fields = { fields: REPLY_FIELDS, ...inUnixSeconds(c.req.valid('query')) }
        const connection = connect(c)
        const { posts, next_cursor } = parsePosts(await connection.call({ path: '/me/mentions', fields }))
        return { ...SUCCESS.social, ...(await addAnswered(connection, posts)), next_cursor }
      },
    }),
  )
  .get(
    '/social/posts/:id/conversation',
    read('social_get_conversation', {
      summary: 'All replies below a post, of every depth, newest first',
      description: 'The id is that of a post of the account.',
      ko: '게시물 아래의 모든 답글, 최신순',
      search:
        'replies to replies, whole conversation below the post, all replies of every depth, back and forth, the discussion under my post, answers to answers, 대화 전체, 댓글 전부, 대댓글까지, 글 아래 대화, 주고받은 답글',
      title: 'Get the conversation below a post',
      tool: {
        shown: { '': 'success replies next_cursor', 'replies.[]': POST },
      },
      input: replies,
      handle: async (c) => {
        const path = `/${c.req.valid('param').id}/conversation`
        const fields = { fields: REPLY_FIELDS, ...c.req.valid('query') }
        const { posts: replies, next_cursor } = parsePosts(await connect(c).call({ path, fields }))
        return { ...SUCCESS.social, replies, next_cursor }
      },
    }),
  )
  .post(
    '/social/replies/:id/hide',
    write('social_hide_reply', {
      summary: 'Hide a reply to a post of the account, or show it again',
      description: 'Replies to it are hidden too. A reply to a reply cannot be hidden by itself.',
      ko: '답글 숨기기와 다시 보이기',
      search:
        'hide the reply, hide a rude comment, hide spam below my post, show the reply again, unhide, 댓글 숨겨, 답글 숨기기, 악플 가려, 스팸 댓글 숨겨, 숨긴 답글 다시 보이게, 광고 댓글 가려',
      title: 'Hide a reply',
      destructive: false,
      idempotent: true,
      input: hiding,
      handle: async (c) => {
        const { id } = c.req.valid('param')
        const { hide } = c.req.valid('json')
        await hideReply(connect(c), id, hide)
        return { ...SUCCESS.social, id, hidden: hide }
      },
    }),
  )
