import { GatewayError } from '../../base/errors.ts'
import { VERSION } from '../../base/version.ts'
import { type Signed, signedHeaders } from '../../base/webhook-signing.ts'
import { send } from '../../upstream/http/client.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'

/** The timeout of an endpoint, in milliseconds (decisions.md section 12.3). */
const ANSWER_MS = 15_000
/** How much of a response is read, in bytes. */
const MOST_READ = 64 * 1024
/** How much of a response is stored, in characters. */
const MOST_REPORTED = 500

/** The result of a delivery to an endpoint. */
export interface DeliveryResult {
  ok: boolean
  status: number | null
  /** In the gateway's words. Null for a success. */
  error: string | null
  /** The start of the response body, for the log. Never rejects. */
  answer: Promise<string>
  /** Until the status was received. */
  durationMs: number
  /** In seconds. */
  retryAfter: number | undefined
}

/**
 * Sends a delivery once. Only the subscription's own URL is allowed, and redirects are not followed. Throws 500 with
 * the name of a wrong setting, and BudgetSpent.
 */
export async function post(
  upstream: UpstreamContext,
  url: URL,
  secrets: readonly string[],
  signed: Signed,
): Promise<DeliveryResult> {
  const { platform } = upstream
  const headers = {
    ...(await signedHeaders(secrets, signed)),
    ...{ 'Content-Type': 'application/json', 'User-Agent': `Latchkey/${VERSION}` },
  }
  upstream.deadline.extend(ANSWER_MS)
  const started = platform.now()
  const ended = (rest: Pick<DeliveryResult, 'status' | 'error' | 'answer' | 'retryAfter'>): DeliveryResult => ({
    ...rest,
    ...{ ok: rest.error === null, durationMs: Math.max(0, platform.now() - started) },
  })
  try {
    const request = { method: 'POST' as const, url, headers, body: signed.body, override: url, firstBytes: MOST_READ }
    const { status, beginning, retryAfter } = await send(upstream, { group: 'endpoint', hosts: () => false }, request)
    const answer = beginning?.then((text) => text.slice(0, MOST_REPORTED)) ?? Promise.resolve('')
    return ended({ status, error: toFailure(status), answer, retryAfter })
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status === 500 || error.reason === 'budget') throw error
    const errorText = error.status === 504 ? `no answer within ${ANSWER_MS / 1000} s` : 'the connection broke'
    return ended({ status: null, error: errorText, answer: Promise.resolve(''), retryAfter: undefined })
  }
}

function toFailure(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'the endpoint is gone'
  return status < 400 ? 'the endpoint redirects, which is not followed' : `the endpoint answered ${status}`
}
