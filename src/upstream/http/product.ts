import type { Group } from '../../base/groups.ts'
import type { RelayedProduct } from '../../base/url.ts'

/**
 * What a product file declares about its product. `client` is the site of an OAuth client
 * (gateway/auth/oauth/client-document.ts), and `endpoint` a webhook endpoint (objects/webhooks/message.ts).
 */
export interface Product {
  readonly group: Group | 'client' | 'endpoint'
  /** Whether calls to this host are allowed. The host of an override is allowed as well. */
  readonly hosts: (host: string) => boolean
  /** Its name in RELAY_FOR. Absent for products that no relay forwards. */
  readonly relayedAs?: RelayedProduct
  /** The statuses after which a read is repeated, if they differ from the usual ones. */
  readonly retriedStatuses?: ReadonlySet<number>
}

export interface UpstreamRequest {
  /** Defaults to GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: URL
  headers?: Record<string, string> | Headers
  body?: string
  /** Whether the call only reads, and so may be repeated. Defaults to true for GET. */
  reads?: boolean
  /** Whether the body may be gzip without a Content-Encoding. */
  maybeGzip?: boolean
  /** The longest body that is read, in bytes. Defaults to the common limit. */
  maxBytes?: number
  /** When only the status matters: how many bytes of the body `UpstreamAnswer.beginning` reads. */
  firstBytes?: number
  /** Waits for the turn of each attempt, if the account's calls are spaced out. */
  turn?: (() => Promise<void>) | undefined
  /** The override of the product's base URL, whose host is then allowed. */
  override?: URL | undefined
}
