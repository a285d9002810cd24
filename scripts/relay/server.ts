import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import { RELAY_HEADER, RELAY_TOKEN_HEADER } from '../../src/base/url.ts'
import { answeredHeaders, forwardedHeaders } from './headers.ts'

export interface RelayOptions {
  token: string
  /** Whether calls to this host are allowed. */
  isAllowed(host: string): boolean
  /** Logs one line per call. */
  log(line: string): void
}

/** A call that the relay may make. */
interface Target {
  host: string
  /** With the unchanged query. */
  path: string
}

/** A call ends when the product sends nothing for this long, in milliseconds. */
const SILENCE_MS = 120_000
/** Longer than proxies keep an idle connection, so that none sends a request on a closing connection. */
const KEEP_ALIVE_MS = 180_000
/** A browser session's cookie may have many kilobytes. */
const MAX_HEADER_BYTES = 64 * 1024

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The relay: forwards the calls of one gateway to its products, and stores nothing. */
export function createRelay({ token, isAllowed, log }: RelayOptions): Server {
  const expected = digest(token)
  const isAuthorized = ({ headers }: IncomingMessage) => {
    const given = headers[RELAY_TOKEN_HEADER.toLowerCase()]
    return timingSafeEqual(digest(typeof given === 'string' ? given : ''), expected)
  }
  // Only reads share connections. A product may close an idle one at any time, and a write on it would be lost.
  const reads = new https.Agent({ keepAlive: true })

  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, answer) => {
      if (request.method === 'GET' && request.url === '/health') return respond(answer, 200, 'health', { status: 'ok' })
      const isTrusted = isAuthorized(request)
      const target = isTrusted ? parseTarget(request.url ?? '', isAllowed) : undefined
      const started = performance.now()
      answer.on('close', () => {
        const status = answer.headersSent ? answer.statusCode : 0
        const ms = Math.round(performance.now() - started)
        log(JSON.stringify({ method: request.method, host: target?.host ?? null, status, ms }))
      })
      if (target) return forward(request, answer, target, reads)
      if (!isTrusted) return respond(answer, 401, 'refused', { error: `${RELAY_TOKEN_HEADER} is wrong` })
      respond(answer, 403, 'refused', { error: 'this relay forwards to https://{host of a product}/{path} only' })
    },
  )
  server.on('close', () => reads.destroy())
  return server
}

/** The target of a request to `/{host}/{path}`. Undefined for a host that is not allowed. */
function parseTarget(url: string, isAllowed: RelayOptions['isAllowed']): Target | undefined {
  const end = url.indexOf('/', 1)
  const host = url.slice(1, end)
  return url.startsWith('/') && end > 0 && isAllowed(host) ? { host, path: url.slice(end) } : undefined
}

function forward(request: IncomingMessage, answer: ServerResponse, { host, path }: Target, reads: https.Agent): void {
  const { method = 'GET', rawHeaders } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const call = https.request({
    host,
    path,
    method,
    agent: isRead ? reads : false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headers: forwardedHeaders(rawHeaders, host),
  })
  call.setTimeout(SILENCE_MS, () => call.destroy(new Error('silent')))
  // When the caller disconnects, the call is aborted.
  answer.on('close', () => void (answer.writableFinished || call.destroy()))
  call.on('error', () => {
    if (answer.headersSent) answer.destroy()
    else respond(answer, 502, 'unreachable', { error: 'the product did not answer the relay' })
  })
  call.on('response', (response) => {
    const headers = [...answeredHeaders(response.rawHeaders), RELAY_HEADER, 'forwarded']
    answer.sendDate = false
    answer.writeHead(response.statusCode ?? 502, response.statusMessage, headers)
    answer.flushHeaders()
    pipeline(response, answer, () => {})
  })
  request.pipe(call)
}

function respond(answer: ServerResponse, status: number, outcome: string, body: object): void {
  const text = JSON.stringify(body)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    [RELAY_HEADER]: outcome,
  }
  answer.writeHead(status, headers).end(text)
}
