import * as z from 'zod'
import { tryParseJson } from '../../base/json.ts'
import { once } from '../../base/once.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import { credentials } from '../../upstream/credentials.ts'
import { isHtml, unreadable } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { callCoupang } from './coupang.ts'
import { sellerFailure } from './seller-failure.ts'
import { queryString, sign } from './signature.ts'

/** The sellers' side of the product, its Open API (shop facts, sections 2 and 3). */

const OPEN_API = '/v2/providers/openapi/apis/api'
const CATEGORIES = '/v2/providers/seller_api/apis/api/v1/marketplace/meta/display-categories'

type Parameters = readonly (readonly [name: string, value: string])[]

/** One page of the vendor's order sheets, amounts in the form of version 5. */
export const askOrderSheets = (outgoing: Outgoing, parameters: Parameters) =>
  ask(outgoing, {
    path: (vendorId) => `${OPEN_API}/v5/vendors/${encodeURIComponent(vendorId)}/ordersheets`,
    parameters,
  })

/** A display category with its direct children; 0 is the root. */
export const askCategory = (outgoing: Outgoing, code: string) => ask(outgoing, { path: () => `${CATEGORIES}/${code}` })

/** The display category that the product recommends for a product of this name. */
export const askPrediction = (outgoing: Outgoing, productName: string) =>
  ask(outgoing, { path: () => `${OPEN_API}/v1/categorization/predict`, body: { productName } })

interface Question {
  path: (vendorId: string) => string
  parameters?: Parameters
  /** Makes it a POST; it only asks all the same. */
  body?: object
}

/** `code` is a number in one part of the API and a word in the other (shop facts 2.5). */
const sellerEnvelope = once(() => z.looseObject({ code: z.union([z.number(), z.string()]) }))
type Envelope = z.output<ReturnType<typeof sellerEnvelope>>

async function ask(outgoing: Outgoing, { path, parameters = [], body }: Question): Promise<Envelope> {
  const secrets = await credentials(outgoing, 'shop-seller')
  const { SHOP_VENDOR_ID: vendorId, SHOP_ACCESS_KEY: accessKey, SHOP_SECRET_KEY: secretKey } = secrets
  const method = body ? 'POST' : 'GET'
  const now = outgoing.platform.now()
  const signed = await sign(method, path(vendorId), queryString(parameters), { accessKey, secretKey }, now)
  outgoing.secrets.add(signed.signature)
  const answer = await callCoupang(outgoing, 'SHOP_SELLER_URL', signed.pathAndQuery, {
    method,
    headers: {
      ...signed.headers,
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Requested-By': vendorId,
      // Without it the product gives up after 3 s (shop facts 2.2).
      'X-EXTENDED-TIMEOUT': String(Math.floor(outgoing.leftMs)),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return readEnvelope(outgoing, answer)
}

const SUCCESS: ReadonlySet<unknown> = new Set([200, '200', 'SUCCESS'])

function readEnvelope(outgoing: Outgoing, answer: UpstreamAnswer): Envelope {
  const json = tryParseJson(answer.text)
  const envelope = sellerEnvelope().safeParse(json).data
  const isDone = answer.status >= 200 && answer.status < 300
  if (isDone && envelope && SUCCESS.has(envelope.code)) return envelope
  if (isDone && !envelope && !isHtml(answer)) throw unreadable('shop')
  throw sellerFailure(outgoing, answer, json)
}
