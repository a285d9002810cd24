import { failed, GatewayError, hasStatus } from '../../base/errors.ts'
import { type Once, once, readAnswer, type Sent } from '../../gateway/once.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { Connection } from './connection.ts'
import { beingPublished } from './errors.ts'
import { Pending } from './pending.ts'
import { readPost } from './posts.ts'
import { canWait, waitForLook } from './preparing.ts'

/** A published post or repost. */
export interface Published {
  id: string
  /** Whether an earlier request published it. */
  isEarlier: boolean
}

export interface Publication {
  /** Everything that identifies the post. */
  what: unknown
  /** The caller's body. An Idempotency-Key is valid only for this body. */
  body: unknown
  /** Publishes the post, or finds it if it is already published. The post stays open when a failure leaves that unknown. */
  publish(pending: Pending): Promise<Published>
}

/** The context of publishing for a request. */
export interface Publisher {
  state: RequestState
  connection: Connection
}

/** The response to the caller. */
export interface PublishedAnswer {
  id: string
  /** Set when a request without an Idempotency-Key published nothing itself. */
  mark: { already_published?: true }
  headers: Record<string, string>
}

/**
 * Without an Idempotency-Key, an identical request counts as a retry until this long after the post was published, in
 * milliseconds. Its first response may have been lost.
 */
const REPEATED_MS = 5 * 60_000

/** How old a post must be before the product's "not found" is trusted, in milliseconds. */
const KNOWN_MS = 60_000

/** Publishes once per Idempotency-Key. Without one, publishes once for identical requests that follow each other. */
export async function publishAtMostOnce(
  publisher: Publisher,
  { what, body, publish }: Publication,
  key: string | undefined,
): Promise<PublishedAnswer> {
  const { state, connection } = publisher
  const { answer, replayed } = await once(state, {
    account: [await connection.name()],
    key,
    body: key === undefined ? what : body,
    looks: true,
    // It finds what an earlier run published, and publishes nothing else.
    async send(run): Promise<Sent> {
      const pending = new Pending(run)
      try {
        const { id, isEarlier } = await publish(pending)
        const value = { id, at: String(state.platform.now()) }
        return { state: 'done', answer: { ok: true, value }, isEarlier }
      } catch (error) {
        if (!(error instanceof GatewayError && pending.isOpen)) throw error
        return { state: 'unknown', answer: failed(error) }
      }
    },
    ...(key === undefined && withoutKey(publisher)),
  })
  const { fields, headers } = readAnswer({ answer, replayed: replayed && key !== undefined })
  return { id: fields.id ?? '', mark: replayed && key === undefined ? { already_published: true } : {}, headers }
}

/** Identical requests at the same time wait for the first. A later one, or one after a deletion, wants another post. */
const withoutKey = ({ state, connection }: Publisher): Pick<Once, 'isOver' | 'wait'> => ({
  async isOver(answer) {
    const { id = '', at } = answer.ok ? answer.value : {}
    const age = state.platform.now() - Number(at)
    if (age >= REPEATED_MS) return true
    if (age < KNOWN_MS) return false
    return readPost(connection, id).then(
      () => false,
      (error) => hasStatus(error, 404),
    )
  },
  async wait() {
    if (!canWait(connection)) throw beingPublished()
    await waitForLook(connection)
  },
})
