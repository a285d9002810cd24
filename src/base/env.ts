import type { DurableObject, RpcTarget } from 'cloudflare:workers'
import type { Access } from '../objects/access/access.ts'
import type { Accounts } from '../objects/accounts/accounts.ts'
import type { Events } from '../objects/events/events.ts'
import type { Ledger } from '../objects/ledger/ledger.ts'
import type { Usage } from '../objects/usage/usage.ts'
import type { SecretName } from './groups.ts'

export type { SecretName } from './groups.ts'

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

/** The methods of a part that its object exposes over RPC. The other methods of the part are for the object. */
export type Exposed<Part, Names extends keyof Part> = Pick<Part, Names> & RpcTarget

/** What a stub of a class has: its methods, and the methods of the parts that it exposes. */
type Remote<Class> = {
  readonly [Name in Exclude<keyof Class, keyof DurableObject | keyof RpcTarget> as Class[Name] extends
    | ((...args: never[]) => unknown)
    | RpcTarget
    ? Name
    : never]: Class[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : Remote<Class[Name]>
}

/** A namespace of Durable Objects of a class. */
export interface Objects<Class> {
  /** The stub belongs to the current request and must not be reused in another. */
  getByName(name: string): Remote<Class>
}

/** The bindings of Durable Objects. */
export type ObjectBinding = 'ACCESS' | 'ACCOUNTS' | 'EVENTS' | 'LEDGER' | 'USAGE'

export type Stub<Binding extends ObjectBinding> =
  NonNullable<Env[Binding]> extends { getByName(name: string): infer Methods } ? Methods : never

/** Identifies a deployment: the ids of objects differ between the namespaces of two Workers. */
interface Identified {
  idFromName(name: string): { toString(): string }
}

/** The static files of the deployment, by path below `public/`. */
export interface StaticFiles {
  fetch: (url: string) => Promise<Response>
}

/** The bindings and settings, as the platform provides them. */
export type Env = {
  STORE: KVNamespace
  ACCOUNTS: Objects<Accounts> & Identified
  LEDGER: Objects<Ledger>
  /** Named keys, ended sessions, and grants of MCP clients. */
  ACCESS: Objects<Access>
  /** Event sources, subscriptions and deliveries. */
  EVENTS: Objects<Events>
  ASSETS: StaticFiles
  /** Sums up the usage of keys. Without the binding nothing is counted. */
  USAGE?: Objects<Usage>
  /** Limits the requests of each named key. Without the binding there is no limit. */
  KEY_LIMIT?: RateLimit
  /**
   * Limits the attempts to sign in with the admin key or a link, by IP address. Without the binding there is no limit.
   */
  TRY_LIMIT?: RateLimit
  /** Sends e-mail from NOTIFY_FROM. Without the binding none is sent. */
  EMAIL?: SendEmail
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
  /** The sender of e-mail to the owner, an address of a domain that Cloudflare sends for. */
  NOTIFY_FROM?: string
  /** The IANA time zone of times in MCP tools. */
  TIME_ZONE?: string
  PAYMENT_API_VERSION?: string
  /** Versions of the video product's clients, JSON. */
  VIDEO_CLIENTS?: string
} & { [name in SecretName | UrlSetting]?: string }
