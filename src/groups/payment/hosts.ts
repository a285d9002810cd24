import { badInput, misconfigured } from '../../base/errors.ts'

/** The two generations of the product's API, as PAYMENT_API_VERSION names them. */
export const API_VERSIONS = ['v1', 'v2'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]

export interface ProductHost {
  /** https, with the path prefix under which every call of this host stands; no slash at the end. */
  baseUrl: string
  /** The generation that the host speaks. */
  apiVersion: ApiVersion
  /** How a new bill goes out: as a talk message, or as an address that the caller hands on. */
  sends: 'talk' | 'url'
}

/** The product's https hosts (payment facts, section 1). Those on http or on a port of their own are left out. */
const HOSTS: ReadonlyMap<string, ProductHost> = new Map([
  ['erp-api.payssam.kr', { baseUrl: 'https://erp-api.payssam.kr', apiVersion: 'v1', sends: 'talk' }],
  ['stg.paymint.co.kr', { baseUrl: 'https://stg.paymint.co.kr/partner', apiVersion: 'v1', sends: 'talk' }],
  ['erp-api.speeid.kr', { baseUrl: 'https://erp-api.speeid.kr', apiVersion: 'v1', sends: 'url' }],
  ['sandbox.paymint.co.kr', { baseUrl: 'https://sandbox.paymint.co.kr/partner', apiVersion: 'v2', sends: 'talk' }],
  // Seen in one project only: the vendor names a partner's production host after its inspection.
  ['api.paymint.co.kr', { baseUrl: 'https://api.paymint.co.kr/partner', apiVersion: 'v2', sends: 'talk' }],
] satisfies [string, ProductHost][])

/** The host of a bare name in any case; undefined for every other text, addresses and ports included. */
export const productHost = (name: string): ProductHost | undefined => HOSTS.get(name.toLowerCase())

export const isPaymentHost = (host: string) => productHost(host) !== undefined

/** All names, for who gave another one. */
const NAMES = [...HOSTS.keys()].join(', ')

/** The host that a caller named. Throws 400 naming X-Payment-Host for an unknown one. */
export function hostOfHeader(name: string): ProductHost {
  const host = productHost(name)
  if (!host) throw badInput(`X-Payment-Host: must be one of ${NAMES}`)
  return host
}

/**
 * The host that PAYMENT_HOST names, bare or as the vendor writes its address: with https:// before it, and its path or a
 * slash behind it. Throws 500 naming the setting for anything else.
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
