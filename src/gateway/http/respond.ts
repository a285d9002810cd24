import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { getErrorCode, publicError, type Reason } from '../../base/errors.ts'
import { reportUse } from '../account-use.ts'
import { getActor } from '../auth/actor.ts'
import type { AppEnv, RequestState } from '../state.ts'
import { recordAnswer } from '../usage/audit.ts'
import { countAnswer } from '../usage/usage.ts'
import { withAdvice } from './advice.ts'
import { corsHeaders } from './cors.ts'
import { failureBody } from './envelope.ts'
import { areaOfPath } from './paths.ts'
import { logUnhandledError } from './unhandled-error.ts'
import { PAGE_HEADERS, unknownPathPage, wantsPage } from './unknown-path-page.ts'

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
  const { id, settings, upstream, answerHeaders } = state
  upstream.close()
  if (!state.isPart) {
    countAnswer(state, status)
    recordAnswer(state, status, reason)
  }
  const upstreamMs = Math.round(upstream.budget.waitedMs)
  const response = new Response(body, { status, headers: JSON_HEADERS })
  const { headers } = response
  headers.set('X-Request-Id', id)
  headers.set('Server-Timing', `upstream;dur=${upstreamMs};desc="${upstream.budget.calls} calls"`)
  if (body === null) headers.delete('Content-Type')
  const origin = c.req.header('Origin')
  const failed = reason && status >= 400 && { 'X-Error-Code': getErrorCode(reason, status) }
  const others = { ...answerHeaders, ...extra, ...failed, ...(origin && corsHeaders(settings, origin)) }
  for (const [name, value] of Object.entries(others)) headers.set(name, value)

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
  const { status, message, headers, reason, parameters, body } = known
  const state = c.get('state')
  const { id, operation } = state
  state.failureMessage = message
  state.failureParameters = parameters
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
