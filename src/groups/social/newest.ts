import { sleep } from '../../base/platform.ts'
import type { Post } from './answers.ts'
import type { Connection } from './connection.ts'
import { createdMediaType, postTypeOf } from './media-types.ts'
import { POST_FIELDS, postsOf } from './posts.ts'
import { canWait, KNOWN_WAITS_MS } from './preparing.ts'
import type { NewPost } from './schemas.new-post.ts'

/** So many of the newest posts are looked at. */
const LOOKED_AT = 50

/** How far the clocks of the gateway and of the product may differ, in milliseconds. */
const CLOCK_MS = 60_000

/** The id of the account's own post that this request was to publish; undefined where none is listed. */
export async function findPost(connection: Connection, post: NewPost, since: number): Promise<string | undefined> {
  const type = postTypeOf(createdMediaType(post))
  const listed = await newestSince(connection, post.reply_to ? '/me/replies' : '/me/threads', since)
  const alike = listed.filter(
    (each) =>
      each.type === type &&
      (!each.reply_to || each.reply_to === post.reply_to) &&
      (!each.quoted_post || each.quoted_post === post.quote),
  )
  const same = alike.filter((each) => wordsOf(each.text) === wordsOf(post.text))
  // The product may word a text otherwise, such as one with a topic in it. A single candidate is the post all the same.
  return (same[0] ?? (alike.length === 1 ? alike[0] : undefined))?.id
}

/** The id of the account's own post that shows this one again; undefined where none is listed. */
export async function findRepost(connection: Connection, of: string, since: number): Promise<string | undefined> {
  const listed = await newestSince(connection, '/me/threads', since)
  return listed.find(({ reposted_post }) => reposted_post === of)?.id
}

/** Looks a few times, since a list of the product may be late; once where the request has no time for more. */
export async function findInTime(
  connection: Connection,
  find: () => Promise<string | undefined>,
): Promise<string | undefined> {
  for (const wait of [...KNOWN_WAITS_MS, undefined]) {
    const found = await find()
    if (found !== undefined || wait === undefined || !canWait(connection, wait)) return found
    await sleep(connection.outgoing.platform, wait)
  }
  return undefined
}

async function newestSince(connection: Connection, path: string, since: number): Promise<Post[]> {
  const from = since - CLOCK_MS
  const fields = { fields: POST_FIELDS, limit: LOOKED_AT, since: Math.floor(from / 1000) }
  const { posts } = postsOf(await connection.call({ path, fields }))
  return posts.filter(({ published_at }) => published_at === null || Date.parse(published_at) >= from)
}

const wordsOf = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim()
