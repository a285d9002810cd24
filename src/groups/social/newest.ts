import { sleep } from '../../base/platform.ts'
import type { Post } from './answers.ts'
import type { Connection } from './connection.ts'
import { createdMediaType, parsePostType } from './media-types.ts'
import type { NewPost } from './new-post.schemas.ts'
import type { Prepared } from './pending.ts'
import { parsePosts, REPLY_FIELDS } from './posts.ts'
import { canWait, KNOWN_WAITS_MS } from './preparing.ts'
import { inUnixSeconds } from './timestamps.ts'

/** Posts per call, and calls. An account publishes at most 1,250 posts a day. */
const PAGE = 100
const MOST_PAGES = 13

/** How far the clocks of the gateway and of the product may differ, in milliseconds. */
const CLOCK_MS = 60_000

/** How long after the start of an attempt its post may be published, in milliseconds. */
const LATE_MS = 2 * 60_000

/** The id of the account's own post that this request was to publish. Undefined when none is listed. */
export async function findPost(connection: Connection, post: NewPost, pending: Prepared): Promise<string | undefined> {
  const type = parsePostType(createdMediaType(post))
  const isAlike = (each: Post) =>
    each.type === type &&
    (!each.reply_to || each.reply_to === post.reply_to) &&
    (!each.quoted_post || each.quoted_post === post.quote)
  let alike: Post[] = []
  const found = await findAmong(connection, post.reply_to ? '/me/replies' : '/me/threads', pending, (posts) => {
    alike = posts.filter(isAlike)
    return alike.find((each) => splitWords(each.text) === splitWords(post.text))?.id
  })
  // The product may reword a text, for example one that contains a topic. A single candidate must be the post.
  return found ?? (alike.length === 1 ? alike[0]?.id : undefined)
}

/** The id of the account's repost of this post. Undefined when none is listed. */
export const findRepost = (connection: Connection, of: string, pending: Prepared): Promise<string | undefined> =>
  findAmong(connection, '/me/threads', pending, (posts) => posts.find(({ reposted_post }) => reposted_post === of)?.id)

/** Searches several times, because the product's lists may lag. Searches once when the request has no time for more. */
export async function findInTime(
  connection: Connection,
  find: () => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const wait of [...KNOWN_WAITS_MS, undefined]) {
    const found = await find()
    if (found !== undefined || wait === undefined || !canWait(connection, wait)) return found
    await sleep(connection.upstream.platform, wait)
  }
  return undefined
}

/** The first matching post within the time of the last attempt, in the order of the list. */
async function findAmong(
  connection: Connection,
  path: string,
  { containerAt = 0, sentAt }: Prepared,
  pick: (posts: readonly Post[]) => string | undefined,
): Promise<string | undefined> {
  const from = (sentAt ?? containerAt) - CLOCK_MS
  const to = sentAt && sentAt + LATE_MS + CLOCK_MS
  const listed: Post[] = []
  let after: string | undefined
  for (let page = 0; page < MOST_PAGES && connection.upstream.budget.callsLeft > 0; page++) {
    const fields = { fields: REPLY_FIELDS, limit: PAGE, after, ...inUnixSeconds({ since: from, until: to }) }
    const { posts, next_cursor } = parsePosts(await connection.call({ path, fields }))
    listed.push(...posts.filter(({ published_at }) => published_at === null || Date.parse(published_at) >= from))
    const found = pick(listed)
    if (found !== undefined) return found
    if (next_cursor === null) break
    after = next_cursor
  }
  return undefined
}

const splitWords = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim()
