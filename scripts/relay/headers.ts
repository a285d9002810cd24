/** Hop-by-hop headers, which are not forwarded (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

/** Headers that the relay and proxies before it add to a request. They would show the product the Worker's address. */
const ADDED_ON_THE_WAY =
  /^(x-relay(-token)?|host|via|forwarded|x-forwarded-.*|x-real-ip|true-client-ip|cdn-loop|cf-.*)$/

type HeaderPair = [name: string, value: string]

/** The raw headers of a message, without hop-by-hop headers and those whose lower-case name matches `dropped`. */
function endToEnd(raw: readonly string[], dropped: RegExp): HeaderPair[] {
  const pairs = Array.from(
    { length: raw.length / 2 },
    (_, at): HeaderPair => [raw[2 * at] ?? '', raw[2 * at + 1] ?? ''],
  )
  const named = pairs.flatMap(([name, value]) =>
    name.toLowerCase() === 'connection' ? value.split(',').map((token) => token.trim().toLowerCase()) : [],
  )
  return pairs.filter(([name]) => {
    const lower = name.toLowerCase()
    return !HOP_BY_HOP.has(lower) && !named.includes(lower) && !dropped.test(lower)
  })
}

/** The headers of the request to the product, with unchanged names and order. */
export function forwardedHeaders(raw: readonly string[], host: string): string[] {
  const isChunked = raw.some((text, at) => at % 2 === 0 && text.toLowerCase() === 'transfer-encoding')
  const framing: HeaderPair[] = isChunked ? [['Transfer-Encoding', 'chunked']] : []
  return [['Host', host] satisfies HeaderPair, ...endToEnd(raw, ADDED_ON_THE_WAY), ...framing].flat()
}

/** The headers of the product's response. */
export const answeredHeaders = (raw: readonly string[]): string[] => endToEnd(raw, /^x-relay$/).flat()
