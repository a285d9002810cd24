import { badGateway, conflict, GatewayError, notFound } from '../../base/errors.ts'
import { unreadable } from '../../upstream/http/failures.ts'
import { requiredFields } from '../../upstream/http/required-fields.ts'

/** Without it, a response of the player says nothing about the video. */
const STATUS = 'playabilityStatus.status'
requiredFields('video', STATUS)

interface Meaning {
  /** Whether every other client would get the same. */
  final: boolean
  /** @param reason the product's own message, empty if there is none */
  error: (reason: string) => GatewayError
}

const forbidden = (message: string) => new GatewayError(403, message)

const because = (message: string, reason: string) => (reason ? `${message}: ${reason}` : message)

/**
 * Why a client got no captions of a video (video facts, sections 2 and 5), most specific first. When clients differ,
 * the caller gets the first of these reasons that any client met.
 */
const MEANINGS = {
  private: { final: true, error: () => notFound('this video is private') },
  'age-restricted': {
    final: true,
    error: () => forbidden('this video is age-restricted: it is shown only to viewers who have signed in'),
  },
  upcoming: { final: true, error: (reason) => conflict(because('this video has not started yet', reason)) },
  live: { final: true, error: () => conflict('this video is live now: its transcript comes after the broadcast') },
  processing: { final: true, error: () => conflict('this broadcast has just ended: its transcript is not ready yet') },
  withheld: {
    final: false,
    error: () => badGateway('the video service holds back the captions of this video at the moment: try again later'),
  },
  'no-captions': { final: false, error: () => notFound('this video has no transcript') },
  unplayable: { final: false, error: (reason) => forbidden(because('this video cannot be played here', reason)) },
  removed: { final: false, error: (reason) => notFound(because('this video is no longer available', reason)) },
  blocked: {
    final: false,
    error: () =>
      badGateway(
        'the video service takes this deployment for a bot and blocks it: try again later, or use a relay (RELAY_FOR with video)',
      ),
  },
  unavailable: { final: false, error: () => notFound('no such video, or it is no longer available') },
  'outdated-client': {
    final: false,
    error: () => badGateway('the video service no longer answers the players that this version asks as: update it'),
  },
  unreadable: { final: false, error: () => unreadable('video', STATUS) },
} satisfies Record<string, Meaning>

export type Obstacle = keyof typeof MEANINGS

/** What to do with a response: use it, ask as the next client, or stop with an error. */
export type Outcome = { kind: 'ok' } | Refusal

export interface Refusal {
  kind: 'next' | 'stop'
  obstacle: Obstacle
  error: GatewayError
}

export function refusal(obstacle: Obstacle, reason = ''): Refusal {
  const { final, error }: Meaning = MEANINGS[obstacle]
  return { kind: final ? 'stop' : 'next', obstacle, error: error(reason) }
}

/** The error when every client was refused. */
export function mostTelling(refusals: readonly Refusal[]): GatewayError {
  const order = Object.keys(MEANINGS)
  const [first] = refusals.toSorted((a, b) => order.indexOf(a.obstacle) - order.indexOf(b.obstacle))
  return first?.error ?? refusal('unreadable').error
}
