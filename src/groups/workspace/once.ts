import { failed, GatewayError } from '../../base/errors.ts'
import { isLost } from '../../gateway/batch.ts'
import { once, readAnswer } from '../../gateway/once.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { Connection } from './notion.ts'

interface Creation {
  state: RequestState
  connection: Connection
  key: string
  /** The caller's body. The key is valid only for this body. */
  body: unknown
}

/**
 * Creates something at most once for its Idempotency-Key. After a lost answer nothing proves what was created, so the
 * same key never sends again.
 *
 * @param create returns what is stored of the answer, without the content of the caller
 */
export async function createOnce({ state, connection, key, body }: Creation, create: () => Promise<string>) {
  const answered = await once(state, {
    account: [connection.token],
    key,
    body,
    isPrepared: false,
    async send() {
      try {
        return { state: 'done', answer: { ok: true, value: { stored: await create() } } }
      } catch (error) {
        if (error instanceof GatewayError && isLost(error)) return { state: 'unknown', answer: failed(error) }
        throw error
      }
    },
    find: async ({ answer }) => ({ unknown: answer ?? failed(UNKNOWN) }),
  })
  const { fields, headers } = readAnswer(answered)
  return { stored: fields.stored ?? '', headers }
}

const UNKNOWN = new GatewayError(
  502,
  'an earlier request with this Idempotency-Key ended without an answer: whether it was written is not known, so look before you send it with another key',
)
