import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

/** A request byte for byte, because `fetch` would normalize its path and headers. */
export interface RawRequest {
  method: string
  /** The encoded path and query: bytes, as latin1 text. */
  target: string
  headers: readonly (readonly [string, string])[]
  body?: Buffer
  /** Sends the body without a Content-Length. */
  chunked?: boolean
}

export interface RawAnswer {
  status: number
  headers: ReadonlyMap<string, string>
  text: string
  ms: number
}

export type Ask = (request: RawRequest) => Promise<RawAnswer>

/**
 * Sends requests to one origin over kept connections. Rejects when the connection breaks, and when the response is
 * incomplete.
 *
 * @param mostMs the timeout of a response
 */
export function toEventReader(origin: URL, mostMs: number): { ask: Ask; close: () => void } {
  const secure = origin.protocol === 'https:'
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new PlainAgent({ keepAlive: true })
  const request = secure ? secureRequest : plainRequest
  const ask: Ask = ({ method, target, headers, body, chunked = false }) =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const all: Record<string, string> = Object.fromEntries(headers)
      if (body && !chunked) all['Content-Length'] = String(body.length)
      if (body && chunked) all['Transfer-Encoding'] = 'chunked'
      const { hostname, port } = origin
      const call = request({ agent, hostname, port, method, path: target, headers: all }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          clearTimeout(timer)
          resolve({
            status: response.statusCode ?? 0,
            headers: new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
            text: Buffer.concat(chunks).toString(),
            ms: performance.now() - started,
          })
        })
      })
      const timer = setTimeout(() => call.destroy(new Error(`no answer within ${mostMs / 1000} s`)), mostMs)
      call.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      call.end(body)
    })
  return { ask, close: () => agent.destroy() }
}
