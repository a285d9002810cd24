import { badInput, misconfigured } from '../../base/errors.ts'

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
