import { isObject, type JsonObject, tryParseJson } from '../../base/json.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { isHtml, requiredFields } from '../../upstream/failures.ts'
import { sendToCoupang } from './coupang.ts'
import { sellerFailure } from './seller-failure.ts'
import { queryString, type SellerKeys, sign } from './signature.ts'

/** The sellers' side of the product: its Open API. */

export interface SellerAccount extends SellerKeys {
  /** Part of the path of most calls. */
  vendorId: string
}

export interface SellerCall {
  path: (vendorId: string) => string
  parameters?: readonly (readonly [name: string, value: string])[]
  /** Makes it a POST unless said otherwise; a text is sent as it is. */
  body?: object | string
  method?: 'GET' | 'PUT' | 'POST'
  /** Whether it changes something, so that it is sent once only. */
  changes?: boolean
}

const required = requiredFields('shop', '', 'code')

/** Makes one signed call. Returns the envelope of a success. Throws the error for a failed status or `code`. */
export async function callSeller(
  upstream: UpstreamContext,
  { vendorId, ...keys }: SellerAccount,
  { path, parameters = [], body, method = body ? 'POST' : 'GET', changes = false }: SellerCall,
): Promise<JsonObject> {
  const signed = await sign(method, path(vendorId), queryString(parameters), keys, upstream.platform.now())
  upstream.redactor.add(signed.signature)
  const answer = await sendToCoupang(upstream, 'SHOP_SELLER_URL', signed.pathAndQuery, {
    method,
    headers: {
      ...signed.headers,
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Requested-By': vendorId,
      // Without it the product gives up after 3 s.
      'X-EXTENDED-TIMEOUT': String(Math.floor(upstream.deadline.leftMs)),
    },
    ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    reads: !changes,
  })
  return readEnvelope(upstream, answer)
}

/** `code` is a number in one part of the API and a word in the other. */
const SUCCESS_CODES: ReadonlySet<unknown> = new Set([200, '200', 'SUCCESS'])

function readEnvelope(upstream: UpstreamContext, answer: UpstreamAnswer): JsonObject {
  const json = tryParseJson(answer.text)
  const isDone = answer.status >= 200 && answer.status < 300 && !isHtml(answer)
  if (!isDone) throw sellerFailure(upstream, answer, json)
  const envelope = required('', isObject(json) ? json : undefined)
  // An envelope with data but no code is a success. One without both is not a response of the product.
  const code = envelope.code ?? (envelope.data === undefined ? undefined : 200)
  if (!SUCCESS_CODES.has(required('code', code))) throw sellerFailure(upstream, answer, json)
  return envelope
}
