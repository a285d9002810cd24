import { hasStatus } from '../../base/errors.ts'
import { failed } from '../../base/outcome.ts'
import { once, readAnswer, type Sent } from '../../gateway/once.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { Connection } from './connection.ts'
import { MaybePublished } from './errors.ts'
import { openPending, type Pending } from './pending.ts'
import { readPost } from './posts.ts'

/** A published post or repost. */
export interface Published {
  id: string
  /** Whether an earlier or concurrent request published it. */
  isEarlier: boolean
}

export interface Publication {
  /** Everything that identifies the post. */
  what: unknown
  /** The caller's body. An Idempotency-Key is valid only for this body. */
  body: unknown
  /** Publishes the post, or finds it if it is already published. Throws MaybePublished when that is unknown. */
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

/** Publishes once per Idempotency-Key. Without one, publishes once for identical requests that follow each other. */
export async function publishAtMostOnce(
  publisher: Publisher,
  publication: Publication,
  key: string | undefined,
): Promise<PublishedAnswer> {
  if (key !== undefined) return publishForKey(publisher, publication, key)
  const { state, connection } = publisher
  const pending = await openPending(state, connection, publication.what, REPEATED_MS)
  if (await isDeleted(publisher, pending)) await pending.drop()
  const { id, isEarlier } = await publication.publish(pending)
  return { id, mark: isEarlier ? { already_published: true } : {}, headers: {} }
}

/** How old a post must be before the product's "not found" is trusted, in milliseconds. */
const KNOWN_MS = 60_000

/** Whether the published post was deleted in the meantime, so that an identical post is wanted again. */
async function isDeleted({ state, connection }: Publisher, { post: { published } }: Pending): Promise<boolean> {
  if (!published || state.platform.now() - published.at < KNOWN_MS) return false
  return readPost(connection, published.id).then(
    () => false,
    (error) => hasStatus(error, 404),
  )
}

async function publishForKey(
  { state, connection }: Publisher,
  { what, body, publish }: Publication,
  key: string,
): Promise<PublishedAnswer> {
  const made = await once(state, {
    ...{ account: [await connection.name()], key, body, looks: false },
    // Finds what an earlier run published, and publishes nothing else.
    async send(): Promise<Sent> {
      try {
        const { id, isEarlier } = await publish(
          await openPending(state, connection, [what, state.caller?.lineage, key]),
        )
        return { state: 'done', answer: { ok: true, value: { id } }, isEarlier }
      } catch (error) {
        if (error instanceof MaybePublished) return { state: 'unknown', answer: failed(error) }
        throw error
      }
    },
  })
  const { fields, headers } = readAnswer(made)
  return { id: fields.id ?? '', mark: {}, headers }
}
