import { badGateway, type GatewayError, timedOut } from '../../base/errors.ts'
import { type Platform, sleep } from '../../base/platform.ts'
import type { Relay } from '../../base/url.ts'
import { checkAddress } from './base-url.ts'
import { BudgetSpent } from './call-budget.ts'
import type { Product, UpstreamRequest } from './product.ts'
import { readBeginning } from './read-prefix.ts'
import { readText } from './read-text.ts'
import { checkForwarded, relayedAddress, relayedHeaders, relayFor } from './relay.ts'
import type { UpstreamContext } from './upstream-context.ts'

export type { Product, UpstreamRequest } from './product.ts'

/** A product's response of any status, with its whole body. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** With `firstBytes`, instead of `text`: the start of the body. Never rejects. */
  readonly beginning?: Promise<string> | undefined
  /** `Retry-After` in whole seconds, if the product sent a valid one. */
  readonly retryAfter: number | undefined
}

/**
 * The only code that makes upstream calls. It enforces the declared hosts, follows no redirects, counts every call,
 * repeats reads, and stops at the deadline. Throws 504 when no response came in time and 502 when the connection broke.
 */
export async function send(
  upstream: UpstreamContext,
  product: Product,
  request: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const { group, retriedStatuses = RETRIED_STATUSES } = product
  const isRead = request.reads ?? (request.method ?? 'GET') === 'GET'
  checkAddress(product, request)
  const relay = relayFor(upstream.settings, product, request)
  for (let attempt = 0; ; attempt++) {
    if (request.turn) await request.turn()
    const answer = upstream.deadline.isOver ? undefined : await attemptOnce(upstream, request, relay)
    if (answer && !retriedStatuses.has(answer.status)) return answer
    const wait = waitBeforeRetry(upstream, answer, attempt)
    const mayRepeat = isRead && attempt < MOST_RETRIES && upstream.budget.callsLeft > 0
    if (mayRepeat && !upstream.deadline.isOver && wait < upstream.deadline.leftMs) await sleep(upstream.platform, wait)
    else if (answer) return answer
    else throw noAnswer(upstream, group, relay)
  }
}

function noAnswer({ deadline }: UpstreamContext, group: Product['group'], relay: Relay | undefined): GatewayError {
  const way = relay ? ', on its way through the relay of RELAY_URL' : ''
  if (deadline.hasPassed) return timedOut(`the ${group} service did not answer in time${way}`)
  return badGateway(`the connection to the ${group} service broke${way}`, deadline.isOver ? 'caller left' : 'broken')
}

const waitBeforeRetry = ({ platform }: UpstreamContext, answer: UpstreamAnswer | undefined, attempt: number) =>
  Math.max((answer?.retryAfter ?? 0) * 1000, backoffMs(attempt, platform.random()))

/** One call. Undefined when the connection broke, the caller disconnected or the deadline passed. */
async function attemptOnce(
  upstream: UpstreamContext,
  request: UpstreamRequest,
  relay: Relay | undefined,
): Promise<UpstreamAnswer | undefined> {
  const { platform } = upstream
  upstream.budget.spend()
  const started = platform.now()
  try {
    return await upstream.deadline.race(exchange(upstream, request, relay))
  } catch (error) {
    if (isLost(error)) return undefined
    throw isOverPlatformLimit(error) ? new BudgetSpent() : error
  } finally {
    upstream.budget.endCall(platform.now() - started)
  }
}

/**
 * Whether the connection was lost or aborted, for which workerd throws a plain Error or a DOMException. An error of any
 * other class is a bug of the gateway, such as a TypeError for an invalid header.
 */
const isLost = (error: unknown) =>
  error instanceof DOMException || (error instanceof Error && error.name === 'Error' && !isOverPlatformLimit(error))

/** If SUBREQUESTS is set too high, the platform's own limit applies first, and the call is not sent. */
const isOverPlatformLimit = (error: unknown) => error instanceof Error && /^too many subrequests/i.test(error.message)

async function exchange(
  { platform, deadline }: UpstreamContext,
  request: UpstreamRequest,
  relay: Relay | undefined,
): Promise<UpstreamAnswer> {
  const response = await platform.fetch(relay ? relayedAddress(relay, request.url) : request.url.href, {
    method: request.method ?? 'GET',
    headers: relay ? relayedHeaders(relay, request.headers) : (request.headers ?? {}),
    body: request.body ?? null,
    redirect: 'manual',
    signal: deadline.signal,
  })
  if (relay) await checkForwarded(response, request.url)
  const { maybeGzip = false, maxBytes, firstBytes } = request
  const { status, headers } = response
  const beginning = firstBytes === undefined ? undefined : readBeginning(response, firstBytes, platform)
  const text = beginning ? '' : await readText(response, maybeGzip, maxBytes)
  return { status, headers, text, beginning, retryAfter: getRetryAfter(response, platform) }
}

/** Read only for failures, because each access to a header leaves JavaScript, which costs time. */
function getRetryAfter({ status, headers }: Response, platform: Platform): number | undefined {
  const ms = status < 400 ? undefined : retryAfterMs(headers.get('Retry-After'), platform.now())
  return ms === undefined ? undefined : Math.ceil(ms / 1000)
}

/** A read is repeated at most this often, and after these statuses. */
export const MOST_RETRIES = 2
/** The server is down or did not answer. Cloudflare answers 520 to 527 for a server behind it. */
export const OUTAGES: readonly number[] = [502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527]
export const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, ...OUTAGES])

const BASE_MS = 500
const CAP_MS = 8_000

/**
 * `Retry-After` in milliseconds: whole seconds or an HTTP date (RFC 9110, section 10.2.3). Undefined for anything else.
 */
export function retryAfterMs(value: string | null, now: number): number | undefined {
  if (!value) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** The wait before retry number `attempt` (from 0): exponential with full jitter, in milliseconds. */
export const backoffMs = (attempt: number, random: number) => random * Math.min(CAP_MS, BASE_MS * 2 ** attempt)
