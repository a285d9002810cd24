import { badGateway, conflict, GatewayError, notFound } from '../../base/errors.ts'
import { requiredFields, unreadable } from '../../upstream/failures.ts'

/** Without it, a response of the player says nothing about the video. */
const STATUS = 'playabilityStatus.status'
requiredFields('video', STATUS)

interface Situation {
  /** The words that announce it: words for the viewer and names of screens, in the form of `plainWords`. */
  words?: readonly RegExp[]
  /** The statuses that mean it, when no words say more. */
  statuses?: readonly string[]
  /** Whether every other client would get the same. */
  final?: true
  /** Whether it is about the visitor id or the address, not about the video. */
  ofSession?: true
  /** @param reason the product's own message, empty if there is none */
  error: (reason: string, retryAfter?: number) => GatewayError
}

const forbidden = (message: string) => new GatewayError(403, message)

const because = (message: string, reason: string) => (reason ? `${message}: ${reason}` : message)

const RELAY = 'try again later, or use a relay (RELAY_FOR with video)'

/**
 * Why a client got no captions of a video, and what announces it. One status has many meanings, so the words decide
 * before it. A response is the first situation whose words it has.
 */
const SITUATIONS = {
  blocked: {
    // The name of a screen, or its words: a captcha, the question for a bot, the message to users of ad blockers.
    words: [
      /captcha|\benforcement\b|\b(ro)?bots?\b|\bare (a )?human\b|\bhelps protect our community\b/,
      /\b(unusual|suspicious|automated) (traffic|activity|quer|request)/,
    ],
    ofSession: true,
    error: () => badGateway(`the video service takes this deployment for a bot and blocks it: ${RELAY}`),
  },
  'age-restricted': {
    words: [/\bage[ -]?(gate|check|verif|restrict)/, /\b(confirm|verify) your age\b/, /\binappropriate for some\b/],
    statuses: ['AGE_CHECK_REQUIRED', 'AGE_VERIFICATION_REQUIRED'],
    final: true,
    error: () => forbidden('this video is age-restricted: it is shown only to viewers who have signed in'),
  },
  private: {
    words: [/\bprivate\b|\bgranted access\b/],
    final: true,
    error: () => notFound('this video is private'),
  },
  removed: {
    words: [
      /\b(removed|terminated|deleted|taken down)\b|\baccount\b.{0,30}\bclosed\b|\bclosed\b.{0,30}\baccount\b/,
      /\bno longer available(?! (in|on|to)\b)|\bnot available any ?more\b|\brecording is not available\b|\bdoes not exist\b/,
    ],
    error: (reason) => notFound(because('this video is no longer available', reason)),
  },
  unplayable: {
    words: [
      /\b(country|countries|region|territor(y|ies)|geo\w*|your (location|area)|where you (live|are))\b/,
      /\b(not available|blocked|restricted) in (?!this |the |your )|\bnot made (this video|it) available\b/,
      /\b(payment|pay|paid|purchase|rent|rental|buy|premium|ypc|members?|membership|subscri\w+)\b/,
      /\bcopyright\b|\bblocked it\b|\bdrm\b|\b(legal|court|government)\b|\bother (web ?)?sites\b|\bembedd\w+\b/,
      /\brestricted mode\b|\bvideo is restricted\b|\badministrator\b/,
      /\b(may|might) contain\b|\binappropriate or offensive\b|\bviewer discretion\b/,
    ],
    statuses: ['CONTENT_CHECK_REQUIRED'],
    error: (reason) => forbidden(because('this video cannot be played here', reason)),
  },
  'outdated-client': {
    words: [
      /\b(on|in|by|with) (this|your) (app|application|device|browser|client|player|platform|version|tv)\b/,
      /\b(latest|new|newer|newest|older|old) version\b|\b(get|install|download) the (latest|newest)\b/,
      /\b(outdated|out of date|unsupported|deprecated)\b|\b(not|no longer) supported\b/,
      /\b(update|upgrade) (the|this|your|to|youtube|app|required|needed)\b|\bneeds? (to be |an )?(update|upgrade)/,
    ],
    error: () =>
      badGateway(
        'the video service no longer answers the players that this version asks as: update it, or set newer versions in VIDEO_CLIENTS',
      ),
  },
  upcoming: {
    words: [
      /\b(will|about to|going to) (begin|start|premiere|air)\b|\b(begins|starts) (in|on|at|soon|shortly)\b/,
      /\bpremier(e|es|ing)\b|\bscheduled (for|to)\b|\bnot (yet )?(started|begun)\b/,
    ],
    statuses: ['LIVE_STREAM_OFFLINE'],
    final: true,
    error: (reason) => conflict(because('this video has not started yet', reason)),
  },
  live: {
    final: true,
    error: () => conflict('this video is live now: its transcript comes after the broadcast'),
  },
  processing: {
    words: [
      /\bprocess(ing|ed)\b[^.]{0,30}\bvideo\b|\bvideo\b[^.]{0,30}\bprocess(ing|ed)\b/,
      /\b(event|stream|broadcast)\b[^.]{0,20}\bended\b/,
    ],
    final: true,
    error: () => conflict('the video service is still preparing this video: its transcript is not ready yet'),
  },
  limited: {
    words: [
      // A session may ask for some hundred videos an hour.
      /\b(not available|unavailable)[.,;:]? (please )?(try|check)( back)? again later\b/,
      /\btoo many \w+|\brate[ -]?limit|\bslow down\b|\bplease wait\b|\btemporarily (blocked|limited|restricted)\b/,
      /\blimit (was |has been )?(reached|exceeded)\b|\b(reached|exceeded|hit) (the|your|a|its)\b.{0,30}\b(limit|quota)\b/,
      /\b(request|usage|rate|session|daily|hourly) limit\b|\b(quota|resources?) (was |has been )?(exceeded|exhausted)\b/,
    ],
    ofSession: true,
    error: (_, retryAfter) =>
      new GatewayError(429, `the video service limits this deployment for up to an hour: ${RELAY}`, {
        reason: 'upstream 429',
        headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
      }),
  },
  troubled: {
    words: [
      /\breload(ed|ing)?\b|\brefresh\b|\bsession\b.{0,20}\bexpired\b/,
      /\b(something|it) went wrong\b|\berror (has )?occurred\b|\bplayback error\b/,
      /\btry (it )?again\b|\btemporar(y|ily)\b|\b(right now|at the moment)\b/,
    ],
    ofSession: true,
    error: () => badGateway(`the video service has trouble with this deployment at the moment: ${RELAY}`),
  },
  withheld: {
    error: () => badGateway('the video service holds back the captions of this video at the moment: try again later'),
  },
  'no-captions': { error: () => notFound('this video has no transcript') },
  failed: { error: (reason) => badGateway(reason || 'the video service failed: try again later') },
  // No fact about the video. It may be due to the session as well.
  unexplained: {
    error: (reason) =>
      badGateway(
        `the video service does not play this video here and does not say why${reason && ` (${reason})`}: ${RELAY}`,
      ),
  },
  unavailable: {
    statuses: ['ERROR'],
    error: () => notFound('no such video, or it is no longer available'),
  },
  unreadable: { error: () => unreadable('video', STATUS) },
} satisfies Record<string, Situation>

