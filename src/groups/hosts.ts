import { badInput, foreignAddress, misconfigured } from '../base/errors.ts'

/** Plaud (recorder): the API for accounts outside of the regions below. */
export const PLAUD_ORIGIN = 'https://api.plaud.ai'

/** Plaud: the API of each region, by the region claim of a token. */
const PLAUD_REGION_ORIGINS: Record<string, string> = {
  'aws:eu-central-1': 'https://api-euc1.plaud.ai',
  'aws:ap-northeast-1': 'https://api-apne1.plaud.ai',
  'aws:ap-southeast-1': 'https://api-apse1.plaud.ai',
}

/** Plaud: every host of the product's own domains. */
const PLAUD_HOST = /^([a-z0-9-]+\.)*plaud\.(ai|cn)$/
/**
 * Plaud: buckets with content and audio, in every form of an S3 address that has the bucket in its host. Anybody may
 * create a bucket with such a name. Links come from the product itself, and are called without a credential.
 */
const PLAUD_STORAGE_HOST =
  /^(plaud-bucket|([a-z0-9][a-z0-9-]*-)?prod-plaud-(bucket|content-storage))\.s3(-accelerate(\.dualstack)?|(\.dualstack\.|[.-])[a-z]{2}(-[a-z]+)+-\d)?\.amazonaws\.com(\.cn)?$/

export const isRecorderHost = (host: string) => PLAUD_HOST.test(host) || PLAUD_STORAGE_HOST.test(host)

/** Plaud: the origin of a region. Undefined for an unknown region. */
export const knownOrigin = (region: string | undefined): string | undefined =>
  region?.startsWith('aws:us-') ? PLAUD_ORIGIN : PLAUD_REGION_ORIGINS[region ?? '']

export const originOfRegion = (region: string | undefined): string => knownOrigin(region) ?? PLAUD_ORIGIN

/**
 * Plaud: the origin in a wrong-region response, with or without its scheme. Throws 502 for anything but the product's
 * own API over https, because a token would be sent there.
 */
export function redirectedOrigin(named: unknown): string {
  const text = typeof named === 'string' ? named : ''
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' || url.port || url.username || !PLAUD_HOST.test(url.hostname)) {
    throw foreignAddress('recorder', url)
  }
  return url.origin
}

/** Tiro (notes): the external API. */
export const TIRO_HOST = 'api.tiro.ooo'

export const isNotesHost = (host: string) => host === TIRO_HOST

/** Notion (workspace): the public API. */
export const NOTION_HOST = 'api.notion.com'
/** Notion: the web app, which sends invitations. */
export const NOTION_APP_HOST = 'app.notion.com'
/** Notion: the previous host of the web app. */
export const OLD_NOTION_APP_HOST = 'www.notion.so'

export const isAppHost = (host: string) => host === NOTION_APP_HOST || host === OLD_NOTION_APP_HOST
export const isWorkspaceHost = (host: string) => host === NOTION_HOST || isAppHost(host)

/** Coupang (shop): the sellers' side. */
export const SELLER_HOST = 'api-gateway.coupang.com'
/** Coupang: the customers' side. */
export const CONSUMER_HOST = 'mc.coupang.com'

export const isShopHost = (host: string) => host === SELLER_HOST || host === CONSUMER_HOST

/** PaySsam (payment): the two versions of the API, as PAYMENT_API_VERSION names them. */
export const API_VERSIONS = ['v1', 'v2'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]

/** PaySsam: a host of the API. */
export interface PaymentHost {
  /** An https URL with the path prefix of all calls, without a trailing slash. */
  baseUrl: string
  apiVersion: ApiVersion
  /** How a new bill is sent: as a chat message, or as a URL that the caller forwards. */
  sends: 'talk' | 'url'
}

/** PaySsam: the hosts with https. Hosts with http or a custom port are left out. */
const PAYMENT_HOSTS: ReadonlyMap<string, PaymentHost> = new Map([
  ['erp-api.payssam.kr', { baseUrl: 'https://erp-api.payssam.kr', apiVersion: 'v1', sends: 'talk' }],
  ['stg.paymint.co.kr', { baseUrl: 'https://stg.paymint.co.kr/partner', apiVersion: 'v1', sends: 'talk' }],
  ['erp-api.speeid.kr', { baseUrl: 'https://erp-api.speeid.kr', apiVersion: 'v1', sends: 'url' }],
  ['sandbox.paymint.co.kr', { baseUrl: 'https://sandbox.paymint.co.kr/partner', apiVersion: 'v2', sends: 'talk' }],
  // Seen in only one project: the vendor tells a partner its production host after the inspection.
  ['api.paymint.co.kr', { baseUrl: 'https://api.paymint.co.kr/partner', apiVersion: 'v2', sends: 'talk' }],
] satisfies [string, PaymentHost][])

/** PaySsam: the host with this bare name, in any case. Undefined for anything else, including URLs and ports. */
export const findPaymentHost = (name: string): PaymentHost | undefined => PAYMENT_HOSTS.get(name.toLowerCase())

export const isPaymentHost = (host: string) => findPaymentHost(host) !== undefined

/** PaySsam: the names of all hosts, for error messages. */
const PAYMENT_HOST_NAMES = [...PAYMENT_HOSTS.keys()].join(', ')

/** PaySsam: the host that a caller named. Throws 400 with X-Payment-Host for an unknown one. */
export function hostOfHeader(name: string): PaymentHost {
  const host = findPaymentHost(name)
  if (!host) throw badInput(`X-Payment-Host: must be one of ${PAYMENT_HOST_NAMES}`)
  return host
}

/**
 * PaySsam: the host that PAYMENT_HOST names: bare, or as the vendor writes its URL, with https:// and a path or trailing
 * slash. Throws 500 with the setting's name for anything else.
 */
export function hostOfSetting(text: string): PaymentHost {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '')
  const [, host] =
    [...PAYMENT_HOSTS].find(([name, { baseUrl }]) => address === name || `https://${address}` === baseUrl) ?? []
  if (!host) throw misconfigured(`PAYMENT_HOST must be one of ${PAYMENT_HOST_NAMES}`)
  return host
}

/** YouTube (video): the origins, by the setting that overrides each. */
export const YOUTUBE_ORIGINS = {
  VIDEO_URL: 'https://www.youtube.com',
  VIDEO_DATA_URL: 'https://www.googleapis.com',
} as const

export const isVideoHost = (host: string) =>
  Object.values(YOUTUBE_ORIGINS).some((origin) => origin === `https://${host}`)

/** Threads (social): the API. */
export const THREADS_HOST = 'graph.threads.net'

export const isSocialHost = (host: string) => host === THREADS_HOST
