import type { RawRequest } from '../support/ask.ts'
import type { CapturedCall } from './capture.ts'
import { parseExact, tryParseExact } from './exact-json.ts'
import type { Fixture, FixtureCall } from './fixture.ts'
import { keepAskedWords, redactedBody, redactedPath, redactedQuery, redactedText } from './redact.ts'
import type { Shapes } from './shape.ts'

/** A call that can be written. The headers of requests are removed. */
export function redactedCall(call: CapturedCall, shapes: Shapes): FixtureCall {
  const { method, url, status, type, isGzip } = call
  keepAskedWords(url.searchParams, shapes)
  const query = redactedQuery(url.searchParams, shapes).toString()
  return {
    method,
    host: url.host,
    path: redactedPath(url.pathname, shapes),
    ...(query && { query }),
    ...(call.body && { body: parseBody(call.body, shapes) }),
    status,
    type,
    ...(isGzip && { gzip: true as const }),
    answer: parseBody(call.answer, shapes),
  }
}

/**
 * The request to the gateway, without headers.
 *
 * @param template the path of the operation, whose fixed segments stay
 */
export function redactedRequest(
  { method, target, body }: RawRequest,
  template: string,
  shapes: Shapes,
): Fixture['request'] {
  const url = new URL(target, 'http://gateway')
  const query = redactedQuery(url.searchParams, shapes).toString()
  const segments = url.pathname.split('/')
  const path = template
    .split('/')
    .map((word, at) => (word.startsWith('{') ? redactedText(segments[at] ?? '', 'id', shapes) : word))
    .join('/')
  return {
    method,
    target: query ? `${path}?${query}` : path,
    ...(body && { body: parseBody(body.toString(), shapes) }),
  }
}

/** JSON as a value, so that a recording is readable. */
function parseBody(text: string, shapes: Shapes): unknown {
  const redacted = redactedBody(text, shapes)
  return tryParseExact(text) === undefined ? redacted : parseExact(redacted)
}
