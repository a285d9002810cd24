/**
 * IPv4 ranges that are not public: their first address and the number of shared bits. The /32 is a cloud's own service.
 */
const IPV4_RESERVED: readonly (readonly [first: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Top-level labels of names that are private to a network, or have no meaning. */
const PRIVATE_NAMES: ReadonlySet<string> = new Set([
  'arpa',
  'consul',
  'corp',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'svc',
  'test',
])

/** What is wrong with a URL, as text that follows the name of a field, or the normalized URL. */
type PublicAddress = { readonly href: string } | { readonly error: string }

/**
 * Whether a text is the https URL of a public host. The URL is returned as a browser parses it, so that no other parser
 * can take it for another host. Names are not resolved: a public name may point to a private host.
 *
 * @param example a valid one
 * @param isPortFree whether it may have a port other than that of https
 */
export function publicAddress(
  text: string,
  { example = 'https://cdn.example.com/plan.pdf', isPortFree = false } = {},
): PublicAddress {
  const url = /^https:\/\/[^/\\\s][^\\\s]*$/i.test(text) ? URL.parse(text) : null
  if (!url) return { error: `must be an https address, such as ${example}` }
  const [authority = ''] = text.slice('https://'.length).split(/[/?#]/)
  if (authority.includes('@')) return { error: 'must hold no user name and no password' }
  if (url.port && !isPortFree) return { error: 'must have no port' }
  if (url.port === '0') return { error: 'must have no port 0' }
  if (!isPublicHost(url.hostname)) return { error: 'must name a host on the public internet' }
  url.hash = ''
  return { href: url.href }
}

/** `URL` has converted every form of an IPv4 address, such as 127.1 and 0x7f000001, to four numbers. */
function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return isPublicIpv6(hostname.slice(1, -1))
  if (/^[\d.]+$/.test(hostname)) return isPublicIpv4(hostname)
  const labels = hostname.replace(/\.$/, '').split('.')
  return labels.length > 1 && labels.every(Boolean) && !PRIVATE_NAMES.has(labels.at(-1) ?? '')
}

const asNumber = (ipv4: string) => ipv4.split('.').reduce((number, part) => number * 256 + Number(part), 0)

function isPublicIpv4(ipv4: string): boolean {
  const number = asNumber(ipv4)
  return !IPV4_RESERVED.some(([first, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(number / size) === asNumber(first) / size
  })
}

/** Global unicast is 2000::/3. Documentation ranges are excluded, and so are tunnels, which embed an IPv4 address. */
function isPublicIpv6(ipv6: string): boolean {
  const [first = 0, second = 0] = ipv6.split(':', 2).map((part) => Number.parseInt(part || '0', 16))
  if (first < 0x2000 || first >= 0x3fff || first === 0x2002) return false
  return first !== 0x2001 || (second >= 0x200 && second !== 0xdb8)
}
