import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badGateway, GatewayError, hasStatus } from '../../base/errors.ts'
import { at, count, flag, identifier, items, number, text } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { choice } from '../../gateway/http/fields.ts'
import type { CallDetails } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { APP_REFUSED } from './errors.ts'
import * as inputs from './group.ts'
import { inOrder, OUT_OF_ORDER, OWN_POST, POST, paging, post, range, read, write } from './group.ts'
import { addInsights } from './insights.ts'
import { type PostType, parsePostType } from './media-types.ts'
import type { Post, Profile } from './outputs.ts'
import { type Connection, connect, inUnixSeconds, isoUtc, nextCursor, parseEntries } from './threads.ts'

const postToDelete = () => post('17910000000000297')

const search = () => ({
  query: z
    .strictObject({
      q: z
        .string()
        .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(500, 'must be at most 500 characters'))
        .check(z.meta({ description: 'The words to search for', examples: ['books'] })),
      type: z
        ._default(choice(['top', 'recent']), 'top')
        .check(z.meta({ description: 'top: the most popular posts; recent: the newest' })),
      ...paging(),
      ...range(),
    })
    .check(z.refine(inOrder, OUT_OF_ORDER)),
})

/** The `fields` to request. */
export const PROFILE_FIELDS = 'id,username,name,is_verified,threads_profile_picture_url,threads_biography'

const required = requiredFields('social', 'id', '')

/** Parses the connected account. Throws 502 when the response contains no account. */
export const toProfile = (answer: unknown): Profile => ({
  id: required('id', identifier(at(answer, 'id'))),
  username: text(at(answer, 'username')),
  name: text(at(answer, 'name')),
  is_verified: flag(at(answer, 'is_verified')),
  picture_url: text(at(answer, 'threads_profile_picture_url')),
  biography: text(at(answer, 'threads_biography')),
})

/** The requested fields of a post. One that does not apply is missing in the response. */
const FIELDS = [
  'id',
  'media_type',
  'text',
  'text_attachment',
  'timestamp',
  'username',
  'permalink',
  'media_url',
  'thumbnail_url',
  'gif_url',
  'alt_text',
  'link_attachment_url',
  'topic_tag',
  'children',
  'is_quote_post',
  'quoted_post',
  'reposted_post',
  'has_replies',
  'is_reply',
  'is_reply_owned_by_me',
  'replied_to',
  'root_post',
  'hide_status',
] as const

/** The `fields` parameter of replies. Without it the product returns only ids. */
export const REPLY_FIELDS = FIELDS.join(',')

const OPTIONS = ['a', 'b', 'c', 'd'] as const
const POLL_FIELDS = [
  ...OPTIONS.map((option) => `option_${option}`),
  ...OPTIONS.map((option) => `option_${option}_votes_percentage`),
  'total_votes',
  'expiration_timestamp',
]

/** The `fields` parameter of posts. Only they are known to have the field of a poll. */
export const POST_FIELDS = `${REPLY_FIELDS},poll_attachment{${POLL_FIELDS.join(',')}}`

/** Which post a call is about, for a person to agree to it. */
export const postDetails: CallDetails = async (c, { id }) => {
  const { username, text } = await readPost(connect(c), String(id))
  return { username, text }
}

/** Reads one post or reply. Throws 404 when there is none. */
export const readPost = async (connection: Connection, id: string): Promise<Post> =>
  parsePost(await connection.call({ path: `/${id}`, fields: { fields: POST_FIELDS } }), id)

/**
 * Parses one post. Throws 502 when the response has no field of a post.
 *
 * @param id the requested post
 */
export function parsePost(answer: unknown, id: string): Post {
  const isPost = FIELDS.some((field) => at(answer, field) !== undefined)
  return translate(required('', isPost ? answer : undefined), getId(answer) ?? id)
}

/** Parses a page of posts or replies. A post without an id is left out. Throws 502 when the response is no page. */
export const parsePosts = (answer: unknown): { posts: Post[]; next_cursor: string | null } => ({
  posts: items(parseEntries(answer), (post) => {
    const id = getId(post)
    return id === null ? null : translate(post, id)
  }),
  next_cursor: nextCursor(answer),
})

const getId = (object: unknown): string | null => identifier(at(object, 'id'))

