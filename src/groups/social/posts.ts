import { at, count, flag, identifier, items, number, text } from '../../base/json.ts'
import type { CallDetails } from '../../gateway/operation-type.ts'
import type { Post } from './answers.ts'
import { type Connection, connect } from './connection.ts'
import { type PostType, parsePostType } from './media-types.ts'
import { nextCursor, parseEntries } from './pages.ts'
import { required } from './profile.ts'
import { isoUtc } from './timestamps.ts'

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
