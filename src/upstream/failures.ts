import { badGateway, GatewayError, hasStatus, type Reason } from '../base/errors.ts'
import type { Group } from '../base/groups.ts'
import { readWait, type UpstreamAnswer } from './client.ts'
import type { UpstreamContext } from './context.ts'

const MAX_MESSAGE = 300

/** The product's message for a caller: with credentials redacted, at most 300 characters. */
export function publicMessage(upstream: UpstreamContext, message: unknown): string {
  if (typeof message !== 'string') return ''
  return upstream.redactor.redact(message).slice(0, MAX_MESSAGE)
}

/** A rejected credential. */
export const rejected = (group: Group, reason: Reason = 'account rejected') =>
  new GatewayError(401, `the ${group} account was rejected by its service: reconnect it`, { reason })

/**
 * A response that is not what the product promises: invalid or cut JSON, an unexpected shape.
 *
 * @param place the path in our schema; only its word characters are reported
 */
export function unreadable(group: Group, place = ''): GatewayError {
  const safe = place.replace(/[^\w.[\]-]/g, '').slice(0, 80)
  const text = `the ${group} service answered in a form that cannot be read`
  return badGateway(safe ? `${text}: ${safe}` : text, `shape ${safe || 'json'}`)
}

/** A product's own code, as in the log. */
export const codeReason = (code: unknown): Reason =>
  `code ${String(code)
    .replace(/[^\w.-]/g, '')
    .slice(0, 40)}`

/** Whether an error page of the edge came instead of the product's response. */
export const isHtml = ({ headers, text }: UpstreamAnswer) =>
  /^text\/html\b/i.test(headers.get('Content-Type') ?? '') || /^\s*<(!doctype|html)/i.test(text)

/**
 * The caller's error for an upstream status, unless the product's own facts say otherwise.
 * `message` is the product's message field, if it has one.
 */
export function toFailure(
  upstream: UpstreamContext,
  group: Group,
  answer: UpstreamAnswer,
  message?: unknown,
): GatewayError {
  const { status, retryAfter } = answer
  const reason: Reason = `upstream ${status}`
  const safeMessage = publicMessage(upstream, message)
  const text = safeMessage || `the ${group} service answered ${status}`
  // Checked before the test for a page, because the edge also sends rate limits as a page, and its Retry-After counts.
  if (status === 429 || status === 529)
    return new GatewayError(429, text, { reason, headers: retryAfterHeader(retryAfter ?? readWait(text)) })
  // The edge refuses a body that is too large with a page, before the product sees it.
  if (status === 413)
    return new GatewayError(400, safeMessage || `the request is too large for the ${group} service`, { reason })
  if (isHtml(answer)) return badGateway(`the ${group} service answered ${status} with a page instead of data`, 'page')
  if (status === 401) return rejected(group, reason)
  if (status === 403)
    return /token|credential|auth|api key|expired/i.test(safeMessage)
      ? rejected(group, reason)
      : new GatewayError(403, text, { reason })
  if (status === 402 || status === 404 || status === 409) return new GatewayError(status, text, { reason })
  if (status >= 400 && status < 500) return new GatewayError(400, text, { reason })
  if (status >= 300 && status < 400) return badGateway(`the ${group} service answered with a redirect`, reason)
  return badGateway(text, reason)
}

/** For a call whose URL is a guess or a setting: a 404 means that the URL is wrong, and becomes a 502. */
export const neverNotFound = <Answer>(answer: Promise<Answer>, message: string): Promise<Answer> =>
  answer.catch((error) => {
    throw hasStatus(error, 404) ? badGateway(message, error.reason) : error
  })

/** Replaces the message of a 404, for a product whose own message does not help. */
export const notFoundAs = <Answer>(answer: Promise<Answer>, message: (original: string) => string): Promise<Answer> =>
  answer.catch((error) => {
    throw hasStatus(error, 404) ? new GatewayError(404, message(error.message), { reason: error.reason }) : error
  })

const retryAfterHeader = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { 'Retry-After': String(seconds) }

const declared = new Map<Group, Set<string>>()

/** Every path that a parser of the group has declared. The tolerance tests allow no other cause of a 502. */
export const declaredFields = (group: Group): ReadonlySet<string> => declared.get(group) ?? new Set()

/**
 * Declares, next to a parser, the required paths of a product's response, with `[]` for every item of a list, such as
 * `data.items[].id`, and the empty string for the response itself.
 *
 * The returned function passes a value on. It throws 502, with the reason `shape <place>` in the log, for undefined and
 * null, which the parsers of base/json.ts return for a value of another type.
 */
export function requiredFields<Place extends string>(group: Group, ...places: readonly Place[]) {
  const known = declared.get(group) ?? new Set()
  for (const place of places) known.add(place)
  declared.set(group, known)
  return <Value>(place: Place, value: Value): NonNullable<Value> => {
    if (value === undefined || value === null) throw unreadable(group, place)
    return value
  }
}
