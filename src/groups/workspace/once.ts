import { failed, GatewayError } from '../../base/errors.ts'
import { isLost } from '../../gateway/batch.ts'
import { type Reply, reply } from '../../gateway/http/respond.ts'
import { type OnceRun, once, readAnswer } from '../../gateway/once.ts'
import type { RequestState } from '../../gateway/state.ts'
import { type Connection, isRead } from './notion.ts'

interface Creation {
  state: RequestState
  connection: Connection
  key: string
  /** The caller's body. The key is valid only for this body. */
  body: unknown
}

/**
 * Creates something at most once for its Idempotency-Key. After a lost answer nothing proves what was created, so the
 * same key never sends again. Where only a read before it failed, nothing was sent, and the key is free.
 *
 * @param create works with the connection that it gets, and returns what is stored of the answer, without the content
 * of the caller
 */
export async function createOnce(
  { state, connection, key, body }: Creation,
  create: (connection: Connection) => Promise<string>,
) {
  const answered = await once(state, {
    account: [await connection.accountName()],
    key,
    body,
    isPrepared: true,
    async send(run) {
      const writing = new Writing(run, connection)
      try {
        return { state: 'done', answer: { ok: true, value: { stored: await create(writing.connection) } } }
      } catch (error) {
        if (error instanceof GatewayError && isLost(error) && writing.hasStarted)
          return { state: 'unknown', answer: failed(error) }
        throw error
      }
    },
    find: async ({ answer }) => ({ unknown: answer ?? failed(UNKNOWN) }),
  })
  const { fields, headers } = readAnswer(answered)
  return { stored: fields.stored ?? '', headers }
}

interface Change<Answer> {
  /** Works with the connection that it gets. */
  make: (connection: Connection) => Promise<Answer>
  /** The id of what was written, which is all that is stored. */
  getId: (answer: Answer) => string
  /** What a repeated request is answered. */
  read: (id: string) => Promise<Answer>
  /** The same where it cannot be read: the token may only write, or it is gone. */
  bare: (id: string) => Answer
}

/** The answer of a change that is made at most once if its caller sent a key. */
export async function answerOnce<Answer extends object>(
  { key, ...creation }: Omit<Creation, 'key'> & { key: string | undefined },
  status: 200 | 201,
  { make, getId, ...earlier }: Change<Answer>,
): Promise<Answer | Reply<Answer>> {
  if (key === undefined) return make(creation.connection)
  let made: Answer | undefined
  const { stored, headers } = await createOnce({ ...creation, key }, async (own) => {
    made = await make(own)
    return getId(made)
  })
  return reply(made ?? (await readEarlier(stored, earlier, headers)), status, headers)
}

/** What an earlier request has written. Its failure says so, because the request itself was done. */
async function readEarlier<Answer>(
  id: string,
  { read, bare }: Pick<Change<Answer>, 'read' | 'bare'>,
  replayed: Record<string, string>,
): Promise<Answer> {
  try {
    return await read(id)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.status === 403 || error.status === 404) return bare(id)
    if (error.status !== 429 && error.status < 500) throw error
    const { status, message, reason, headers } = error
    throw new GatewayError(
      status,
      `it was written before, and cannot be read now (${message}): ask again with the same Idempotency-Key`,
      { reason, headers: { ...headers, ...replayed } },
    )
  }
}

/** A connection whose first write marks its run as sending. */
class Writing {
  readonly connection: Connection
  hasStarted = false
  readonly #run: OnceRun
  #start: Promise<void> | undefined

  constructor(run: OnceRun, connection: Connection) {
    this.#run = run
    this.connection = {
      ...connection,
      call: async (call) => {
        if (!isRead(call)) await this.#startOnce()
        return connection.call(call)
      },
    }
  }

  #startOnce(): Promise<void> {
    this.#start ??= this.#run.startSending(true).then(() => {
      this.hasStarted = true
    })
    return this.#start
  }
}

const UNKNOWN = new GatewayError(
  502,
  'an earlier request with this Idempotency-Key ended without an answer: whether it was written is not known, so look before you send it with another key',
)
