import * as z from 'zod/mini'
import { GatewayError, timedOut } from '../../base/errors.ts'
import { lazy } from '../../base/lazy.ts'
import { formatRefusedAddress } from '../../base/refused-address.ts'
import type { UpstreamAnswer } from '../../upstream/http/client.ts'
import { publicMessage, rejected, toFailure } from '../../upstream/http/failures.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import { maintenanceFailure } from './site-page.ts'

/** A refusal of the caller's IP address may lack `code` (shop facts 2.5). */
const errorBody = lazy(() =>
  z.catch(z.object({ code: z.catch(z.coerce.number(), 0), message: z.catch(z.string(), '') }), {
    code: 0,
    message: '',
  }),
)

/** The error for a failure of the sellers' side (shop facts 2.5), by its status or by `code` inside a 200. */
export function sellerFailure(upstream: UpstreamContext, answer: UpstreamAnswer, body: unknown): GatewayError {
  const closed = maintenanceFailure(answer)
  if (closed) return closed
  const { code, message } = errorBody().parse(body)
  const status = answer.status < 300 && code >= 400 && code <= 599 ? code : answer.status
  const text = publicMessage(upstream, message)

  if (status === 403 && /not allowed ip/i.test(text)) return addressRefused(upstream, text)
  // The vendor's id is part of the path and comes from the deployment. A wrong one is refused with 400 or 404.
  if (status === 401 || /invalid vendor id/i.test(text)) return rejected('shop')
  if (status < 500 && /does not exist|존재하지 않/i.test(text)) {
    return new GatewayError(404, text, { reason: `upstream ${status}` })
  }
  // The product took longer than X-EXTENDED-TIMEOUT allows.
  if (status === 504) return timedOut('the shop service did not answer in time')
  return toFailure(upstream, 'shop', { ...answer, status }, message)
}

/**
 * The product accepts calls only from registered IP addresses, and the platform gives a Worker no fixed one (shop facts
 * 2.3).
 */
function addressRefused({ settings }: UpstreamContext, text: string): GatewayError {
  const [, address] = /not allowed ip:?\s*([\da-f.:]*[\da-f])/i.exec(text) ?? []
  const isRelayed = (settings.url('SHOP_SELLER_URL') ?? settings.relay('shop-seller')) !== undefined
  return new GatewayError(403, formatRefusedAddress({ address, isRelayed }), { reason: 'setting' })
}
