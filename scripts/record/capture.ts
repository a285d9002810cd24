import { gunzipSync } from 'node:zlib'
import { answerAs, type Outbound, readRequest } from '../support/outbound.ts'

/** One call of the gateway and its response, unchanged. */
export interface CapturedCall {
  method: string
  url: URL
  body: string
  status: number
  type: string
  answer: string
  /** The response was gzip without a Content-Encoding. */
  isGzip: boolean
}

/** Sends a call to the product. */
export type Forward = (request: Request) => Promise<Response>

/** Forwards the upstream calls of a Worker to the products and keeps them, without headers. */
export function capturing(forward: Forward): { outbound: Outbound; take: () => CapturedCall[] } {
  const calls: CapturedCall[] = []
  const serve: Outbound['handler'] = (incoming, outgoing) => {
    const served = async () => {
      const request = await readRequest(incoming, outgoing)
      const body = await request.clone().text()
      const response = await forward(request)
      const bytes = Buffer.from(await response.clone().arrayBuffer())
      const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
      calls.push({
        method: request.method,
        url: new URL(request.url),
        body,
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        answer: (isGzip ? gunzipSync(bytes) : bytes).toString(),
        isGzip,
      })
      await answerAs(outgoing, response)
    }
    served().catch(() => incoming.destroy())
  }
  return { outbound: { type: 'node-handler', handler: serve }, take: () => calls.splice(0) }
}

/** Headers of one connection, or headers that are wrong for a decoded response. */
const OF_THE_CONNECTION = [
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]

/** Calls the product itself, over the network. A relay on this machine is called without TLS. */
export const forwardToProduct: Forward = async (request) => {
  const url = new URL(request.url)
  if (['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) url.protocol = 'http:'
  const body = ['GET', 'HEAD'].includes(request.method) ? null : await request.arrayBuffer()
  const headers = withoutConnection(request.headers)
  const response = await fetch(url, {
    method: request.method,
    headers,
    body,
    redirect: 'manual',
    signal: request.signal,
  })
  const { status } = response
  const hasBody = ![101, 204, 205, 304].includes(status)
  return new Response(hasBody ? await response.arrayBuffer() : null, {
    status,
    headers: withoutConnection(response.headers),
  })
}

function withoutConnection(headers: Headers): Headers {
  const copy = new Headers(headers)
  for (const name of OF_THE_CONNECTION) copy.delete(name)
  return copy
}
