import * as z from 'zod'
import type { UrlSetting } from '../../base/env.ts'
import { at, number, text } from '../../base/json.ts'
import type { RelayedProduct } from '../../base/url.ts'
import {
  baseUrl,
  OUTAGES,
  type Product,
  send,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { CONSUMER_HOST, SELLER_HOST } from '../hosts.ts'

/** The product behind the shop group: Coupang, with its sellers' and its customers' side. */
const SIDES = {
  SHOP_SELLER_URL: { host: SELLER_HOST, relayedAs: 'shop-seller' },
  SHOP_CONSUMER_URL: { host: CONSUMER_HOST, relayedAs: 'shop-consumer' },
} as const satisfies Partial<Record<UrlSetting, { host: string; relayedAs: RelayedProduct }>>

// Never repeats a 4xx, not even 429: callers that repeat errors are blocked, sometimes permanently.
const RETRIED_STATUSES = new Set(OUTAGES)

type CoupangRequest = Pick<UpstreamRequest, 'method' | 'headers' | 'body' | 'reads'>

/** Sends one request. `pathAndQuery`, from the root of the URL, is sent byte for byte. */
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
  return send(upstream, side, { reads: true, ...request, url, override })
}

/**
 * An id of up to 19 digits, unchanged. Beyond 2^53 - 1 the upstream client returns a string. Null for anything else.
 */
export const exactId = (value: unknown): string | number | null =>
  typeof value === 'number' ? (Number.isSafeInteger(value) ? value : null) : text(value)

/** An amount: a number in version 4 of the product's API, an object with units and nanos since. */
export function readMoney(value: unknown): number | null {
  const units = number(at(value, 'units') ?? value)
  return units === null ? null : units + (number(at(value, 'nanos')) ?? 0) / 1e9
}

/** The schema of an `exactId` in a response. */
export const exactIdField = (description: string) =>
  z.union([z.int(), z.string()]).nullable().describe(`${description}; a string beyond 2^53 - 1`)
