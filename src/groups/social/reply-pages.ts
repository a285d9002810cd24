import { hasStatus } from '../../base/errors.ts'
import { at, flag, identifier, items } from '../../base/json.ts'
import type { FetchPage } from '../../upstream/polling.ts'
import type { Post } from './answers.ts'
import type { Connection } from './connection.ts'
import { parseEntries } from './pages.ts'
import { parsePosts, REPLY_FIELDS } from './posts.ts'

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
 * What is left to read: posts, and the cursor of the next page of each, '' for the first. As a cursor: `id:cursor,...`.
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