export type Obstacle = keyof typeof SITUATIONS

/** The order of reports when clients differ: facts about the video first, then the reasons for having none. */
const MOST_SPECIFIC: readonly Obstacle[] = [
  'private',
  'age-restricted',
  'upcoming',
  'live',
  'processing',
  'withheld',
  'no-captions',
  'removed',
  'unplayable',
  'limited',
  'blocked',
  'troubled',
  'failed',
  'unavailable',
  'outdated-client',
  'unexplained',
  'unreadable',
]

/** The next step after a response: use it, ask as the next client, or stop with an error. */
export type Outcome = { kind: 'ok' } | Refusal

export interface Refusal {
  kind: 'next' | 'stop'
  obstacle: Obstacle
  error: GatewayError
}

const situationOf = (obstacle: Obstacle): Situation => SITUATIONS[obstacle]

export const refusal = (obstacle: Obstacle, reason = '', retryAfter?: number): Refusal => ({
  kind: situationOf(obstacle).final ? 'stop' : 'next',
  obstacle,
  error: situationOf(obstacle).error(reason, retryAfter),
})

/** A client that failed, with an error of its own. */
export const failed = (error: GatewayError): Refusal => ({ kind: 'next', obstacle: 'failed', error })

export const isOfSession = (outcome: Outcome): boolean =>
  outcome.kind !== 'ok' && situationOf(outcome.obstacle).ofSession === true

const OBSTACLES = Object.keys(SITUATIONS) as Obstacle[]

/** The situation that words announce, in the form of `plainWords`. */
export const obstacleOfWords = (plain: string): Obstacle | undefined =>
  OBSTACLES.find((obstacle) => situationOf(obstacle).words?.some((words) => words.test(plain)))

export const obstacleOfStatus = (status: string | null): Obstacle | undefined =>
  OBSTACLES.find((obstacle) => status !== null && situationOf(obstacle).statuses?.includes(status))

/** The error when every client was refused. */
export function mostSpecific(refusals: readonly Refusal[]): GatewayError {
  const [first] = refusals.toSorted((a, b) => MOST_SPECIFIC.indexOf(a.obstacle) - MOST_SPECIFIC.indexOf(b.obstacle))
  return first?.error ?? refusal('outdated-client').error
}
