import { describe, expect, it } from 'vitest'
import { isBlockPage, playerOutcome } from '../../../src/groups/video/player.ts'
import { mostSpecific, type Obstacle, refusal } from '../../../src/groups/video/refusals.ts'

const ID = 'okManual001'
const outcome = (player: unknown, shown = (words: string) => words) => playerOutcome(player, ID, shown)
const details = (own: object = {}) => ({ videoDetails: { videoId: ID, ...own } })
const refused = (status: string, reason?: string, subreason?: object, own: object = {}) => ({
  playabilityStatus: {
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(subreason ? { errorScreen: { playerErrorMessageRenderer: { subreason } } } : {}),
    ...own,
  },
})
const ok = (own: object = {}, status: object = {}) => ({
  playabilityStatus: { status: 'OK', ...status },
  ...details(own),
})

type Row = [name: string, player: unknown, kind: 'next' | 'stop', status: number, obstacle: Obstacle, message: RegExp]

describe('each state of video facts, section 5', () => {
  const rows: Row[] = [
    ['no captions', ok(), 'next', 404, 'no-captions', /no transcript/],
    ['deleted', refused('ERROR', 'This video is unavailable'), 'next', 404, 'unavailable', /no such video/],
    ['wrong id', refused('ERROR', 'Video unavailable'), 'next', 404, 'unavailable', /no such video/],
    [
      'deleted by its author',
      refused('ERROR', 'Video unavailable', { simpleText: 'This video has been removed by the uploader' }),
      'next',
      404,
      'removed',
      /no longer available: Video unavailable\. This video has been removed by the uploader$/,
    ],
    [
      'private',
      refused('LOGIN_REQUIRED', 'This is a private video. Please sign in to verify that you may see it.'),
      'stop',
      404,
      'private',
      /private/,
    ],
    [
      'age restricted',
      { ...refused('LOGIN_REQUIRED', 'This video may be inappropriate for some users.'), ...details() },
      'stop',
      403,
      'age-restricted',
      /age-restricted/,
    ],
    [
      'age restricted, told by the legacy field',
      { ...refused('LOGIN_REQUIRED', 'Sign in', undefined, { desktopLegacyAgeGateReason: 1 }), ...details() },
      'stop',
      403,
      'age-restricted',
      /age-restricted/,
    ],
    ['age check', refused('AGE_CHECK_REQUIRED'), 'stop', 403, 'age-restricted', /age/],
    ['age verification', refused('AGE_VERIFICATION_REQUIRED'), 'stop', 403, 'age-restricted', /age/],
    [
      'members only',
      {
        ...refused('UNPLAYABLE', 'Join this channel to watch', { runs: [{ text: 'Members ' }, { text: 'only' }] }),
        ...details(),
      },
      'next',
      403,
      'unplayable',
      /cannot be played here: Join this channel to watch\. Members only$/,
    ],
    [
      'region',
      refused('UNPLAYABLE', 'Video unavailable', { simpleText: 'Not made available in your country' }),
      'next',
      403,
      'unplayable',
      /your country/,
    ],
    [
      'removed by policy',
      refused('UNPLAYABLE', 'Video unavailable', { simpleText: 'This video has been removed for violating a policy' }),
      'next',
      404,
      'removed',
      /violating a policy/,
    ],
    [
      'unplayable without a word',
      refused('UNPLAYABLE'),
      'next',
      502,
      'unexplained',
      /does not say why: try again later/,
    ],
    [
      'unplayable with words that state no fact',
      refused('UNPLAYABLE', 'Video unavailable'),
      'next',
      502,
      'unexplained',
      /does not say why \(Video unavailable\): try again later/,
    ],
    [
      'upcoming',
      refused('LIVE_STREAM_OFFLINE', 'Premieres in 5 hours'),
      'stop',
      409,
      'upcoming',
      /Premieres in 5 hours/,
    ],
    ['upcoming, said to be OK', ok({ isUpcoming: true }), 'stop', 409, 'upcoming', /not started/],
    ['live now', ok({ isLive: true }), 'stop', 409, 'live', /live now/],
    ['live now, by its streamability', ok({}, { liveStreamability: {} }), 'stop', 409, 'live', /live now/],
    ['just over', ok({ isPostLiveDvr: true }), 'stop', 409, 'processing', /not ready yet/],
    ['bot check', refused('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot'), 'next', 502, 'blocked', /a relay/],
    ['sign-in without a reason we know', refused('LOGIN_REQUIRED', 'Please sign in'), 'next', 502, 'blocked', /blocks/],
    [
      'sign-in for this video',
      { ...refused('LOGIN_REQUIRED', 'Please sign in'), ...details() },
      'next',
      403,
      'unplayable',
      /Please sign in/,
    ],
    ['outdated client', { error: { code: 400 } }, 'next', 502, 'outdated-client', /VIDEO_CLIENTS/],
    ['limited, in a 200', { error: { code: 429 } }, 'next', 429, 'limited', /a relay/],
    ['refused, in a 200', { error: { code: 403 } }, 'next', 502, 'blocked', /a relay/],
    [
      'failed, in a 200',
      { error: { code: 500, message: 'Internal error' } },
      'next',
      502,
      'failed',
      /^Internal error$/,
    ],
    [
      'another video than asked for',
      { playabilityStatus: { status: 'OK' }, videoDetails: { videoId: 'updateApp01' } },
      'next',
      502,
      'outdated-client',
      /update/,
    ],
    ['not a player answer', { something: 'else' }, 'next', 502, 'unreadable', /cannot be read/],
    ['nothing', undefined, 'next', 502, 'unreadable', /cannot be read/],
  ]

  it('has its status, its reason and what follows', () => {
    for (const [what, player, kind, status, obstacle, message] of rows) {
      const found = outcome(player)
      expect.soft(found, what).toMatchObject({ kind, obstacle, error: { status } })
      if (found.kind !== 'ok') expect.soft(found.error.message, what).toMatch(message)
    }
  })

  it('a video with tracks is ok, a live one too', () => {
    const captions = {
      captions: { playerCaptionsTracklistRenderer: { captionTracks: [{ languageCode: 'ko', baseUrl: 'x' }] } },
    }
    expect(outcome({ ...ok(), ...captions })).toEqual({ kind: 'ok' })
    expect(outcome({ ...ok({ isLive: true }), ...captions })).toEqual({ kind: 'ok' })
    expect(outcome({ playabilityStatus: { status: 'OK' }, ...captions })).toEqual({ kind: 'ok' })
  })

  it.each(['UNPLAYABLE', 'LIVE_STREAM_OFFLINE', 'ERROR'])(
    '%s lets no words through but those to be shown',
    (status) => {
      const found = outcome(refused(status, 'It was removed for 7 days'), (words) => words.replace('7', '***'))
      expect(found).toMatchObject({ error: { message: expect.stringContaining('removed for *** days') } })
    },
  )

  it('names no product in its own messages', () => {
    for (const [, player] of rows) {
      const found = outcome(player)
      expect(found.kind !== 'ok' && found.error.message).not.toMatch(/youtube|google/i)
    }
  })
})

