import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { corsHeaders } from './cors.ts'
import { failureBody } from './envelope.ts'
import { publicError } from './errors.ts'
import { groupOfPath } from './paths.ts'
import { SECURE_HEADERS } from './secure-headers.ts'
import type { Gateway } from './state.ts'

const JSON_HEADERS = {
  ...SECURE_HEADERS,
  'Content-Type': 'application/json; charset=UTF-8',
  // A keyed answer belongs to one caller: no cache on the way may keep it.
  'Cache-Control': 'no-store',
  Vary: 'Origin',
}

/**
 * The one door out: every answer's headers are set here, once, and its log line is written. `body` is JSON text, or
 * null for no content.
 */
export function respond(
  c: Context<Gateway>,
  status: StatusCode,
  body: string | null,
  extra?: Readonly<Record<string, string>>,
): Response {
  const { id, settings, outgoing, operation, caller } = c.get('state')
  outgoing.close()
  const upstreamMs = Math.round(outgoing.waitedMs)
  const headers: Record<string, string> = {
    ...JSON_HEADERS,
    'X-Request-Id': id,
    'Server-Timing': `upstream;dur=${upstreamMs};desc="${outgoing.calls} calls"`,
    ...extra,
  }
  if (body === null) delete headers['Content-Type']
  const origin = c.req.header('Origin')
  if (origin) Object.assign(headers, corsHeaders(settings, origin))

  console.log(
    JSON.stringify({
      request_id: id,
      group: operation?.group ?? null,
      operation: operation?.id ?? null,
      key: caller?.name ?? null,
      status,
      upstream_ms: upstreamMs,
    }),
  )
  return new Response(body, { status, headers })
}

/** The one place where an error becomes bytes. */
export function fail(c: Context<Gateway>, error: unknown): Response {
  const { status, message, headers } = publicError(error)
  const group = c.get('state').operation?.group ?? groupOfPath(c.req.path)
  return respond(c, status, JSON.stringify(failureBody(group, message)), headers)
}
