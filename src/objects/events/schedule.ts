const SECOND = 1000
const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The waits between attempts, in milliseconds. */
const RETRY_WAITS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
]
export const MOST_ATTEMPTS = RETRY_WAITS.length + 1

/** An endpoint that only fails for this long is disabled, and its events are collected for this long. */
export const FAILING_MS = 5 * DAY
export const COLLECTING_MS = 7 * DAY
/** Fewer failures never disable an endpoint, because a clock jump can turn one failure into days. */
export const LEAST_FAILURES = 5

/** Jitter in both directions, as a share of the wait. */
const JITTER = 0.1
const LONGEST_RETRY_AFTER = DAY

/** An attempt that has not ended after this time never will, because its object was evicted. In milliseconds. */
export const LEASE_MS = 30 * SECOND

/**
 * The wait after a failed attempt, in milliseconds.
 *
 * @param attempts how many have failed, including this one
 * @param retryAfter the endpoint's Retry-After, in seconds
 * @param random in [0, 1)
 */
export function retryWait(attempts: number, retryAfter: number | undefined, random: number): number {
  const wait = RETRY_WAITS[Math.min(attempts, RETRY_WAITS.length) - 1] ?? 0
  const jittered = Math.round(wait * (1 - JITTER + 2 * JITTER * random))
  return Math.max(jittered, Math.min((retryAfter ?? 0) * SECOND, LONGEST_RETRY_AFTER))
}

/** The waits for an attachment that is temporarily unavailable. After the last one it is left out. */
export const ATTACH_WAITS: readonly number[] = [5 * MINUTE, 30 * MINUTE]

const LONGEST_POLL_WAIT = HOUR
/** An account that is not connected, or refused, is checked again after this time at most. */
const LONGEST_UNCONNECTED_WAIT = 15 * MINUTE

/**
 * The wait after a failed poll, in milliseconds.
 *
 * @param usual the wait after a successful one
 * @param failures how many have failed, including this one
 */
export function pollWait(usual: number, failures: number, isUnconnected: boolean, retryAfter = 0): number {
  const longest = Math.max(usual, isUnconnected ? LONGEST_UNCONNECTED_WAIT : LONGEST_POLL_WAIT)
  const wait = Math.min(usual * 2 ** Math.min(failures, 20), longest)
  return Math.max(wait, Math.min(retryAfter * SECOND, LONGEST_RETRY_AFTER))
}

/** When something is due, in epoch milliseconds, and the length of its wait, in milliseconds. */
export interface Wait {
  next_at: number
  wait_ms: number
}

/** Whether it is due. A time too far in the future was set before the clock went back. */
export const isDue = ({ next_at, wait_ms }: Wait, now: number): boolean => next_at <= now || next_at - wait_ms > now

/** When it is due, no earlier than now. */
export const dueAt = (wait: Wait, now: number): number => (isDue(wait, now) ? now : wait.next_at)
