import * as z from 'zod'
import type { UrlSetting } from '../../base/env.ts'
import { text } from '../../base/lenient-json.ts'
import type { RelayedProduct } from '../../base/relay.ts'
import { baseUrl } from '../../upstream/http/base-url.ts'
import { type Product, send, type UpstreamAnswer, type UpstreamRequest } from '../../upstream/http/client.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import { CONSUMER_HOST, SELLER_HOST } from './hosts.ts'

/** The product behind the shop group: Coupang, its sellers' side and its customers' (shop facts). */
const SIDES = {
  SHOP_SELLER_URL: { host: SELLER_HOST, relayedAs: 'shop-seller' },
  SHOP_CONSUMER_URL: { host: CONSUMER_HOST, relayedAs: 'shop-consumer' },
} as const satisfies Partial<Record<UrlSetting, { host: string; relayedAs: RelayedProduct }>>

// Callers that repeat an error are blocked, at times for good: never on a 4xx, 429 included (shop facts 2.5).
const RETRIED_STATUSES = new Set([502, 503, 504])

type CoupangRequest = Pick<UpstreamRequest, 'method' | 'headers' | 'body'>

/** Sends one request; `pathAndQuery`, from the root of the address, goes out byte for byte (shop facts 2.1). */
export function sendToCoupang(
  upstream: UpstreamContext,
  setting: keyof typeof SIDES,
  pathAndQuery: string,
  request: CoupangRequest,
): Promise<UpstreamAnswer> {
  const override = upstream.settings.url(setting)
  const { host, relayedAs } = SIDES[setting]
  const side: Product = { group: 'shop', hosts: (name) => name === host, relayedAs, retriedStatuses: RETRIED_STATUSES }
  const url = new URL(baseUrl(override, `https://${host}`) + pathAndQuery)
  return send(upstream, side, { ...request, url, override, reads: true })
}

/** An id of up to 19 digits, as it came: beyond 2^53 - 1 the upstream client gives a string. Null for what is no id. */
export const exactId = (value: unknown): string | number | null =>
  typeof value === 'number' ? (Number.isSafeInteger(value) ? value : null) : text(value)

/** `exactId` in an answer. */
export const exactIdField = (description: string) =>
  z.union([z.int(), z.string()]).nullable().describe(`${description}; a string beyond 2^53 - 1`)
