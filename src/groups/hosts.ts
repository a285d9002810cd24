import { badInput, foreignAddress, misconfigured } from '../base/errors.ts'

export const GLOBAL_ORIGIN = 'https://api.plaud.ai'

/** Data hosts by the region claim of a token. */
const REGION_ORIGINS: Record<string, string> = {
  'aws:eu-central-1': 'https://api-euc1.plaud.ai',
  'aws:ap-northeast-1': 'https://api-apne1.plaud.ai',
  'aws:ap-southeast-1': 'https://api-apse1.plaud.ai',
}

const PLAUD_HOST = /^([a-z0-9-]+\.)*plaud\.(ai|cn)$/
/**
 * Content and audio buckets, in every form of an S3 address that has the bucket in its host. Anybody may create a
 * bucket with such a name. Links come from the product itself, and are called without a credential.
 */
const STORAGE_HOST =
  /^(plaud-bucket|([a-z0-9][a-z0-9-]*-)?prod-plaud-(bucket|content-storage))\.s3(-accelerate(\.dualstack)?|(\.dualstack\.|[.-])[a-z]{2}(-[a-z]+)+-\d)?\.amazonaws\.com(\.cn)?$/

export const isRecorderHost = (host: string) => PLAUD_HOST.test(host) || STORAGE_HOST.test(host)

/** The origin of a region. Undefined for an unknown region. */
export const knownOrigin = (region: string | undefined): string | undefined =>
  region?.startsWith('aws:us-') ? GLOBAL_ORIGIN : REGION_ORIGINS[region ?? '']

export const originOfRegion = (region: string | undefined): string => knownOrigin(region) ?? GLOBAL_ORIGIN

/**
 * The origin in a wrong-region response, with or without its scheme. Throws 502 for anything but the product's own API
 * over https, because a token would be sent there.
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

/** The host of the product's external API. */
export const TIRO_HOST = 'api.tiro.ooo'

export const isNotesHost = (host: string) => host === TIRO_HOST

/** The host of the public API. */
export const NOTION_HOST = 'api.notion.com'
/** The host of the web app, for invitations, and the one that it had before. */
export const NOTION_APP_HOST = 'app.notion.com'
export const OLD_NOTION_APP_HOST = 'www.notion.so'

export const isAppHost = (host: string) => host === NOTION_APP_HOST || host === OLD_NOTION_APP_HOST
export const isWorkspaceHost = (host: string) => host === NOTION_HOST || isAppHost(host)

/** The host of the sellers' side. */
export const SELLER_HOST = 'api-gateway.coupang.com'
/** The host of the customers' side. */
export const CONSUMER_HOST = 'mc.coupang.com'

export const isShopHost = (host: string) => host === SELLER_HOST || host === CONSUMER_HOST

/** The two versions of the product's API, as PAYMENT_API_VERSION names them. */
export const API_VERSIONS = ['v1', 'v2'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]

export interface ProductHost {
  /** An https URL with the path prefix of all calls, without a trailing slash. */
  baseUrl: string
  /** The API version of the host. */
  apiVersion: ApiVersion
  /** How a new bill is sent: as a chat message, or as a URL that the caller forwards. */
  sends: 'talk' | 'url'
}

/** The product's https hosts. Hosts with http or a custom port are left out. */
const HOSTS: ReadonlyMap<string, ProductHost> = new Map([
  ['erp-api.payssam.kr', { baseUrl: 'https://erp-api.payssam.kr', apiVersion: 'v1', sends: 'talk' }],
  ['stg.paymint.co.kr', { baseUrl: 'https://stg.paymint.co.kr/partner', apiVersion: 'v1', sends: 'talk' }],
  ['erp-api.speeid.kr', { baseUrl: 'https://erp-api.speeid.kr', apiVersion: 'v1', sends: 'url' }],
  ['sandbox.paymint.co.kr', { baseUrl: 'https://sandbox.paymint.co.kr/partner', apiVersion: 'v2', sends: 'talk' }],
  // Seen in only one project: the vendor tells a partner its production host after the inspection.
  ['api.paymint.co.kr', { baseUrl: 'https://api.paymint.co.kr/partner', apiVersion: 'v2', sends: 'talk' }],
] satisfies [string, ProductHost][])

/** The host with this bare name, in any case. Undefined for anything else, including URLs and ports. */
export const productHost = (name: string): ProductHost | undefined => HOSTS.get(name.toLowerCase())

export const isPaymentHost = (host: string) => productHost(host) !== undefined

/** All names, for the error message. */
const NAMES = [...HOSTS.keys()].join(', ')

/** The host that a caller named. Throws 400 with X-Payment-Host for an unknown one. */
export function hostOfHeader(name: string): ProductHost {
  const host = productHost(name)
  if (!host) throw badInput(`X-Payment-Host: must be one of ${NAMES}`)
  return host
}

/**
 * The host that PAYMENT_HOST names: bare, or as the vendor writes its URL, with https:// and a path or trailing slash.
 * Throws 500 with the setting's name for anything else.
 */
export function hostOfSetting(text: string): ProductHost {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '')
  const [, host] = [...HOSTS].find(([name, { baseUrl }]) => address === name || `https://${address}` === baseUrl) ?? []
  if (!host) throw misconfigured(`PAYMENT_HOST must be one of ${NAMES}`)
  return host
}

/** The origins of the product, and the setting that overrides each. */
export const ORIGINS = {
  VIDEO_URL: 'https://www.youtube.com',
  VIDEO_DATA_URL: 'https://www.googleapis.com',
} as const

export const isVideoHost = (host: string) => Object.values(ORIGINS).some((origin) => origin === `https://${host}`)

/** The host of the product's API. */
export const THREADS_HOST = 'graph.threads.net'

export const isSocialHost = (host: string) => host === THREADS_HOST
