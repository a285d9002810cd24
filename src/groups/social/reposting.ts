import { GatewayError } from '../../base/errors.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { reply } from '../../gateway/http/reply.ts'
import { type Published, type Publisher, publishAtMostOnce } from './at-most-once.ts'
import { callForId } from './call-for-id.ts'
import type { Connection } from './connection.ts'
import { beingPublished, maybePublished, referencesUnknown } from './errors.ts'
import { findRepost } from './newest.ts'
import type { Pending } from './pending.ts'
import { canWait, onceKnown, waitForLook } from './preparing.ts'

/** How long after an attempt its repost may be missing in the list of the account, in milliseconds. */
const LISTED_MS = 60_000

/**
 * Reposts a post. The product does so in one step, so after a lost response the repost is searched among the account's
 * newest posts.
 */
export async function repost(publisher: Publisher, id: string, key: string | undefined) {
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
  const now = connection.upstream.platform.now
  for (;;) {
    const { published, attempt } = pending.post
    if (published) return { id: published.id, isEarlier: true }
    const found = attempt && (await findRepost(connection, of, pending.post))
    if (found !== undefined) {
      await pending.settle({ published: found })
      return { id: found, isEarlier: true }
    }
    const isOpen = attempt !== undefined && now() - attempt.at < LISTED_MS
    if (!isOpen && (await pending.claim())) return { id: await send(connection, pending, of), isEarlier: false }
    if (!canWait(connection)) throw beingPublished()
    await waitForLook(connection)
    await pending.refresh()
  }
}

/** Failures that mean that nothing was reposted. Code 10 is no proof (social facts, section 6). */
const isUnsent = ({ status, reason }: GatewayError) => (status < 500 && status !== 403) || reason === 'budget'

async function send(connection: Connection, pending: Pending, of: string): Promise<string> {
  const call = { method: 'POST', path: `/${of}/repost` } as const
  try {
    const id = await onceKnown(connection, () => callForId(connection, call), referencesUnknown)
    await pending.settle({ published: id })
    return id
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (isUnsent(error)) {
      await pending.settle('nothing')
      throw error
    }
    const found = await findRepost(connection, of, pending.post).catch(() => undefined)
    if (found !== undefined) {
      await pending.settle({ published: found })
      return found
    }
    await pending.settle(error.status < 500 ? 'nothing' : 'unknown')
    throw error.status < 500 ? error : maybePublished(error)
  }
}
