import { sha256Hex } from '../../../base/crypto.ts'
import type { Stub } from '../../../base/env.ts'
import { conflict, GatewayError } from '../../../base/errors.ts'
import type { RecentWish, RunResult } from '../../../base/once.ts'
import { logUnhandledError } from '../../../gateway/http/log.ts'
import type { PendingChange } from './pending-change.ts'

const MINUTE_MS = 60_000

/**
 * Sends a bill or a charge, unless the same customer got one for the same product and amount in the last 10 minutes.
 * Throws 409 before anything is sent. Only for a request that asks for this with `confirm_duplicate`, as tools do: a
 * model that repeats a call often makes up another Idempotency-Key.
 *
 * @param id the same for all runs of one Idempotency-Key
 * @param send throws a GatewayError only when nothing was sent, or the product processed nothing
 */
export async function withoutDuplicate<Result extends RunResult>(
  { state, connection, change: { wish, billId } }: PendingChange,
  id: string,
  send: () => Promise<Result>,
): Promise<Result> {
  if (!wish || billId === undefined) return send()
  const { baseUrl, memberId, merchantId } = await connection.account()
  const name = await sha256Hex(JSON.stringify(['wish', baseUrl, memberId, merchantId, ...wish.what]))
  /** Tried twice, with a new stub each time. Each step may be repeated. */
  const twice = <Value>(step: (object: Stub<'LEDGER'>) => Promise<Value>): Promise<Value> => {
    const attempt = async () => step(state.settings.env.LEDGER.getByName(name))
    return attempt().catch(attempt)
  }
  const drop = () => twice((object) => object.dropWish(id)).catch((error) => logUnhandledError(state.id, error))

  const earlier = await twice(
    async (object): Promise<RecentWish | undefined> => object.claimWish({ id, billId }, wish.isConfirmed),
  ).catch((error) => {
    logUnhandledError(state.id, error)
    throw new GatewayError(503, 'earlier bills cannot be checked at the moment, and nothing was sent: try again', {
      headers: { 'Retry-After': '1' },
    })
  })
  if (earlier) throw isDuplicate(earlier, state.platform.now())
  try {
    const result = await send()
    if (result.state === 'done' && !result.answer.ok) await drop()
    return result
  } catch (error) {
    if (error instanceof GatewayError) await drop()
    throw error
  }
}

function isDuplicate({ billId, at }: RecentWish, now: number): GatewayError {
  const minutes = Math.floor((now - at) / MINUTE_MS)
  const ago = minutes === 0 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
  return conflict(
    `the same customer got bill ${billId} for the same product and amount ${ago}: nothing was sent. To send another one anyway, repeat the request with confirm_duplicate true`,
  )
}
