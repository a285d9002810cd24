import * as z from 'zod/mini'
import { GatewayError, timedOut } from '../../base/errors.ts'
import { lazy } from '../../base/lazy.ts'
import { formatRefusedAddress } from '../../base/url.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { isHtml, publicMessage, rejected, toFailure } from '../../upstream/failures.ts'
import { maintenanceFailure } from './site-page.ts'

/** A failure may lack `code`. */
const errorBody = lazy(() =>
  z.catch(z.object({ code: z.catch(z.coerce.number(), 0), message: z.catch(z.string(), '') }), {
    code: 0,
    message: '',
  }),
)

/** The error for a failure of the sellers' side, by its status or by `code` inside a 200. */
export function sellerFailure(upstream: UpstreamContext, answer: UpstreamAnswer, body: unknown): GatewayError {
  const closed = maintenanceFailure(answer)
  if (closed) return closed
  const { code, message } = errorBody().parse(body)
  const status = answer.status < 300 && code >= 400 && code <= 599 ? code : answer.status
  const text = publicMessage(upstream, message)

  // First, whatever the status: told as a rejected key, people replace a sound key.
  const words = getWords(answer, message, body)
  if (refusesAddress(words)) return addressRefused(upstream, words)
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
function addressRefused({ settings }: UpstreamContext, words: string): GatewayError {
  const [address] = ADDRESS.exec(words) ?? []
  const isRelayed = (settings.url('SHOP_SELLER_URL') ?? settings.relay('shop-seller')) !== undefined
  return new GatewayError(403, formatRefusedAddress({ address, isRelayed }), { reason: 'setting' })
}

/** What a failure says, in any field. Of a page, and of a failure inside a success, only the message. */
function getWords(answer: UpstreamAnswer, message: string, body: unknown): string {
  const isOwn = answer.status >= 300 && !isHtml(answer)
  const words = isOwn ? JSON.stringify(body ?? answer.text) : message
  return words.slice(0, MOST_WORDS).replaceAll('_', ' ')
}

/** Far more than any failure has. */
const MOST_WORDS = 2000

/** An IPv4 or IPv6 address. */
const ADDRESS =
  /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:(?:[\da-f]{1,4}:){7}|(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?::(?:[\da-f]{1,4}:){0,6})[\da-f]{1,4}(?![\w:]|\.\d)/i

/** The words announce an address that may not call, in the wordings that are known and others. */
const refusesAddress = (words: string): boolean =>
  (/\bips?\b|아이피/i.test(words) || ADDRESS.test(words)) && NOT_ALLOWED.test(words) && !LIMITED.test(words)

const NOT_ALLOWED =
  /\bnot\b[^.]{0,40}\b(?:allow|permit|regist|authori[sz]|approv|accept|trust|match)|\b(?:un|non-?)(?:regist|authori[sz]|known|trusted)|\b(?:denied|forbidden|disallowed|restricted|invalid)\b|\bregister|\b(?:white|allow)-?\s?list|허용|허가|등록|거부|제한/i

/** Too many calls of an address are no reason to register it. */
const LIMITED = /\btoo many\b|\brate\b|\bexceed|초과/i
