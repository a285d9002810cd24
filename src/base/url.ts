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

/** The problem of a URL, as text that follows the name of a field, or the normalized URL. */
type PublicAddress = { readonly href: string } | { readonly error: string }

/**
 * Whether a text is the https URL of a public host. The URL is returned as a browser parses it, so that no other parser
 * can take it for another host. Names are not resolved: a public name may point to a private host.
 *
 * @param example a valid one
 * @param isPortFree whether it may have another port than https
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

/** A name with a trailing dot is the same host. */
const getHost = (address: string) => new URL(address).hostname.replace(/\.$/, '')

/**
 * Whether a gateway may send to an address. A delivery to the gateway itself would be a request that causes the next
 * one.
 *
 * @param gateway the gateway's own address as it was called; one that is called on loopback runs on the caller's own
 * machine, where an endpoint is allowed as well
 */
export function endpointAddress(text: string, gateway: string): PublicAddress {
  const local = URL.parse(text)
  if (local?.protocol === 'http:' && isLoopback(local.hostname) && isLoopback(new URL(gateway).hostname)) {
    if (local.username || local.password) return { error: 'must hold no user name and no password' }
    if (local.host === new URL(gateway).host) return { error: OWN_ADDRESS }
    local.hash = ''
    return { href: local.href }
  }
  const checked = publicAddress(text, { example: 'https://hooks.example.com/latchkey', isPortFree: true })
  return 'href' in checked && getHost(checked.href) === getHost(gateway) ? { error: OWN_ADDRESS } : checked
}

const OWN_ADDRESS = 'must not point to this gateway itself'

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

const RELAYED = 'register it at WING, Open API; a change takes about 30 minutes'
const DIRECT =
  'WING, Open API takes registered addresses only, and a gateway has no fixed one: run a relay (/docs/guide/relay), register its address there, and set RELAY_URL and RELAY_TOKEN'

/** The shop accepts calls only from registered IP addresses, and the platform gives a Worker no fixed one. */
export interface RefusedAddress {
  /** The address in the words of the product. Absent if it named none. */
  address?: string | undefined
  /** Whether the call went through a relay, whose address can be registered. */
  isRelayed: boolean
}

export const formatRefusedAddress = ({ address = 'of this gateway', isRelayed }: RefusedAddress): string =>
  `the shop refuses the address ${address}: ${isRelayed ? RELAYED : DIRECT}`

/** Reads the message again, for the management app. Undefined for any other message. */
export function readRefusedAddress(message: string): RefusedAddress | undefined {
  const [, address, remedy] = /^the shop refuses the address ([\da-f.:]+|of this gateway): (.*)$/i.exec(message) ?? []
  if (remedy === undefined) return undefined
  return { ...(address !== 'of this gateway' && { address }), isRelayed: remedy === RELAYED }
}

/**
 * The unit of limits by IP address: an IPv4 address, or the /64 of an IPv6 address, because one home or server has a
 * whole /64. Other text is not changed.
 */
export function formatNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = parseFields(head)
  const after = tail === undefined ? [] : parseFields(tail)
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const fields = [...before, ...(tail === undefined ? [] : zeros), ...after]
  return `${fields.slice(0, 4).join(':')}::/64`
}

/** The 16-bit fields of a part of an IPv6 address, without leading zeros. */
const parseFields = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((field) => field.replace(/^0+(?=.)/, ''))

/** The products whose calls can go through a relay, as in RELAY_FOR. */
export const RELAYED_PRODUCTS = [
  'shop-seller',
  'shop-consumer',
  'recorder',
  'notes',
  'video',
  'social',
  'payment',
  'workspace',
] as const
export type RelayedProduct = (typeof RELAYED_PRODUCTS)[number]

/** A server with a fixed IP address that forwards calls to products (docs/relay.md). */
export interface Relay {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly token: string
}

/** The header with the gateway's token, which the relay removes. */
export const RELAY_TOKEN_HEADER = 'X-Relay-Token'

/**
 * The header with which a relay reports what it did, in every response: it `forwarded` the call and this is the
 * product's response, it `refused` to forward it, or the product was `unreachable`. A response without it does not come
 * from a relay.
 */
export const RELAY_HEADER = 'X-Relay'

/** The shortest token that a gateway and a relay accept, in characters. */
export const LEAST_RELAY_TOKEN = 32

/** Whether the host name of a URL is an IP address. */
export const isIpAddress = (hostname: string): boolean => /^\[|^[\d.]+$/.test(hostname)

/** Whether a host name is this machine (RFC 8252, section 7.3). */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