function translate(post: unknown, id: string): Post {
  const getText = (field: (typeof FIELDS)[number]) => text(at(post, field))
  const getFlag = (field: (typeof FIELDS)[number]) => flag(at(post, field))
  const type = parsePostType(getText('media_type'))
  const quoted_post = getId(at(post, 'quoted_post'))
  const reply_to = getId(at(post, 'replied_to'))
  return {
    id,
    type,
    text: getText('text'),
    long_text: text(at(post, 'text_attachment', 'plaintext')),
    published_at: isoUtc(at(post, 'timestamp')),
    username: getText('username'),
    url: getText('permalink'),
    media_url: getText('media_url') ?? getText('gif_url'),
    thumbnail_url: getText('thumbnail_url'),
    alt_text: getText('alt_text'),
    link: getText('link_attachment_url'),
    topic: getText('topic_tag'),
    items: parseChildren(at(post, 'children'), type),
    is_quote: getFlag('is_quote_post') ?? (quoted_post ? true : null),
    quoted_post,
    reposted_post: getId(at(post, 'reposted_post')),
    has_replies: getFlag('has_replies'),
    is_reply: getFlag('is_reply') ?? (reply_to ? true : null),
    is_own_reply: getFlag('is_reply_owned_by_me'),
    reply_to,
    root_post: getId(at(post, 'root_post')),
    hide_status: getText('hide_status'),
    poll: parsePoll(at(post, 'poll_attachment')),
  }
}

/** A poll has two to four options, named by letters. Their shares of the votes are fractions. */
function parsePoll(poll: unknown): Post['poll'] {
  const options = OPTIONS.flatMap((option) => {
    const words = text(at(poll, `option_${option}`))
    return words === null ? [] : [{ text: words, share: number(at(poll, `option_${option}_votes_percentage`)) }]
  })
  if (options.length === 0) return null
  return { options, total_votes: count(at(poll, 'total_votes')), ends_at: isoUtc(at(poll, 'expiration_timestamp')) }
}

/** Only a carousel has items. For a carousel, or a post of unknown type, unreadable items are null. */
function parseChildren(children: unknown, type: PostType | null): string[] | null {
  const data = Array.isArray(children) ? children : at(children, 'data')
  if (Array.isArray(data)) return items(data, getId)
  const isSingle = type !== null && type !== 'carousel'
  return isSingle && (children === undefined || children === null) ? [] : null
}

/** Deletes a post or reply of the account. */
async function deletePost(connection: Connection, id: string): Promise<void> {
  const answer = await connection.call({ method: 'DELETE', path: `/${id}` })
  if (isDenied(answer)) throw badGateway('the social service did not delete the post')
}

/** Hides a reply and everything below it, or shows them again. Throws 403 for a reply to somebody else's post. */
export async function hideReply(connection: Connection, id: string, hide: boolean): Promise<void> {
  try {
    const answer = await connection.call({
      method: 'POST',
      path: `/${id}/manage_reply`,
      fields: { hide: String(hide) },
    })
    if (isDenied(answer)) throw badGateway('the social service did not change the reply')
  } catch (error) {
    if (!hasStatus(error, 403) || error.reason === APP_REFUSED) throw error
    // The product uses the same code for a missing permission and for somebody else's post.
    const { message, reason } = error
    throw new GatewayError(403, `${message}; or the reply is not to a post of the account`, { reason })
  }
}

/** A response without an error means success, unless it says otherwise. */
const isDenied = (answer: unknown): boolean => flag(at(answer, 'success')) === false

/** As many posts as there are calls for, after that of the list. */
const getLimitWithInsights = ({ upstream }: Connection, limit: number): number =>
  Math.max(1, Math.min(limit, inputs.MOST_WITH_INSIGHTS, upstream.budget.callsLeft - 1))

