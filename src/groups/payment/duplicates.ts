import { sha256Hex } from '../../base/crypto.ts'
import { conflict, GatewayError } from '../../base/errors.ts'
import { callObject, ledger } from '../../base/objects.ts'
import type { RecentBill, Release } from '../../base/once.ts'
import { logUnhandledError } from '../../gateway/http/log.ts'
import type { DuplicateCheck, PendingChange } from './changes.ts'

const MINUTE_MS = 60_000

/**
 * Stores that a bill or a charge is about to be sent, for 10 minutes. With `confirm_duplicate: false`, as tools send it,
 * throws 409 if the same customer got one for the same product and amount in that time: a model that repeats a call often
 * makes up another Idempotency-Key. A bill of a caller who does not say passes even if it cannot be stored.
 */
export async function claimRecentBill(
  { state, connection }: PendingChange,
  { what, isConfirmed }: DuplicateCheck,
  { id, billId }: Omit<RecentBill, 'at'>,
): Promise<Release> {
  const { baseUrl, memberId, merchantId } = await connection.account()
  const name = await sha256Hex(JSON.stringify(['wish', baseUrl, memberId, merchantId, ...what]))
  const object = ledger(name)
  const earlier = await callObject(state.settings, object, (bills) =>
    bills.claimRecentBill({ id, billId }, isConfirmed ?? true),
  ).catch((error) => {
    logUnhandledError(state.id, error)
    if (isConfirmed === undefined) return undefined
    throw new GatewayError(503, 'earlier bills cannot be checked at the moment, and nothing was sent: try again', {
      headers: { 'Retry-After': '1' },
    })
  })
  if (earlier) throw duplicateError(earlier, state.platform.now())
  return () =>
    callObject(state.settings, object, (bills) => bills.dropRecentBill(id)).catch((error) =>
      logUnhandledError(state.id, error),
    )
}

function duplicateError({ billId, at }: RecentBill, now: number): GatewayError {
  const minutes = Math.floor((now - at) / MINUTE_MS)
  const ago = minutes === 0 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
  return conflict(
    `the same customer got bill ${billId} for the same product and amount ${ago}: nothing was sent. To send another one anyway, repeat the request with the same idempotency key and confirm_duplicate true`,
  )
}
