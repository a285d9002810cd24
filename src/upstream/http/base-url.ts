import { badGateway } from '../../base/errors.ts'
import type { Product, UpstreamRequest } from './product.ts'

/**
 * The base URL that paths are appended to, byte for byte: the override of a setting, or the product's own, without a
 * trailing slash.
 */
export const baseUrl = (override: URL | undefined, own: string): string => override?.href.replace(/\/$/, '') ?? own

/** Throws 502 for a URL that is neither the override's nor, over https, one of the product's hosts. */
export function checkAddress({ group, hosts }: Product, { url, override }: UpstreamRequest): void {
  const isOwn = url.origin === override?.origin || (url.protocol === 'https:' && !url.port && hosts(url.hostname))
  if (!isOwn || url.username || url.password) {
    throw badGateway(`the ${group} service pointed to an address that is not its own`, 'foreign address')
  }
}
