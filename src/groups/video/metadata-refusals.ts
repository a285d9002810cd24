import { type GatewayError, unauthorized } from '../../base/errors.ts'
import { at, list, text } from '../../base/loose-json.ts'
import { refusal } from './refusals.ts'

const QUOTA_REASON = /^(quota|dailyLimit|rateLimit|userRateLimit)Exceeded$/

/**
 * Whether the data API refuses the key (video facts, section 7): one that it does not know is 400 there, one that may
 * not use it 403, and so is one whose quota is used up, which is not refused. Undefined for any other failure.
 */
export function rejectedKey(status: number, body: unknown): GatewayError | undefined {
  const error = at(body, 'error')
  const isSpent = list(at(error, 'errors')).some((detail) => QUOTA_REASON.test(text(at(detail, 'reason')) ?? ''))
  const isRefused =
    status === 401 ||
    (status === 403 && error !== undefined && !isSpent) ||
    (status === 400 && /\bAPI key\b/i.test(text(at(error, 'message')) ?? ''))
  return isRefused
    ? unauthorized('VIDEO_API_KEY was rejected by the video service: reconnect it with another key', 'account rejected')
    : undefined
}

/** oEmbed refuses in plain words such as `Forbidden`; a page or JSON is whoever stands before it, and tells of no video. */
const PLAIN_WORDS = /^[A-Za-z][A-Za-z .]*$/

/**
 * What a refusal by oEmbed means; undefined where it says nothing about whether the video exists: 401 is one that
 * may not be embedded.
 */
export function oembedError({ status, text }: { status: number; text: string }): GatewayError | undefined {
  if (!PLAIN_WORDS.test(text.trim())) return undefined
  if (status === 400 || status === 404) return refusal('unavailable').error
  return status === 403 ? refusal('private').error : undefined
}
