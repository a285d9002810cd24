import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Simulator } from '../../test/simulators/simulator.ts'

/**
 * Miniflare's type of a service that handles all upstream calls of a Worker, including calls of its Durable Objects.
 */
export interface Outbound {
  type: 'node-handler'
  handler: (incoming: IncomingMessage, outgoing: ServerResponse) => void
}

/**
 * Forwards the upstream calls of a local Worker to simulated products. If a product throws, the connection is lost.
 *
 * @param productAt the product for a host name; called for every request, so that a test may replace a product
 */
export const outboundTo = (productAt: (host: string) => Simulator | undefined): Outbound => ({
  type: 'node-handler',
  handler: (incoming, outgoing) => {
    answer(incoming, outgoing, productAt).catch(() => outgoing.destroy())
  },
})

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  productAt: (host: string) => Simulator | undefined,
): Promise<void> {
  const { hostname } = new URL(`https://${incoming.headers.host}`)
  // An endpoint of this machine, from a subscription.
  if (hostname === '127.0.0.1') return answerAs(outgoing, await fetch(await onThisMachine(incoming, outgoing)))
  const product = productAt(hostname)
  if (!product) return void outgoing.writeHead(502).end(`no product is simulated at ${hostname}`)
  await answerAs(outgoing, await product.fetch(await readRequest(incoming, outgoing)))
}

async function onThisMachine(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Request> {
  const request = await readRequest(incoming, outgoing)
  const body = request.body ? await request.arrayBuffer() : null
  const { method, headers, signal } = request
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method,
    headers,
    signal,
    body,
    redirect: 'manual',
  })
}

/** Sends a simulated product's response over the wire. */
export async function answerAs(outgoing: ServerResponse, response: Response): Promise<void> {
  const bytes = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(response.status, [...response.headers].flat())
  // A simulator's body with this header is decoded, as `fetch` returns it. On the wire it is encoded.
  outgoing.end(response.headers.get('content-encoding') === 'gzip' ? gzipSync(bytes) : bytes)
}

/** The Worker's request, with a signal that aborts when the Worker gives up. */
export async function readRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Request> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const left = new AbortController()
  outgoing.on('close', () => left.abort())
  // Miniflare adds its own headers. The rest is what the Worker sent.
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    name.startsWith('mf-') ? [] : values.map((value): [string, string] => [name, value]),
  )
  return new Request(`https://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    signal: left.signal,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
}
