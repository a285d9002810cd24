import * as z from 'zod'
import { GatewayError, timedOut } from '../../base/errors.ts'
import { once } from '../../base/once.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import { failureOf, publicMessage } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { refused } from './coupang.ts'

/** A refusal by the address comes without `code` at times (shop facts 2.5). */
const errorBody = once(() =>
  z.object({ code: z.coerce.number().catch(0), message: z.string().catch('') }).catch({ code: 0, message: '' }),
)

/** What a failure of the sellers' side means (shop facts 2.5), told by its status or by `code` inside a 200. */
export function sellerFailure(outgoing: Outgoing, answer: UpstreamAnswer, body: unknown): GatewayError {
  const { code, message } = errorBody().parse(body)
  const status = answer.status < 300 && code >= 400 && code <= 599 ? code : answer.status
  const said = publicMessage(outgoing, message)

  if (status === 403 && /not allowed ip/i.test(said)) return addressRefused(said)
  // The vendor's id stands in the path: a wrong one is refused as 400 or 404, and is no fault of the caller.
  if (status === 401 || /invalid vendor id/i.test(said)) return refused(outgoing, 'shop-seller')
  if (status < 500 && /does not exist|존재하지 않/i.test(said)) {
    return new GatewayError(404, said, { reason: `upstream ${status}` })
  }
  // The wait that X-EXTENDED-TIMEOUT grants is over.
  if (status === 504) return timedOut('the shop service did not answer in time')
  return failureOf(outgoing, 'shop', { ...answer, status }, message)
}

/** Calls are taken from registered addresses only, and the platform gives the gateway none of its own (shop facts 2.3). */
const addressRefused = (said: string) =>
  new GatewayError(
    403,
    `the shop service takes calls from registered addresses only (${said}): register the fixed address of a relay with the seller account and set SHOP_SELLER_URL to that relay`,
    { reason: 'upstream 403' },
  )
