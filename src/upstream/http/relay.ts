import { misconfigured } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import { RELAY_HEADER, RELAY_TOKEN_HEADER, type Relay } from '../../base/url.ts'
import type { Product, UpstreamRequest } from './product.ts'

/**
 * The relay of a call. An override of the product's base URL is used directly, without the relay, and so is a host that
 * the override does not cover.
 */
export const relayFor = (settings: Settings, { relayedAs }: Product, { url, override }: UpstreamRequest) =>
  relayedAs === undefined || url.origin === override?.origin ? undefined : settings.relay(relayedAs)

/** The URL at the relay. It contains host, path and query byte for byte. */
export const relayedAddress = ({ baseUrl }: Relay, { hostname, pathname, search }: URL): string =>
  `${baseUrl}/${hostname}${pathname}${search}`

export function relayedHeaders({ token }: Relay, headers: UpstreamRequest['headers']): Headers {
  const relayed = new Headers(headers)
  relayed.set(RELAY_TOKEN_HEADER, token)
  return relayed
}

/**
 * Checks that a response is the product's, forwarded by the relay. Throws 500 when the relay refused the call, so that
 * nothing was sent, and an ordinary error when the response was lost, as for a broken connection.
 */
export async function checkForwarded({ headers, body, status }: Response, { hostname }: URL): Promise<void> {
  const outcome = headers.get(RELAY_HEADER)
  if (outcome === 'forwarded') return
  await body?.cancel()
  if (outcome !== 'refused') throw new Error('the relay has no answer of the product')
  if (status === 401) throw misconfigured('RELAY_TOKEN is not the token of the relay at RELAY_URL')
  throw misconfigured(`the relay at RELAY_URL does not forward calls to ${hostname}: update the relay`)
}
