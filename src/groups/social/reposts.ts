import { Hono } from 'hono'
import { GatewayError } from '../../base/errors.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { reply } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { findRepost, type Pending, type Published, type Publisher, publishAtMostOnce } from './at-most-once.ts'
import { canWait, onceKnown, waitForCheck } from './containers.ts'
import { APP_REFUSED, beingPublished, maybePublished, referencesUnknown } from './errors.ts'
import { post, publishingHeaders, write } from './group.ts'
import { postDetails } from './posts.ts'
import { type Connection, callForId, connect } from './threads.ts'

const postToRepost = () => ({ header: publishingHeaders(), ...post() })

/** How long after an attempt its repost may be missing in the list of the account, in milliseconds. */
const LISTED_MS = 60_000

/**
 * Reposts a post. The product does so in one step, so after a lost response the repost is searched among the account's
 * newest posts.
 */
async function repost(publisher: Publisher, id: string, key: string | undefined) {
  const { connection } = publisher
  const publication = {
    what: { repost: id },
    body: { id },
    publish: (pending: Pending) => publishRepost(connection, pending, id),
  }
  const { id: made, mark, headers } = await publishAtMostOnce(publisher, publication, key)
  return reply({ ...SUCCESS.social, id: made, ...mark }, 201, headers)
}

async function publishRepost(connection: Connection, pending: Pending, of: string): Promise<Published> {
  const { now } = connection.upstream.platform
  for (;;) {
    const { sentAt = 0 } = pending.post
    const found = pending.isSent ? await findRepost(connection, of, pending.post) : undefined
    if (found !== undefined) return { id: found, isEarlier: true }
    if (!pending.isSent || now() - sentAt >= LISTED_MS)
      return { id: await send(connection, pending, of), isEarlier: false }
    if (!canWait(connection)) throw beingPublished()
    await waitForCheck(connection)
  }
}

/** Failures that mean that nothing was reposted. Code 10 is no proof. */
const isUnsent = ({ status, reason }: GatewayError) =>
  (status < 500 && status !== 403) || reason === 'budget' || reason === APP_REFUSED

async function send(connection: Connection, pending: Pending, of: string): Promise<string> {
  const call = { method: 'POST', path: `/${of}/repost` } as const
  await pending.claim(connection.upstream.platform.now())
  try {
    return await onceKnown(connection, () => callForId(connection, call), referencesUnknown)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (isUnsent(error)) {
      pending.isOpen = false
      throw error
    }
    const found = await findRepost(connection, of, pending.post).catch(() => undefined)
    if (found !== undefined) return found
    pending.isOpen = error.status >= 500
    throw pending.isOpen ? maybePublished(error) : error
  }
}

export const repostRoutes = new Hono<AppEnv>().post(
  '/social/posts/:id/repost',
  write('social_repost', {
    summary: 'Repost a post',
    description: 'The id is that of any public post, such as one of social_search.',
    ko: '게시물 리포스트',
    search:
      'repost, share the post of somebody, pass it on to my followers, boost, retweet, 리포스트해, 이 글 공유해, 재게시, 퍼가, 내 팔로워에게 공유',
    effect: 'publication',
    details: postDetails,
    destructive: false,
    input: postToRepost,
    handle: async (c) => {
      const publisher = { state: c.get('state'), connection: connect(c) }
      return repost(publisher, c.req.valid('param').id, c.req.valid('header')['Idempotency-Key'])
    },
    status: 201,
  }),
)
