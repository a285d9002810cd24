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

/** A post or repost that is published. */
export interface Published {
  id: string
  /** Whether an earlier request published it, or another one at the same time. */
  isEarlier: boolean
}

export interface Publication {
  /** All that makes the post what it is. */
  what: unknown
  /** The caller's body: an Idempotency-Key holds for it alone. */
  body: unknown
  /** Publishes it, or finds it where it is published. Throws MaybePublished where that stays open. */
  publish(pending: Pending): Promise<Published>
}

/** Where something is published for a request. */
export interface Publisher {
  state: RequestState
  connection: Connection
}

/** What the caller is told. */
export interface PublishedAnswer {
  id: string
  /** In the answer of a request without an Idempotency-Key that published nothing itself. */
  mark: { already_published?: true }
  headers: Record<string, string>
}

/**
 * Without an Idempotency-Key, an identical request is taken for a repeated one until this long after the post was
 * published, in milliseconds: its first answer may have been lost on the way to the caller.
 */
const REPEATED_MS = 5 * 60_000

/** Publishes once for an Idempotency-Key; without one, once for identical requests that repeat each other. */
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

/** How old a post is before the product's word counts that it does not exist, in milliseconds. */
const KNOWN_MS = 60_000

/** Whether the post that is known to be published was deleted meanwhile, so that the same one is wanted again. */
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
    // What was published by then is found, and nothing is published beside it.
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
