import type { PlayerRequest } from './player-request.ts'
import type { SeedVideo } from './seed-video.ts'

const errorScreen = (reason: string, subreason?: string) => ({
  playerErrorMessageRenderer: {
    reason: { simpleText: reason },
    ...(subreason === undefined ? {} : { subreason: { simpleText: subreason } }),
  },
})

const refused = (status: string, reason: string, subreason?: string) => ({
  status,
  reason,
  errorScreen: errorScreen(reason, subreason),
})

export const UNAVAILABLE = refused('ERROR', 'This video is unavailable')

export const BOT_CHECK = refused(
  'LOGIN_REQUIRED',
  'Sign in to confirm you’re not a bot',
  'This helps protect our community. Learn more',
)

const captcha = (screen: object) => ({ status: 'UNPLAYABLE', reason: 'Video unavailable', errorScreen: screen })

/** What the player says about the session, the address or the client, whatever the video is (video facts, section 5). */
export const REFUSALS = {
  limit: refused('UNPLAYABLE', 'Video unavailable', 'This content isn’t available, try again later.'),
  'limit-as-reason': refused('UNPLAYABLE', "This content isn't available, try again later."),
  captcha: captcha({ playerCaptchaViewModel: {} }),
  'captcha-within': captcha({ playerErrorMessageRenderer: { playerCaptchaViewModel: {} } }),
  bot: { ...BOT_CHECK, status: 'UNPLAYABLE' },
  reload: refused('UNPLAYABLE', 'The page needs to be reloaded.'),
  'reload-below': refused('UNPLAYABLE', 'Video unavailable', 'The page needs to be reloaded.'),
  interstitial: {
    status: 'UNPLAYABLE',
    reason: 'Video unavailable',
    errorScreen: {
      playerInterstitialRenderer: {
        content: { interstitialViewModel: { description: { content: 'The page needs to be reloaded.' } } },
      },
    },
  },
  trouble: refused('UNPLAYABLE', 'Something went wrong. Refresh or try again later.'),
  'not-on-this-app': refused(
    'ERROR',
    'This video is not available on this app. Watch on the latest version of YouTube.',
  ),
  'not-supported': refused('ERROR', 'YouTube is no longer supported in this application or device.'),
  'sign-in-of-members': refused(
    'LOGIN_REQUIRED',
    'Join this channel to get access to members-only content like this video, and other exclusive perks.',
  ),
} as const
export type RefusalName = keyof typeof REFUSALS

export const OUTDATED_APP = refused(
  'UNPLAYABLE',
  'The following content is not available on this app.',
  'Watch on the latest version of YouTube.',
)

const OK = { status: 'OK', playableInEmbed: true, contextParams: 'Q0FFU0FnZ0I=' }

const ageGate = (status: string) => ({
  ...refused(status, 'This video may be inappropriate for some users.'),
  desktopLegacyAgeGateReason: 1,
})

const offline = (video: SeedVideo, reason: string, startsInHours: number, now: number) => ({
  ...refused('LIVE_STREAM_OFFLINE', reason),
  liveStreamability: {
    liveStreamabilityRenderer: {
      videoId: video.id,
      offlineSlate: {
        liveStreamOfflineSlateRenderer: {
          scheduledStartTime: String(Math.floor(now / 1000) + startsInHours * 3600),
          mainText: { runs: [{ text: reason }] },
        },
      },
    },
  },
})

/** The `playabilityStatus` of a video for a client (video facts, section 5). */
export function getPlayability(video: SeedVideo, { client, confirmed }: PlayerRequest, now: number) {
  // One report each (section 1): no use for captions today.
  if (client === 'MWEB') return refused('UNPLAYABLE', 'This video is not available')
  if (client === 'TVHTML5') return UNAVAILABLE

  switch (video.state) {
    case 'ok':
    case 'post-live':
      return OK
    case 'private':
      return refused('LOGIN_REQUIRED', 'This is a private video. Please sign in to verify that you may see it.')
    case 'age-restricted':
      return ageGate('LOGIN_REQUIRED')
    case 'age-verification':
      return ageGate('AGE_VERIFICATION_REQUIRED')
    case 'sensitive':
      return confirmed
        ? OK
        : refused('CONTENT_CHECK_REQUIRED', 'The following content may contain topics that some find upsetting.')
    case 'members-only':
      return refused(
        'UNPLAYABLE',
        'This video is available to this channel’s members on level: Friends (or any higher level).',
        'Join this channel to get access to members-only content like this video.',
      )
    case 'region-blocked':
      return refused(
        'UNPLAYABLE',
        'Video unavailable',
        'The uploader has not made this video available in your country',
      )
    case 'removed':
      return refused(
        'UNPLAYABLE',
        'Video unavailable',
        'This video has been removed for violating the policy on harmful content',
      )
    case 'upcoming':
      return offline(video, 'This live event will begin in 3 days.', 72, now)
    case 'premiere':
      return offline(video, 'Premieres in 5 hours', 5, now)
    case 'live':
      return { ...OK, liveStreamability: { liveStreamabilityRenderer: { videoId: video.id, pollDelayMs: '15000' } } }
    case 'kids':
      return client === 'VISIONOS' ? UNAVAILABLE : OK
    case 'not-on-android':
      return client === 'ANDROID' ? UNAVAILABLE : OK
  }
}
