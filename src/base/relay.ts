/** The products whose calls can go through a relay, as RELAY_FOR names them. */
export const RELAYED_PRODUCTS = [
  ...(['shop-seller', 'shop-consumer', 'recorder', 'notes', 'video', 'social', 'payment', 'workspace'] as const),
] as const
export type RelayedProduct = (typeof RELAYED_PRODUCTS)[number]

/** A server with a fixed address that forwards calls to products (docs/relay.md). */
export interface Relay {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly token: string
}

/** The header with the token of the gateway, which the relay removes. */
export const RELAY_TOKEN_HEADER = 'X-Relay-Token'

/**
 * The header in which a relay says what it did, on every answer: it `forwarded` the call and this is the product's answer,
 * it `refused` to forward it, or the product was `unreachable`. An answer without it does not come from a relay.
 */
export const RELAY_HEADER = 'X-Relay'

/** The shortest token that a gateway and a relay accept, in characters. */
export const LEAST_RELAY_TOKEN = 32
