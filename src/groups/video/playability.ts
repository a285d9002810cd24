import { at, text } from '../../base/lenient-json.ts'
import { type Outcome, refusal } from './refusals.ts'
import { captionTracks, label } from './tracks.ts'

const AGE_STATUSES = new Set(['AGE_CHECK_REQUIRED', 'AGE_VERIFICATION_REQUIRED'])

/**
 * Whether captions can be read, by a player response of any HTTP status (video facts, section 5). Reasons are
 * distinguished by their English text, which is why the clients ask in English.
 *
 * @param shown makes the product's message safe for a caller
 */
export function playerOutcome(player: unknown, videoId: string, shown: (words: string) => string): Outcome {
  // An outdated client gets 400, or another video that tells the viewer to update.
  if (at(player, 'error', 'code') === 400) return refusal('outdated-client')
  const detailed = text(at(player, 'videoDetails', 'videoId'))
  if (detailed !== null && detailed !== videoId) return refusal('outdated-client')

  const playability = at(player, 'playabilityStatus')
  const status = text(at(playability, 'status'))
  const reason = statedReason(playability)
  if (status === null) return refusal('unreadable')
  if (status === 'OK') return playableOutcome(player)
  if (status === 'LIVE_STREAM_OFFLINE') return refusal('upcoming', shown(reason))
  if (isAgeGate(status, playability, reason)) return refusal('age-restricted')
  if (/\bprivate\b/i.test(reason)) return refusal('private')
  if (/not a bot/i.test(reason)) return refusal('blocked')
  if (/\b(removed|terminated|deleted|no longer available)\b/i.test(reason)) return refusal('removed', shown(reason))
  if (status === 'ERROR') return refusal('unavailable')
  // A blocked response has no details of the video. A video that requires sign-in has them.
  if (status === 'LOGIN_REQUIRED' && detailed === null) return refusal('blocked')
  return refusal('unplayable', shown(reason))
}

function playableOutcome(player: unknown): Outcome {
  if (captionTracks(player).tracks.length > 0) return { kind: 'ok' }
  const details = at(player, 'videoDetails')
  if (at(details, 'isUpcoming') === true) return refusal('upcoming')
  if (at(details, 'isLive') === true || at(player, 'playabilityStatus', 'liveStreamability') !== undefined) {
    return refusal('live')
  }
  if (at(details, 'isPostLiveDvr') === true) return refusal('processing')
  return refusal('no-captions')
}

const isAgeGate = (status: string, playability: unknown, reason: string) =>
  AGE_STATUSES.has(status) ||
  at(playability, 'desktopLegacyAgeGateReason') !== undefined ||
  (status === 'LOGIN_REQUIRED' && /inappropriate for some|confirm your age/i.test(reason))

/** The product's message and what the error screen adds, as sentences. */
function statedReason(playability: unknown): string {
  const reason = text(at(playability, 'reason')) ?? ''
  const added = label(at(playability, 'errorScreen', 'playerErrorMessageRenderer', 'subreason')) ?? ''
  return reason && added ? `${reason.replace(/\.$/, '')}. ${added}` : reason || added
}

/** Whether the response is a consent or captcha page: the deployment's IP address is blocked. */
export const isBlockPage = (html: string) => /g-recaptcha|consent\.youtube\.com|unusual traffic/.test(html)
