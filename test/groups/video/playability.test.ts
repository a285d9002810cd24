import { describe, expect, it } from 'vitest'
import { isBlockPage, playerOutcome } from '../../../src/groups/video/playability.ts'
import { mostTelling, type Obstacle, refusal } from '../../../src/groups/video/refusals.ts'

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
    ['unplayable without a word', refused('UNPLAYABLE'), 'next', 403, 'unplayable', /cannot be played here$/],
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
    ['outdated client', { error: { code: 400 } }, 'next', 502, 'outdated-client', /update/],
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

  it.each(rows)('%s', (_, player, kind, status, obstacle, message) => {
    const found = outcome(player)
    expect(found).toMatchObject({ kind, obstacle, error: { status } })
    if (found.kind !== 'ok') expect(found.error.message).toMatch(message)
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

describe("the caller's error when every client was refused", () => {
  it.each<[Obstacle[], Obstacle]>([
    [['unavailable', 'unplayable', 'unavailable'], 'unplayable'],
    [['unavailable', 'blocked', 'blocked'], 'blocked'],
    [['withheld', 'no-captions'], 'withheld'],
    [['blocked', 'no-captions'], 'no-captions'],
    [['outdated-client', 'unavailable', 'unavailable'], 'unavailable'],
    [['unreadable', 'outdated-client'], 'outdated-client'],
  ])('of %j it is %s', (met, told) => {
    expect(mostTelling(met.map((obstacle) => refusal(obstacle))).message).toBe(refusal(told).error.message)
  })

  it('is 502 when no client was asked', () => {
    expect(mostTelling([]).status).toBe(502)
  })
})

describe('pages of a block (video facts, section 2)', () => {
  it.each([
    ['<div class="g-recaptcha"></div>', true],
    ['<form action="https://consent.youtube.com/save">', true],
    ['<p>Our systems have detected unusual traffic</p>', true],
    ['<title>Error 500</title>', false],
  ])('%s: %s', (html, expected) => {
    expect(isBlockPage(html)).toBe(expected)
  })
})
