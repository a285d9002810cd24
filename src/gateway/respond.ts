import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { corsHeaders } from './cors.ts'
import { failureBody } from './envelope.ts'
import { publicError } from './errors.ts'
import { groupOfPath } from './paths.ts'
import { SECURE_HEADERS } from './secure-headers.ts'
import type { Gateway } from './state.ts'

/** Copied by the runtime, which is quicker than handing over each name and value. */
const JSON_HEADERS = new Headers({
  ...SECURE_HEADERS,
  'Content-Type': 'application/json; charset=UTF-8',
  // A keyed answer belongs to one caller: no cache on the way may keep it.
  'Cache-Control': 'no-store',
  Vary: 'Origin',
})

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
  const response = new Response(body, { status, headers: JSON_HEADERS })
  const { headers } = response
  headers.set('X-Request-Id', id)
  headers.set('Server-Timing', `upstream;dur=${upstreamMs};desc="${outgoing.calls} calls"`)
  if (body === null) headers.delete('Content-Type')
  const origin = c.req.header('Origin')
  const others = { ...extra, ...(origin && corsHeaders(settings, origin)) }
  for (const [name, value] of Object.entries(others)) headers.set(name, value)

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
  return response
}

/** The one place where an error becomes bytes. */
export function fail(c: Context<Gateway>, error: unknown): Response {
  const { status, message, headers } = publicError(error)
  const group = c.get('state').operation?.group ?? groupOfPath(c.req.path)
  return respond(c, status, JSON.stringify(failureBody(group, message)), headers)
}
