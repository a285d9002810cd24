import { at, text } from '../../base/lenient-json.ts'
import { type Outcome, refusal } from './refusals.ts'
import { captionTracks, label } from './tracks.ts'

const AGE_STATUSES = new Set(['AGE_CHECK_REQUIRED', 'AGE_VERIFICATION_REQUIRED'])

/**
 * What a player answer, of any HTTP status, means for reading captions (video facts, section 5). Reasons are told apart
 * by their English words, which is why the clients ask in English.
 *
 * @param shown turns the product's words into what a caller may read
 */
export function playerOutcome(player: unknown, videoId: string, shown: (words: string) => string): Outcome {
  // An outdated client is refused with 400, or handed another video that tells the viewer to update.
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
  // A block leaves out the details of the video; a video that wants a signed-in viewer has them.
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

/** The product's message and what it adds on the error screen, as one sentence after the other. */
function statedReason(playability: unknown): string {
  const reason = text(at(playability, 'reason')) ?? ''
  const added = label(at(playability, 'errorScreen', 'playerErrorMessageRenderer', 'subreason')) ?? ''
  return reason && added ? `${reason.replace(/\.$/, '')}. ${added}` : reason || added
}

/** Whether a page asks for consent or shows a captcha in place of an answer: the deployment's address is blocked. */
export const isBlockPage = (html: string) => /g-recaptcha|consent\.youtube\.com|unusual traffic/.test(html)