export const postRoutes = new Hono<AppEnv>()
  .get(
    '/social/me',
    read('social_get_user', {
      summary: 'The connected social account',
      description: 'Whose account of Threads it is.',
      ko: '연결된 소셜 계정',
      search:
        'my Threads profile, which account is connected, my handle, my bio, my picture, name on Threads, 스레드 프로필, 내 스레드 계정, 스레드 아이디, 소개글, 프로필 사진, 내 핸들',
      title: 'Get the account',
      handle: async (c) => ({
        ...SUCCESS.social,
        user: toProfile(await connect(c).call({ path: '/me', fields: { fields: PROFILE_FIELDS } })),
      }),
    }),
  )
  .get(
    '/social/posts',
    read('social_list_posts', {
      summary: 'Posts of the account, newest first',
      description:
        'The `id` of each is what the other operations take. With `insights`, each has its views, likes and other counts: so one call shows which did best. Go on with `next_cursor` as `after`.',
      ko: '계정의 게시물, 최신순',
      search:
        '내가 뭐 썼, which of my posts got the most hearts, my posts, what did I post lately, my last post, posts of this month, what I wrote on Threads, my newest posts, how many posts, which post did best, did I post yesterday, 내가 올린 글, 최근 게시물, 내 글 목록, 마지막 글, 스레드에 뭐 올렸, 이번 달 올린 글, 내가 쓴 글, 글 몇 개 올렸',
      title: 'Get many posts',
      wanted: 2,
      tool: {
        shown: { '': 'success posts next_cursor', 'posts.[]': `${OWN_POST} insights insights_error` },
      },
      input: inputs.ownPosts,
      handle: async (c) => {
        const { insights, ...query } = c.req.valid('query')
        const connection = connect(c)
        const limit = insights ? getLimitWithInsights(connection, query.limit) : query.limit
        const fields = { fields: POST_FIELDS, ...inUnixSeconds({ ...query, limit }) }
        const { posts, next_cursor } = parsePosts(await connection.call({ path: '/me/threads', fields }))
        return { ...SUCCESS.social, posts: insights ? await addInsights(connection, posts) : posts, next_cursor }
      },
    }),
  )
  .get(
    '/social/posts/:id',
    read('social_get_post', {
      summary: 'One post or reply',
      description: 'The id comes from a list of posts or replies, or from social_create_post.',
      ko: '게시물이나 답글 하나',
      search:
        'show the post by its id, text of this post, is the post still up, link of the post, who wrote it, when was it posted, 게시물 하나 보여, 이 글 내용, 글 아직 있, 누가 쓴 글, 글 링크, 언제 올린 글',
      title: 'Get a post',
      input: inputs.post,
      handle: async (c) => ({
        ...SUCCESS.social,
        post: await readPost(connect(c), c.req.valid('param').id),
      }),
    }),
  )
  .delete(
    '/social/posts/:id',
    write('social_delete_post', {
      summary: 'Delete a post or a reply',
      description: 'For good. The id comes from social_list_posts.',
      ko: '게시물이나 답글 삭제',
      search:
        'delete the post, take it down, remove what I posted, the post has to go, unpublish, delete my last post, delete my reply, 글 지워, 게시물 삭제, 방금 올린 글 지워, 글 내려, 스레드 글 없애, 답글 지워, 올린 거 삭제',
      title: 'Delete a post',
      effect: 'deletion',
      details: postDetails,
      idempotent: true,
      input: postToDelete,
      handle: async (c) => {
        const { id } = c.req.valid('param')
        await deletePost(connect(c), id)
        return { ...SUCCESS.social, deleted_id: id }
      },
    }),
  )

export const searchRoutes = new Hono<AppEnv>().get(
  '/social/search',
  read('social_search', {
    summary: 'Search public posts for words',
    description:
      'Until the service approves the app for this, it finds only posts of the account. It allows 2,200 searches in 24 hours; searches that find nothing do not count.',
    ko: '공개 게시물 검색',
    search:
      'posts about something, what do people say about on Threads, search Threads for a word, posts about a topic, what is trending, is anybody talking about our brand, public opinion, posts of others, 스레드에서 검색, 스레드 반응 어때, 사람들이 뭐라고 해, 다른 사람 글 찾아, 우리 브랜드 얘기, 스레드에서 요즘, 관련 글 찾아, 주제 글',
    title: 'Search public posts',
    tool: {
      shown: { '': 'success posts next_cursor', 'posts.[]': POST },
      hidden: ['since', 'until'],
    },
    input: search,
    handle: async (c) => {
      const { type, ...query } = c.req.valid('query')
      const fields = { fields: POST_FIELDS, search_type: type.toUpperCase(), ...inUnixSeconds(query) }
      return { ...SUCCESS.social, ...parsePosts(await connect(c).call({ path: '/keyword_search', fields })) }
    },
  }),
)
