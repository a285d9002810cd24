import { hasStatus } from '../../base/errors.ts'
import type { RunResult } from '../../base/idempotency.ts'
import { failed, unwrap } from '../../base/outcome.ts'
import { openRecord } from '../../gateway/idempotency/record.ts'
import { readAnswer, recordedAnswer } from '../../gateway/idempotency/recorded-answer.ts'
import { runOnce, unlockOnError } from '../../gateway/idempotency/run-once.ts'
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
  const record = await openRecord(state, [await connection.name()], key)
  let isEarlier = false
  const send = async (): Promise<RunResult> => {
    const pending = await openPending(state, connection, [what, state.caller?.lineage, key])
    try {
      const published = await publish(pending)
      isEarlier = published.isEarlier
      return { state: 'done', answer: { ok: true, value: { id: published.id } } }
    } catch (error) {
      if (error instanceof MaybePublished) return { state: 'unknown', answer: failed(error) }
      throw error
    }
  }
  const { answer, replayed } = await runOnce(record, {
    ...{ body, billId: undefined, looks: false },
    send,
    // Finds what was published by then, and publishes nothing else.
    async recover(before) {
      const found = await record.takeOver(before.run)
      if (found.state !== 'new') return { answer: recordedAnswer(found), replayed: true }
      const result = await unlockOnError(record, send)
      await record.settle(result)
      return { answer: result.answer, replayed: isEarlier }
    },
  })
  const { headers } = readAnswer(answer, { replayed })
  const { id = '' } = unwrap(answer)
  return { id, mark: {}, headers }
}
