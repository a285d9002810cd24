/** Headers of one connection, which the next connection does not get (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
])

/** What the relay itself and the proxies before it add to a request. The product would read the Worker's address in them. */
const ADDED_ON_THE_WAY =
  /^(x-relay(-token)?|host|via|forwarded|x-forwarded-.*|x-real-ip|true-client-ip|cdn-loop|cf-.*)$/

type HeaderPair = [name: string, value: string]

/** Raw headers of a message, without those of its connection, and without those whose lower-case name matches `dropped`. */
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

/** The headers with which a request goes on to the product, names and order as they came. */
export function forwardedHeaders(raw: readonly string[], host: string): string[] {
  const isChunked = raw.some((text, at) => at % 2 === 0 && text.toLowerCase() === 'transfer-encoding')
  const framing: HeaderPair[] = isChunked ? [['Transfer-Encoding', 'chunked']] : []
  return [['Host', host] satisfies HeaderPair, ...endToEnd(raw, ADDED_ON_THE_WAY), ...framing].flat()
}

/** The headers with which the product's answer goes back. */
export const answeredHeaders = (raw: readonly string[]): string[] => endToEnd(raw, /^x-relay$/).flat()
