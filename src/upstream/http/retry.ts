/** A read is repeated at most so often, and after these statuses (decisions.md section 2). */
export const MOST_RETRIES = 2
export const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])

const BASE_MS = 500
const CAP_MS = 8_000

/**
 * `Retry-After` in milliseconds: whole seconds or an HTTP date (RFC 9110, section 10.2.3); undefined for anything else.
 */
export function retryAfterMs(value: string | null, now: number): number | undefined {
  if (!value) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** The wait before retry number `attempt` (from 0): exponential with full jitter, in milliseconds. */
export const backoffMs = (attempt: number, random: number) => random * Math.min(CAP_MS, BASE_MS * 2 ** attempt)
