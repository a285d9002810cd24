/** A host of the product (facts, section 1). */
export interface Site {
  generation: 'v1' | 'v2'
  prefix: '' | '/partner'
  /** Bill ids must be the business number and ten free characters. */
  trial?: true
  /** Bills are sent only as URLs. */
  urlOnly?: true
}

const SITES: Readonly<Record<string, Site>> = {
  'erp-api.payssam.kr': { generation: 'v1', prefix: '' },
  'erp-api.speeid.kr': { generation: 'v1', prefix: '', urlOnly: true },
  'stg.paymint.co.kr': { generation: 'v1', prefix: '/partner', trial: true },
  'sandbox.paymint.co.kr': { generation: 'v2', prefix: '/partner', trial: true },
  'api.paymint.co.kr': { generation: 'v2', prefix: '/partner' },
}

export const answersFor = (host: string) => Object.hasOwn(SITES, host)

export const getSite = (request: Request): Site | undefined => {
  const { protocol, host } = new URL(request.url)
  return protocol === 'https:' && answersFor(host) ? SITES[host] : undefined
}

/** The path for routing a request: the API version of its host, then the path after the host's prefix. */
export function routedPath(request: Request): string {
  const site = getSite(request)
  const { pathname } = new URL(request.url)
  if (!site || !pathname.startsWith(`${site.prefix}/`)) return '/unknown'
  const path = pathname.slice(site.prefix.length)
  return site.urlOnly && path === '/if/bill/send' ? '/unknown' : `/${site.generation}${path}`
}
