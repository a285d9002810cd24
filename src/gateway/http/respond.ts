import type { Context } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { type ErrorCode, type GatewayError, getErrorCode, publicError, type Reason } from '../../base/errors.ts'
import { isLoopback } from '../../base/url.ts'
import { recordAnswer } from '../audit.ts'
import { getActor } from '../auth/access.ts'
import { ACCOUNT_HEADER } from '../auth/accounts.ts'
import type { AppEnv, RequestState } from '../state.ts'
import { countAnswer, reportUse } from '../usage.ts'
import { corsHeaders } from './cors.ts'
import { failureBody } from './envelope.ts'
import { logUnhandledError } from './log.ts'
import { areaOfPath } from './router.ts'
import { PAGE_HEADERS, unknownPathPage, wantsPage } from './unknown-path.ts'

/** How a secret is set where the gateway runs on this machine. */
const LOCAL_COMMAND = '`npm run setup "--" --local` (it writes the file .dev.vars), then start it again'

/** The message of an error, with what only the request shows: the address of the page, and whether this is a local run. */
function withAdvice(c: Context<AppEnv>, error: GatewayError): string {
  const { origin, hostname } = new URL(c.req.url)
  const here = error.message.replace(/ at (?=\/#)/, ` at ${origin}`)
  const message = isLoopback(hostname) ? here.replace(/`npx wrangler secret put [A-Z_]+`/, LOCAL_COMMAND) : here
  const page = accountPage(c, error, origin)
  if (page === undefined) return message
  if (message.includes('reconnect it')) return message.replace('reconnect it', `reconnect it at ${page}`)
  return `${message}${message.includes(': ') ? ';' : ':'} connect it at ${page}`
}

/** Where the account behind a 401 is connected. */
function accountPage(
  c: Context<AppEnv>,
  { status, reason, parameters }: GatewayError,
  origin: string,
): string | undefined {
  const { upstream } = c.get('state')
  const account = parameters.account ?? upstream.used.account
  const code = getErrorCode(reason, status)
  const isAbout = status === 401 && (code === 'account_not_connected' || code === 'account_rejected')
  return isAbout && account !== undefined ? `${origin}/#${account}` : undefined
}

/**
 * A response with more than a body: another status than the operation's own, headers, or JSON text that is passed on
 * unchanged. Other handlers return the body itself.
 */
export class Reply<Body> {
  /** Exists only for the compiler: it ties the text to the type that the operation promises. */
  declare readonly body: Body
  /** JSON text, or a stream of its UTF-8 bytes, so that a long response made of parts is not in memory twice. */
  readonly text: string | ReadableStream<Uint8Array>
  readonly status: ContentfulStatusCode | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  /** The reason for the log. Set when the response reports a failure outside of the error envelope. */
  readonly reason: Reason | undefined

  constructor(
    text: string | ReadableStream<Uint8Array>,
    status?: ContentfulStatusCode,
    headers?: Record<string, string>,
    reason?: Reason,
  ) {
    this.text = text
    this.status = status
    this.headers = headers
    this.reason = reason
  }
}

/** A body with its own status or headers, such as the doctor's. */
export const reply = <Body>(
  body: Body,
  status: ContentfulStatusCode,
  headers?: Record<string, string>,
  reason?: Reason,
) => new Reply<Body>(JSON.stringify(body), status, headers, reason)

/** JSON that is sent unchanged: a loose envelope, or a response that was serialized in parts. */
export const verbatim = <Body = Record<string, unknown>>(text: string | ReadableStream<Uint8Array>) =>
  new Reply<Body>(text)

/**
 * The default headers of hono/secure-headers, as a prepared object. That middleware sets each header on the finished
 * response, which takes longer than all checks before the handler. A test compares the two.
 */
export const SECURE_HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=15552000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
}

/** A prepared object, because the runtime copies it faster than single names and values. */
const JSON_HEADERS = new Headers({
  ...SECURE_HEADERS,
  'Content-Type': 'application/json; charset=UTF-8',
  // A response to a key belongs to one caller, so intermediate caches must not store it.
  'Cache-Control': 'no-store',
  Vary: 'Origin',
})

/** The kind of a failure, and where the guide explains it. */
const describeFailure = (code: ErrorCode) => ({
  'X-Error-Code': code,
  Link: `</docs/guide/errors#${code}>; rel="help"`,
})

/**
 * The only function that sends responses: it sets the common headers and writes the log line.
 *
 * @param body JSON text, its bytes or a stream of them, or null for no content
 * @param reason why the request failed, for the log
 */
export function respond(
  c: Context<AppEnv>,
  status: StatusCode,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  extra?: Readonly<Record<string, string>>,
  reason?: Reason,
): Response {
  const state = c.get('state')
  const { id, upstream, answerHeaders } = state
  upstream.close()
  if (!state.isPart) {
    countAnswer(state, status)
    recordAnswer(c, status, reason)
  }
  const upstreamMs = Math.round(upstream.budget.waitedMs)
  const response = new Response(body, { status, headers: JSON_HEADERS })
  const { headers } = response
  headers.set('X-Request-Id', id)
  if (upstream.used.account !== undefined) headers.set(ACCOUNT_HEADER, upstream.used.account)
  headers.set('Server-Timing', `upstream;dur=${upstreamMs};desc="${upstream.budget.calls} calls"`)
  if (body === null) headers.delete('Content-Type')
  const failed = reason && status >= 400 && describeFailure(getErrorCode(reason, status))
  for (const others of [answerHeaders, extra, failed || {}, corsHeaders(state)])
    for (const [name, value] of Object.entries(others ?? {})) {
      // Two cookies are two headers.
      if (name === 'Set-Cookie') headers.append(name, value)
      else headers.set(name, value)
    }

  if (upstream.used.account !== undefined) reportUse(c.get('state'), status, reason)
  if (!state.isPart) log(state, status, upstreamMs, reason)
  return response
}

function log(state: RequestState, status: number, upstreamMs: number, reason: Reason | undefined): void {
  const { id, operation } = state
  const actor = getActor(state)
  console.log(
    JSON.stringify({
      request_id: id,
      group: operation?.group ?? null,
      operation: operation?.id ?? null,
      // A client may choose any name, but the gateway sets the kind and the id.
      actor: actor.id === null || actor.kind === 'deployment' ? actor.kind : `${actor.kind} ${actor.id}`,
      key: actor.name,
      status,
      reason,
      upstream_ms: upstreamMs,
    }),
  )
}

/** The response for an error, in the error envelope of the group. An unexpected error writes a second log line. */
export function fail(c: Context<AppEnv>, error: unknown): Response {
  const known = publicError(error)
  const { status, message, headers, reason, parameters, body, problems } = known
  const state = c.get('state')
  const { id, operation } = state
  state.failureMessage = message
  state.failureParameters = parameters
  state.failureProblems = problems
  if (reason === 'unknown path' && wantsPage(c))
    return respond(c, status, unknownPathPage(c), { ...headers, ...PAGE_HEADERS }, reason)
  const response = respond(
    c,
    status,
    JSON.stringify(
      failureBody(operation?.group ?? areaOfPath(c.req.path), withAdvice(c, known), getErrorCode(reason, status), {
        parameters,
        body,
      }),
    ),
    headers,
    reason,
  )
  if (reason === 'bug') logUnhandledError(id, error)
  return response
}
