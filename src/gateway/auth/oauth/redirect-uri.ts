import { badInput } from '../../../base/errors.ts'

/** Whether a URI is in its normal form and has a complete host, so that no two parsers take it for different places. */
export function isNormal(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { href, hostname } = new URL(uri)
  return (href === uri || href === `${uri}/`) && !hostname.includes('*')
}

/** Throws 400 for a redirect URI that is not in its normal form. */
export function checkNormal(uri: string): void {
  if (!isNormal(uri)) throw badInput('redirect_uri: must be a plain address in its normal form')
}
