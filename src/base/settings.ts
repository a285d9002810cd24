import { parseEmail } from './channels.ts'
import type { Env, UrlSetting } from './env.ts'
import { GatewayError, misconfigured } from './errors.ts'
import { LICENCES, type Licence } from './groups.ts'
import type { RelayWarning } from './setting-warnings.ts'
import { isTimeZone } from './time.ts'
import { LEAST_RELAY_TOKEN, RELAYED_PRODUCTS, type Relay, type RelayedProduct } from './url.ts'

export const DEFAULT_SERVICE_NAME = 'Latchkey'
export const DEFAULT_TIME_ZONE = 'Asia/Seoul'

/** The deployment's settings, parsed once per isolate, so that no request parses `env`. */
export class Settings {
  readonly env: Env
  readonly serviceName: string
  /** ALLOWED_ORIGINS. Includes `*` only if the setting does. Empty when the owner's own setting decides. */
  readonly allowedOrigins: ReadonlySet<string>
  #subrequests: number | undefined
  readonly #urls = new Map<UrlSetting | 'RELAY_URL', URL | undefined>()
  #relayed: ReadonlySet<string> | undefined

  constructor(env: Env) {
    this.env = env
    this.serviceName = env.SERVICE_NAME || DEFAULT_SERVICE_NAME
    this.allowedOrigins = new Set(
      (env.ALLOWED_ORIGINS ?? '')
        .split(',')
        .map((entry) => formatOrigin(entry.trim()))
        .filter(Boolean),
    )
  }

  /** The API key of the deployment. Throws 500 with the setting's name when it is not set. */
  get apiKey(): string {
    if (!this.env.API_KEY)
      throw misconfigured('API_KEY is not set on this deployment: set it by `npx wrangler secret put API_KEY`')
    return this.env.API_KEY
  }

  /** The licence of the deployment. Throws 500 with LICENCE for an unknown value. */
  get licence(): Licence {
    const value = this.env.LICENCE || 'basic'
    const licence = LICENCES.find((known) => known === value)
    if (!licence) throw misconfigured(`LICENCE must be one of ${LICENCES.join(', ')}`)
    return licence
  }

  /** The most upstream calls per request, including retries. */
  get subrequests(): number {
    this.#subrequests ??= readCount('SUBREQUESTS', this.env.SUBREQUESTS || 50)
    return this.#subrequests
  }

  /** Whether MCP clients may register themselves. Throws 500 with OAUTH_REGISTRATION for an unknown value. */
  get registrationOpen(): boolean {
    const value = this.env.OAUTH_REGISTRATION || 'open'
    if (value !== 'open' && value !== 'closed') throw misconfigured('OAUTH_REGISTRATION must be open or closed')
    return value === 'open'
  }

  /** The time between two polls of an event source, in milliseconds. Throws 500 for less than 30 s. */
  get eventsPollMs(): number {
    const seconds = readCount('EVENTS_POLL_SECONDS', this.env.EVENTS_POLL_SECONDS || 120)
    if (seconds < 30) throw misconfigured('EVENTS_POLL_SECONDS must be at least 30')
    return seconds * 1000
  }

  /** How e-mail is sent. Undefined on a deployment that sends none, or whose sender is no address. */
  get email(): { from: string; binding: SendEmail } | undefined {
    const { EMAIL: binding, NOTIFY_FROM = '' } = this.env
    return binding && parseEmail(NOTIFY_FROM) ? { from: NOTIFY_FROM, binding } : undefined
  }

  /** The time zone of times in MCP tools. Throws 500 with TIME_ZONE for an unknown one. */
  get timeZone(): string {
    const zone = this.env.TIME_ZONE || DEFAULT_TIME_ZONE
    if (!isTimeZone(zone)) throw misconfigured('TIME_ZONE must be a time zone of the IANA, such as Asia/Seoul')
    return zone
  }

  /**
   * The relay for calls to a product. Undefined when they are sent directly. Throws 500 with the name of a wrong
   * setting.
   */
  relay(product: RelayedProduct): Relay | undefined {
    if (!this.env.RELAY_URL) return undefined
    this.#relayed ??= readRelayed(this.env.RELAY_FOR || 'shop-seller')
    const url = this.#relayed.has(product) ? this.url('RELAY_URL') : undefined
    if (!url) return undefined
    const token = this.env.RELAY_TOKEN ?? ''
    if (token.length < LEAST_RELAY_TOKEN || !/^[\x21-\x7e]+$/.test(token)) {
      throw misconfigured(`RELAY_TOKEN must have at least ${LEAST_RELAY_TOKEN} visible ASCII characters`)
    }
    return { baseUrl: url.href.replace(/\/$/, ''), token }
  }

  /** The problem of the settings of the relay, in words for the owner. Undefined if there is none. */
  relayWarning(): { code: RelayWarning; message: string } | undefined {
    const { RELAY_URL, RELAY_TOKEN, RELAY_FOR } = this.env
    if (RELAY_URL) {
      if (!RELAY_TOKEN) {
        const message = 'RELAY_URL is set without RELAY_TOKEN: set the secret RELAY_TOKEN to the token of the relay'
        return { code: 'relay_token_unset', message }
      }
      try {
        for (const product of RELAYED_PRODUCTS) this.relay(product)
        return undefined
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        const { message } = error
        const code = RELAY_CODES.find(([name]) => message.startsWith(name))?.[1] ?? 'relay_url_wrong'
        return { code, message }
      }
    }
    const alone = [RELAY_TOKEN && 'RELAY_TOKEN', RELAY_FOR && 'RELAY_FOR'].filter(Boolean)
    if (alone.length === 0) return undefined
    const are = alone.length === 1 ? 'is' : 'are'
    const message = `${alone.join(' and ')} ${are} set without RELAY_URL: calls go to the products directly, from no fixed address`
    return { code: 'relay_url_unset', message }
  }

  /** A base URL. Undefined when it is not set. Throws 500 with the setting's name when the URL is not safe. */
  url(name: UrlSetting | 'RELAY_URL'): URL | undefined {
    if (!this.#urls.has(name)) this.#urls.set(name, readUrl(name, this.env[name]))
    return this.#urls.get(name)
  }
}

/** The warning for each setting that the message of an error may begin with. */
const RELAY_CODES = [
  ['RELAY_TOKEN', 'relay_token_wrong'],
  ['RELAY_FOR', 'relay_for_wrong'],
] as const

/** The origin as browsers send it. People paste URLs with a trailing slash or a path. */
const formatOrigin = (address: string) =>
  /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : address

function readCount(name: string, value: string | number): number {
  const count = Number(value)
  if (!Number.isInteger(count) || count < 1) throw misconfigured(`${name} must be a positive integer`)
  return count
}

function readRelayed(list: string): ReadonlySet<string> {
  const names = list.split(',').map((name) => name.trim())
  const isKnown = (name: string) => RELAYED_PRODUCTS.some((known) => known === name)
  if (!names.every(isKnown)) throw misconfigured(`RELAY_FOR must be a comma list of ${RELAYED_PRODUCTS.join(', ')}`)
  return new Set(names)
}

function readUrl(name: string, value: string | undefined): URL | undefined {
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

export function getSettings(env: Env): Settings {
  let settings = settingsByEnv.get(env)
  if (!settings) {
    settings = new Settings(env)
    settingsByEnv.set(env, settings)
  }
  return settings
}