/** Words for the viewer, in one of the places where the product puts them. */
const PLACES: Record<string, (words: string) => object> = {
  reason: (reason) => ({ reason }),
  reasonTitle: (reasonTitle) => ({ reason: 'Video unavailable', reasonTitle }),
  messages: (words) => ({ messages: [words] }),
  'reason of the screen': (words) => ({
    errorScreen: { playerErrorMessageRenderer: { reason: { runs: [{ text: words }] } } },
  }),
  subreason: (simpleText) => ({
    reason: 'Video unavailable',
    errorScreen: { playerErrorMessageRenderer: { subreason: { simpleText } } },
  }),
  'subreason in runs': (words) => ({
    reason: 'Video unavailable',
    errorScreen: {
      playerErrorMessageRenderer: { subreason: { runs: words.split(/(?<= )/).map((text) => ({ text })) } },
    },
  }),
  interstitial: (content) => ({
    reason: 'Video unavailable',
    errorScreen: { playerInterstitialRenderer: { content: { interstitialViewModel: { description: { content } } } } },
  }),
  'another screen': (simpleText) => ({ errorScreen: { playerOtherRenderer: { title: { simpleText } } } }),
}

const WORDS: [Obstacle, string[]][] = [
  [
    'limited',
    [
      'This content isn’t available, try again later.',
      "This content isn't available, try again later.",
      'THIS CONTENT ISN`T AVAILABLE. PLEASE TRY AGAIN LATER',
      'This content is not available, try again later',
      'This video is unavailable. Please check back again later.',
      'Too many requests. Please wait.',
      'You have reached the daily limit of videos.',
      'Request limit reached',
      'Resource has been exhausted (e.g. check quota).',
      'You’ve exceeded your request quota',
      'Your session has been rate-limited',
    ],
  ],
  [
    'blocked',
    [
      'Sign in to confirm you’re not a bot',
      "Sign in to confirm you're not a bot",
      'Sign in to confirm that you are not a robot',
      'Please confirm you are human',
      'Our systems have detected unusual traffic from your network',
      'Complete the CAPTCHA to continue',
      'This helps protect our community. Learn more',
    ],
  ],
  [
    'troubled',
    [
      'The page needs to be reloaded.',
      'Something went wrong. Refresh or try again later.',
      'An error occurred. Please try again later.',
      'An unexpected error has occurred, try it again',
      'This video is temporarily unavailable',
      'Your session has expired',
    ],
  ],
  [
    'outdated-client',
    [
      'The following content is not available on this app. Watch on the latest version of YouTube.',
      'This video is not available on this app',
      'This video isn’t available on this device',
      'YouTube is no longer supported in this application or device.',
      'Please update the app to watch this video',
      'Update YouTube to continue watching',
      'You need a newer version of the app',
      'Your browser is outdated',
      'A new version of the app is available: install the latest one',
    ],
  ],
  ['age-restricted', ['Sign in to confirm your age', 'This video is age-restricted and only available on YouTube']],
  ['private', ['Private video', 'Sign in if you’ve been granted access to this video', 'This video is private.']],
  [
    'removed',
    [
      'This video has been removed by the uploader',
      'This video is no longer available because the account associated with this video has been terminated.',
      'This video is no longer available due to a copyright claim by Somebody',
      'This video is not available because the uploader has closed their account',
      'This live stream recording is not available.',
      'This video isn’t available anymore',
    ],
  ],
  [
    'unplayable',
    [
      'The uploader has not made this video available in your country',
      'This video contains content from Somebody, who has blocked it in your country on copyright grounds',
      'This video isn’t available in your region. Try again later.',
      'This video is no longer available in your country',
      'This video is not available in Germany',
      'This content is not available on this country domain due to a legal complaint from the government.',
      'This video isn’t available where you live',
      'This video requires payment to watch.',
      'This video is only available to Music Premium members',
      'Join this channel to get access to members-only content like this video, and other exclusive perks.',
      'Rent or buy this film to watch it on this device',
      'Playback on other websites has been disabled by the video owner',
      'This video is restricted. Try signing in with a Google Workspace account.',
      'The following content may contain topics that some find upsetting.',
      'The following content has been identified as inappropriate or offensive to some audiences.',
    ],
  ],
  [
    'upcoming',
    [
      'This live event will begin in 3 hours.',
      'This live event will begin in a few moments.',
      'Premieres in 5 hours',
      'Premiere will begin shortly',
      'The stream hasn’t started yet',
    ],
  ],
  [
    'processing',
    [
      'This video is still being processed. Please try again later.',
      'We’re processing this video. Check back later.',
      'This live event has ended.',
    ],
  ],
]

