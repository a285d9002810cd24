import type { RawAnswer } from '../../../scripts/support/ask.ts'
import type { Fault } from '../../../scripts/support/promise.ts'
import type { Target } from './target.ts'
import type { Trial } from './trial.ts'

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/
const TIMING = /^upstream;dur=\d+;desc="\d+ calls"$/

/** Checks the headers that every response has (docs/spec/gateway.md, "Headers"). */
export function* headerFaults(target: Target, { request }: Trial, { headers }: RawAnswer): Iterable<Fault> {
  const sent = new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const given = sent.get('x-request-id')
  const id = headers.get('x-request-id')
  if (id === undefined || !REQUEST_ID.test(id)) yield ['no X-Request-Id', String(id)]
  else if (given !== undefined && REQUEST_ID.test(given) !== (given === id))
    yield ['X-Request-Id is not kept', `${given}: ${id}`]
  if (headers.get('cache-control') !== 'no-store')
    yield ['no Cache-Control: no-store', String(headers.get('cache-control'))]
  if (!TIMING.test(headers.get('server-timing') ?? '')) yield ['no Server-Timing', String(headers.get('server-timing'))]
  yield* corsFaults(target, sent, headers)
}

function* corsFaults(
  { allowedOrigin }: Target,
  sent: ReadonlyMap<string, string>,
  headers: ReadonlyMap<string, string>,
): Iterable<Fault> {
  const origin = sent.get('origin')
  const allowed = headers.get('access-control-allow-origin')
  const names = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
  if (!headers.get('vary')?.split(', ').includes('Origin')) yield ['no Vary: Origin', String(headers.get('vary'))]
  if (headers.has('access-control-allow-credentials')) yield ['CORS with credentials', '']
  if (origin === undefined && names.length > 0) yield ['CORS headers without an Origin', names.join()]
  if (origin === undefined) return
  if (allowed !== undefined && allowed !== '*' && allowed !== origin)
    yield ['CORS allows another origin', `${origin}: ${allowed}`]
  if (allowedOrigin === undefined) return
  if (origin === allowedOrigin && allowed !== origin) yield ['CORS does not allow a listed origin', String(allowed)]
  if (origin !== allowedOrigin && names.length > 0)
    yield ['CORS headers for an origin that is not listed', names.join()]
}

/** The number of calls in the response header. */
export const callsTold = ({ headers }: RawAnswer): number =>
  Number(/desc="(\d+) calls"/.exec(headers.get('server-timing') ?? '')?.[1] ?? 0)
