import type { Accounts } from './accounts/accounts.ts'
import { misconfigured } from './gateway/errors.ts'
import type { Group } from './gateway/groups.ts'
import { LICENCES, type Licence } from './gateway/licence.ts'
import type { Ledger } from './ledger/ledger.ts'

/** Secrets, one name per setting of decisions.md section 1. */
export type SecretName =
  | 'RECORDER_TOKEN'
  | 'NOTES_TOKEN'
  | 'SOCIAL_TOKEN'
  | 'SHOP_VENDOR_ID'
  | 'SHOP_ACCESS_KEY'
  | 'SHOP_SECRET_KEY'
  | 'SHOP_SESSION'
  | 'PAYMENT_HOST'
  | 'PAYMENT_API_KEY'
  | 'PAYMENT_MEMBER_ID'
  | 'PAYMENT_MERCHANT_ID'
  | 'PAYMENT_BUSINESS_NUMBER'
  | 'VIDEO_API_KEY'

/** Base URL overrides, for a relay with a fixed address: https, or http on loopback. */
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

/** The bindings and settings of decisions.md section 1, as the platform hands them over. */
export type Env = {
  STORE: KVNamespace
  ACCOUNTS: DurableObjectNamespace<Accounts>
  LEDGER: DurableObjectNamespace<Ledger>
  /** How often a named key may ask; absent: as often as it likes. */
  KEY_LIMIT?: RateLimit
  API_KEY?: string
  LICENCE?: string
  SERVICE_NAME?: string
  ALLOWED_ORIGINS?: string
  CREDENTIALS_KEY?: string
  CREDENTIALS_KEY_PREVIOUS?: string
  SUBREQUESTS?: string | number
  PAYMENT_API_VERSION?: string
} & { [name in SecretName | UrlSetting]?: string }

/** Settings read once per isolate: nothing on the way of a request parses `env`. */
export class Settings {
  readonly env: Env
  readonly serviceName: string
  /** Browser origins that may call; `*` only when the setting says so. */
  readonly allowedOrigins: ReadonlySet<string>
  #subrequests: number | undefined
  readonly #urls = new Map<UrlSetting, URL | undefined>()

  constructor(env: Env) {
    this.env = env
    this.serviceName = env.SERVICE_NAME || 'Latchkey'
    this.allowedOrigins = new Set(
      (env.ALLOWED_ORIGINS ?? '')
        .split(',')
        .map((entry) => originOf(entry.trim()))
        .filter(Boolean),
    )
  }

  /** The deployment API key. Throws 500 naming it when unset. */
  get apiKey(): string {
    if (!this.env.API_KEY) throw misconfigured('API_KEY is not set on this deployment')
    return this.env.API_KEY
  }

  /** The licence of the deployment. Throws 500 naming LICENCE for an unknown value. */
  get licence(): Licence {
    const value = this.env.LICENCE || 'basic'
    const licence = LICENCES.find((known) => known === value)
    if (!licence) throw misconfigured(`LICENCE must be one of ${LICENCES.join(', ')}`)
    return licence
  }

  /** Outgoing calls that one request may make, retries included. */
  get subrequests(): number {
    this.#subrequests ??= readCount('SUBREQUESTS', this.env.SUBREQUESTS || 50)
    return this.#subrequests
  }

  /** A base URL override, undefined when unset. Throws 500 naming the setting when it is not a safe URL. */
  url(name: UrlSetting): URL | undefined {
    if (!this.#urls.has(name)) this.#urls.set(name, readUrl(name, this.env[name]))
    return this.#urls.get(name)
  }
}

/** The origin of an address as a browser sends it: people paste it with a slash or a path at its end. */
const originOf = (address: string) =>
  /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : address

function readCount(name: string, value: string | number): number {
  const count = Number(value)
  if (!Number.isInteger(count) || count < 1) throw misconfigured(`${name} must be a positive integer`)
  return count
}

function readUrl(name: UrlSetting, value: string | undefined): URL | undefined {
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  const loopback = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const secure = url && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback))
  if (!secure || url.username || url.password || url.search || url.hash) {
    throw misconfigured(`${name} must be an https URL, or http on loopback`)
  }
  return url
}

const settingsByEnv = new WeakMap<Env, Settings>()

export function settingsOf(env: Env): Settings {
  let settings = settingsByEnv.get(env)
  if (!settings) {
    settings = new Settings(env)
    settingsByEnv.set(env, settings)
  }
  return settings
}

/** Which secrets make up the stored account of a group; all of them are needed. */
export type Account = 'recorder' | 'notes' | 'social' | 'shop-seller' | 'shop-consumer' | 'payment'

export const ACCOUNT_SECRETS = {
  recorder: ['RECORDER_TOKEN'],
  notes: ['NOTES_TOKEN'],
  social: ['SOCIAL_TOKEN'],
  'shop-seller': ['SHOP_VENDOR_ID', 'SHOP_ACCESS_KEY', 'SHOP_SECRET_KEY'],
  'shop-consumer': ['SHOP_SESSION'],
  payment: ['PAYMENT_HOST', 'PAYMENT_API_KEY', 'PAYMENT_MEMBER_ID', 'PAYMENT_MERCHANT_ID', 'PAYMENT_BUSINESS_NUMBER'],
} as const satisfies Record<Account, readonly SecretName[]>

export const groupOfAccount = (account: Account): Group => {
  if (account === 'shop-seller' || account === 'shop-consumer') return 'shop'
  return account
}