describe('words decide before the status, wherever they are (video facts, section 5)', () => {
  const cases = WORDS.flatMap(([obstacle, all]) => all.map((words) => [words, obstacle] as const))

  it('each means an obstacle', () => {
    for (const [words, obstacle] of cases) {
      for (const [place, put] of Object.entries(PLACES)) {
        for (const status of ['UNPLAYABLE', 'ERROR', 'LOGIN_REQUIRED', 'LIVE_STREAM_OFFLINE', 'SOMETHING_NEW']) {
          for (const more of [{}, details()]) {
            const found = outcome({ playabilityStatus: { status, ...put(words) }, ...more })
            expect.soft([place, status, found], String(words)).toMatchObject([place, status, { obstacle }])
          }
        }
      }
    }
  })

  it('the name of a screen is a word', () => {
    for (const [errorScreen, obstacle] of [
      [{ playerCaptchaViewModel: {} }, 'blocked'],
      [{ playerErrorMessageRenderer: { playerCaptchaViewModel: {} } }, 'blocked'],
      [{ playerErrorMessageRenderer: { reCaptchaRenderer: null } }, 'blocked'],
      [{ captchaChallenge: { siteKey: 'x' } }, 'blocked'],
      [{ enforcementMessageViewModel: { isVisible: true } }, 'blocked'],
      [
        { playerLegacyDesktopYpcOfferRenderer: { itemTitle: 'A private room', offerId: 'sponsors_only_video' } },
        'unplayable',
      ],
      [{ playerAgeGateRenderer: {} }, 'age-restricted'],
    ] as [object, Obstacle][]) {
      for (const status of ['UNPLAYABLE', 'ERROR', 'LOGIN_REQUIRED'])
        expect
          .soft(
            outcome({ playabilityStatus: { status, reason: 'Video unavailable', errorScreen } }),
            JSON.stringify(errorScreen),
          )
          .toMatchObject({
            obstacle,
          })
    }
  })

  it('buttons, and what an author wrote, are no words of the product', () => {
    const errorScreen = {
      playerErrorMessageRenderer: {
        subreason: { simpleText: 'Not made available in your country' },
        proceedButton: { buttonRenderer: { text: { simpleText: 'Try again later' } } },
      },
      playerLegacyDesktopYpcTrailerRenderer: {
        unserializedPlayerResponse: { videoDetails: { title: 'My private captcha' }, description: 'private bot' },
      },
    }
    const found = outcome({ playabilityStatus: { status: 'UNPLAYABLE', reason: 'Video unavailable', errorScreen } })
    expect(found).toMatchObject({ obstacle: 'unplayable' })
    expect(found.kind !== 'ok' && found.error.message).toMatch(
      /Video unavailable\. Not made available in your country$/,
    )
  })

  it('without words that say more, a status has a meaning', () => {
    for (const [status, obstacle] of [
      ['UNPLAYABLE', 'unexplained'],
      ['ERROR', 'unavailable'],
      ['LOGIN_REQUIRED', 'blocked'],
      ['LIVE_STREAM_OFFLINE', 'upcoming'],
      ['CONTENT_CHECK_REQUIRED', 'unplayable'],
      ['SOMETHING_NEW', 'unexplained'],
    ] as [string, Obstacle][]) {
      for (const reason of ['Video unavailable', 'This video is not available', 'Words of next year', ''])
        expect.soft(outcome({ playabilityStatus: { status, reason } }), String(status)).toMatchObject({ obstacle })
    }
  })

  it.each([
    'Video unavailable',
    'Video unavailable. This content isn’t available',
    "This content isn't available.",
    'This video is not available',
    '동영상을 재생할 수 없음',
    '이 콘텐츠를 사용할 수 없습니다.',
    'この動画は再生できません',
    'Vídeo no disponible. Este contenido no está disponible.',
    'Dieses Video ist nicht verfügbar',
    'Cette vidéo n’est pas disponible',
    ' ',
  ])('UNPLAYABLE with %j is no fact about the video, with details or without', (reason) => {
    const player = { playabilityStatus: { status: 'UNPLAYABLE', reason } }
    for (const answer of [player, { ...player, ...details() }])
      expect(outcome(answer)).toMatchObject({ kind: 'next', obstacle: 'unexplained', error: { status: 502 } })
  })

  it.each(['UNPLAYABLE', 'ERROR', 'LOGIN_REQUIRED'])(
    '%s that asks to sign in blocks, or is about the video',
    (status) => {
      const player = { playabilityStatus: { status, reason: 'Please sign in' } }
      expect(outcome(player)).toMatchObject({ obstacle: 'blocked', error: { status: 502 } })
      expect(outcome({ ...player, ...details() })).toMatchObject({ obstacle: 'unplayable', error: { status: 403 } })
    },
  )
})

