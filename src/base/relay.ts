/** The products whose calls can go through a relay, as in RELAY_FOR. */
export const RELAYED_PRODUCTS = [
  ...(['shop-seller', 'shop-consumer', 'recorder', 'notes', 'video', 'social', 'payment', 'workspace'] as const),
] as const
export type RelayedProduct = (typeof RELAYED_PRODUCTS)[number]

/** A server with a fixed IP address that forwards calls to products (docs/relay.md). */
export interface Relay {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly token: string
}

/** The header with the gateway's token, which the relay removes. */
export const RELAY_TOKEN_HEADER = 'X-Relay-Token'

/**
 * The header with which a relay reports what it did, in every response: it `forwarded` the call and this is the
 * product's response, it `refused` to forward it, or the product was `unreachable`. A response without it does not come
 * from a relay.
 */
export const RELAY_HEADER = 'X-Relay'

/** The shortest token that a gateway and a relay accept, in characters. */
export const LEAST_RELAY_TOKEN = 32
