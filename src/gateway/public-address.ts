/** Last labels of names that lead into a network of one's own, or nowhere (RFC 6761, RFC 6762, RFC 9476). */
const PRIVATE = new Set([
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'arpa',
  'onion',
])

/**
 * Whether an address that a stranger named may be asked: https on its usual port, at a name of the public DNS, without
 * credentials. An address in numbers is none, in whatever notation: the parser writes each IPv4 address with dots. A name that
 * leads to a private address is not told here; the network that a Worker calls out from reaches none.
 */
export function isPublicAddress(url: URL): boolean {
  const { protocol, hostname, port, username, password } = url
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  const labels = hostname.replace(/\.$/, '').split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && /^[a-z][a-z\d-]*$/.test(last) && !PRIVATE.has(last)
}