describe("the caller's error when every client was refused", () => {
  it('of several it is the one that says most', () => {
    for (const [met, told] of [
      [['unavailable', 'unplayable', 'unavailable'], 'unplayable'],
      [['unavailable', 'blocked', 'blocked'], 'blocked'],
      [['withheld', 'no-captions'], 'withheld'],
      [['blocked', 'no-captions'], 'no-captions'],
      [['outdated-client', 'unavailable', 'unavailable'], 'unavailable'],
      [['unreadable', 'outdated-client'], 'outdated-client'],
      [['blocked', 'limited', 'blocked'], 'limited'],
      [['unexplained', 'blocked'], 'blocked'],
      [['unexplained', 'unavailable'], 'unavailable'],
      [['unexplained', 'outdated-client'], 'outdated-client'],
      [['unexplained', 'removed'], 'removed'],
      [['unexplained', 'troubled', 'unavailable'], 'troubled'],
      [['failed', 'unavailable', 'unavailable'], 'failed'],
      [['limited', 'unplayable', 'blocked'], 'unplayable'],
      [['outdated-client', 'troubled'], 'troubled'],
    ] as [Obstacle[], Obstacle][])
      expect
        .soft(mostSpecific(met.map((obstacle) => refusal(obstacle))).message, JSON.stringify(met))
        .toBe(refusal(told).error.message)
  })

  it('is 502 when no client was asked', () => {
    expect(mostSpecific([]).status).toBe(502)
  })
})

describe('pages of a block (video facts, section 2)', () => {
  it('are known by their forms', () => {
    for (const [html, expected] of [
      ['<div class="g-recaptcha"></div>', true],
      ['<form action="https://consent.youtube.com/save">', true],
      ['<p>Our systems have detected unusual traffic</p>', true],
      ['<div id="captcha-form"></div>', true],
      ['<p>your computer or network may be sending automated queries.</p>', true],
      ['https://www.google.com/sorry/index?continue=x', true],
      ['<title>Error 500</title>', false],
    ] as const)
      expect.soft(isBlockPage(html), String(html)).toBe(expected)
  })
})
