import { at, number, text } from '../../base/json.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'

/** Headers that say when requests are accepted again: the time, or the seconds until then. */
const HEADERS = ['Retry-After', 'X-RateLimit-Reset', 'RateLimit-Reset', 'X-RateLimit-Reset-After']
/** Fields of the product's error, and of its `detail`, that say the same. */
const FIELDS = ['retryAfter', 'retry_after', 'retryAfterSeconds']

/** Such as "Try again in 37 seconds". */
const WORDS = /\b(?:in|after)\s+(\d{1,6})\s*(s|m|h)(?:ec(?:ond)?s?|in(?:ute)?s?|(?:ou)?rs?)?\b/i
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }

/** A larger number of seconds is a time since 1970, and one of milliseconds if it is larger than the second. */
const LEAST_EPOCH_S = 1e9
const LEAST_EPOCH_MS = 1e11

/**
 * How long the product wants its callers to wait, in whole seconds, when it does not send a valid `Retry-After`.
 * Undefined when it says nothing.
 */
export function statedWait({ headers }: UpstreamAnswer, error: unknown, now: number): number | undefined {
  const detail = at(error, 'detail')
  const fields = FIELDS.flatMap((field) => [at(error, field), at(detail, field)])
  const values = [...HEADERS.map((header) => headers.get(header)), ...fields]
  const wait = values.map((value) => secondsFrom(value, now)).find((seconds) => seconds !== undefined)
  const [, count, unit = ''] =
    WORDS.exec([at(error, 'message'), detail].map((each) => text(each) ?? '').join('. ')) ?? []
  const seconds = wait ?? (count && Number(count) * (UNIT_SECONDS[unit.toLowerCase()] ?? 1))
  return typeof seconds === 'number' ? Math.max(0, Math.ceil(seconds)) : undefined
}

function secondsFrom(value: unknown, now: number): number | undefined {
  const count = number(typeof value === 'string' ? value.replace(/(?<!\s)\s{0,5}s(ec(ond)?s?)?$/i, '') : value)
  if (count !== null && count < LEAST_EPOCH_S) return count
  const at = count === null ? Date.parse(text(value) ?? '') : count < LEAST_EPOCH_MS ? count * 1000 : count
  return Number.isNaN(at) ? undefined : (at - now) / 1000
}
