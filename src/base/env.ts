import type { AccessObject } from './access-object.ts'
import type { AccountObject } from './account-object.ts'
import type { EventsObject } from './events.ts'
import type { RecordObject } from './idempotency.ts'
import type { RecentWishObject } from './recent-wish.ts'
import type { SecretName } from './secret-names.ts'
import type { SpendingObject } from './spending.ts'
import type { UsageObject } from './usage.ts'

export type { SecretName } from './secret-names.ts'

/** Base URLs that replace the product's own, for a simulator or proxy: https, or http on loopback. */
export type UrlSetting =
  | 'RECORDER_API_URL'
  | 'NOTES_API_URL'
  | 'NOTES_PLATFORM_URL'
  | 'WORKSPACE_API_URL'
  | 'WORKSPACE_APP_URL'
  | 'SHOP_SELLER_URL'
  | 'SHOP_CONSUMER_URL'
  | 'VIDEO_URL'
  | 'VIDEO_DATA_URL'
  | 'SOCIAL_API_URL'
  | 'SOCIAL_AUTHORIZE_URL'

/**
 * A namespace of Durable Objects, typed by the interface that groups use. The classes are in a higher layer than the
 * groups.
 */
export interface Objects<Interface> {
  /** The stub belongs to the current request and must not be reused in another. */
  getByName(name: string): Interface
}

/** Identifies a deployment: the ids of objects differ between the namespaces of two Workers. */
interface Identified {
  idFromName(name: string): { toString(): string }
}

/** The static files of the deployment, by path below `public/`. */
export interface StaticFiles {
  fetch: (url: string) => Promise<Response>
}

/** The bindings and settings of decisions.md section 1, as the platform provides them. */
export type Env = {
  STORE: KVNamespace
  ACCOUNTS: Objects<AccountObject> & Identified
  LEDGER: Objects<RecordObject & SpendingObject & RecentWishObject>
  /** Named keys, ended sessions, and grants of MCP clients (decisions.md sections 2.2, 11.2 and 13). */
  ACCESS: Objects<AccessObject>
  /** Event sources, subscriptions and deliveries (decisions.md section 12). */
  EVENTS: Objects<EventsObject>
  ASSETS: StaticFiles
  /** Sums up the usage of keys. Without the binding nothing is counted. */
  USAGE?: Objects<UsageObject>
  /** Limits the requests of each named key. Without the binding there is no limit. */
  KEY_LIMIT?: RateLimit
  /**
   * Limits the attempts to sign in with the admin key or a link, by IP address. Without the binding there is no limit.
   */
  TRY_LIMIT?: RateLimit
  API_KEY?: string
  ADMIN_KEY?: string
  LICENCE?: string
  SERVICE_NAME?: string
  ALLOWED_ORIGINS?: string
  /** Whether MCP clients may register themselves: `open` or `closed`. */
  OAUTH_REGISTRATION?: string
  CREDENTIALS_KEY?: string
  CREDENTIALS_KEY_PREVIOUS?: string
  /** A server with a fixed IP address for calls to the products in RELAY_FOR (docs/relay.md). */
  RELAY_URL?: string
  RELAY_TOKEN?: string
  RELAY_FOR?: string
  SUBREQUESTS?: string | number
  EVENTS_POLL_SECONDS?: string | number
  /** The IANA time zone of times in MCP tools. */
  TIME_ZONE?: string
  PAYMENT_API_VERSION?: string
  /** Versions of the video product's clients, JSON. */
  VIDEO_CLIENTS?: string
} & { [name in SecretName | UrlSetting]?: string }
