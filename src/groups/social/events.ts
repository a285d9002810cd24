import { fingerprint } from '../../base/crypto.ts'
import type { FoundEvent } from '../../base/events.ts'
import { DAY_MS } from '../../base/time.ts'
import { isConnected } from '../../upstream/credentials.ts'
import { type EventSource, matchCursorAccount, NewItemDetector, pollLibrary } from '../../upstream/polling.ts'
import type { Post } from './outputs.ts'
import { fetchOwnPosts, POSTS, pagesOfReplies } from './replies.ts'
import { connectionBy } from './threads.ts'

/** A reply that is found later than this after it was written is not reported. */
const LATEST_MS = 14 * DAY_MS
/** Each poll reads the replies to this many of the newest posts that have replies. */
const NEWEST_POSTS = 3

/**
 * Replies of others to the account's own posts, at every depth, once each. The product has no list of them, so the
 * conversation below each post is read: in each poll below the three newest posts with replies, once an hour below
 * those of the newest 25 posts. It is polled every five minutes at most. At rest that is at most 12 x 4 + 25 = 73 calls
 * an hour. The product allows 4,800 for each view in 24 hours, and counts at least 10 views: 2,000 calls an hour.
 * Replies to older posts, and to the account's replies below posts of others, are not reported.
 */
export const replySource: EventSource = {
  name: 'social.replies',
  account: 'social',
  types: ['social.reply.created'],
  atLeastMs: 300_000,
  keepMarksMs: 4 * LATEST_MS,
  isConnected: (upstream) => isConnected(upstream, 'social'),
  async poll(ask) {
    const connection = connectionBy(ask.upstream)
    const { owner, answered } = await fetchOwnPosts(connection)
    const { account, cursor } = matchCursorAccount(ask.cursor, owner && fingerprint(owner))
    const since = ask.upstream.platform.now() - LATEST_MS
    const library = {
      account,
      newest: pagesOfReplies(connection, answered.slice(0, NEWEST_POSTS), { together: NEWEST_POSTS, since }),
      all: pagesOfReplies(connection, answered.slice(0, POSTS), { together: 1, since }),
    }
    return pollLibrary({ ...ask, cursor }, library, new NewItemDetector(ask, { getKey: ({ id }: Post) => id, toEvent }))
  },
}

function toEvent(reply: Post, now: number): FoundEvent | undefined {
  const time = reply.published_at === null ? now : Date.parse(reply.published_at)
  if (reply.is_own_reply === true || time < now - LATEST_MS) return undefined
  return { type: 'social.reply.created', subject: reply.id, at: Math.min(time, now), data: reply }
}
