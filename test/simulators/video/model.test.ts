import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, at } from '../ask.ts'
import { Clock } from '../clock.ts'
import { command, follows } from '../model.ts'
import { ANDROID, callPlayer, IOS, play, read, readLink, readTracks, VISIONOS, WEB } from './ask.ts'
import { createYouTube, DATA_API_KEY, LINK_LIFETIME_SECONDS, VIDEO_IDS, type YouTube } from './index.ts'
import { DAILY_UNITS } from './state.ts'

const create = () => createYouTube({ clock: new Clock() })
const status = async (product: YouTube, id: string, client: object = ANDROID) =>
  (await play(product, id, client)).playabilityStatus.status

/** Links with the time at which they were signed, and the units of the data API that a day has spent. */
interface Visit {
  clock: Clock
  links: { link: URL; madeAt: number; client: string }[]
  units: Map<string, number>
  gated: string[]
}
type Step = fc.AsyncCommand<Visit, YouTube>
const CLIENTS = { ANDROID, IOS, VISIONOS, WEB }
const clients = fc.constantFrom<keyof typeof CLIENTS>('ANDROID', 'IOS', 'VISIONOS', 'WEB')

const asks = clients.map(
  (client): Step =>
    command(`${client} asks for a link`, async ({ clock, links, gated }, product) => {
      const link = await readLink(product, VIDEO_IDS.manual, CLIENTS[client])
      expect(link.searchParams.get('exp')).toBe(gated.includes(client) ? 'xpe' : null)
      links.push({ link, madeAt: clock.now(), client })
    }),
)

const reads = fc.record({ n: fc.nat(5), hasToken: fc.boolean(), isForged: fc.boolean() }).map(
  ({ n, hasToken, isForged }): Step =>
    command(`reads link ${n}`, async ({ clock, links }, product) => {
      const made = links[n % links.length]
      if (!made) return
      const token = hasToken ? { pot: 'a', potc: '1', c: made.client } : {}
      const answer = await read(product, made.link, { ...token, ...(isForged && { v: VIDEO_IDS.quirks }) })
      const ends = made.madeAt + LINK_LIFETIME_SECONDS * 1000
      const text = await answer.text()
      if (isForged || clock.now() >= ends) expect(answer.status).toBe(404)
      else if (made.link.searchParams.has('exp') && !hasToken) expect([answer.status, text]).toEqual([200, ''])
      else expect([answer.status, text]).toEqual([200, expect.stringContaining('Hello, this is Seoul Walks.')])
    }),
)

const lists = fc.constant<Step>(
  command('asks the data API', async ({ clock, units }, product) => {
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const used = units.get(day) ?? DAILY_UNITS - 2
    const query = `part=snippet&key=${DATA_API_KEY}&id=${VIDEO_IDS.manual}`
    if (!units.has(day)) product.state.unitsUsed.set(day, used)
    const answer = await ask(product, `GET https://www.googleapis.com/youtube/v3/videos?${query}`)
    const reason = at(answer.body, 'error.errors.0.reason')
    expect([answer.status, reason]).toEqual(used < DAILY_UNITS ? [200, undefined] : [403, 'quotaExceeded'])
    units.set(day, Math.min(DAILY_UNITS, used + 1))
  }),
)

const blocks = fc.constantFrom<YouTube['switches']['botCheck']>(false, true, ['ANDROID']).map(
  (botCheck): Step =>
    command(`asks ${botCheck} whether they are bots`, async (_, product) => {
      product.switches.botCheck = botCheck
      const refused = await Promise.all([ANDROID, IOS].map((client) => status(product, VIDEO_IDS.manual, client)))
      const expected = { false: ['OK', 'OK'], true: ['LOGIN_REQUIRED', 'LOGIN_REQUIRED'] }[String(botCheck)]
      expect(refused).toEqual(expected ?? ['LOGIN_REQUIRED', 'OK'])
      product.switches.botCheck = false
    }),
)

const gates = clients.map(
  (client): Step =>
    command(`gates ${client}`, async ({ gated }, product) => {
      gated.splice(0, gated.length, client)
      product.switches.gatedClients = [client]
    }),
)

const waits = fc
  .constantFrom(1_000, LINK_LIFETIME_SECONDS * 1000 - 1_000, 86_400_000)
  .map((ms): Step => command(`${ms} ms pass`, async ({ clock }) => clock.advance(ms)))

test('links live six hours for who may read them, and a day has its units', () =>
  follows(() => {
    const clock = new Clock()
    const model = { clock, links: [], units: new Map(), gated: ['WEB', 'MWEB'] }
    return { model, real: createYouTube({ clock }) }
  }, [asks, reads, lists, blocks, gates, waits]))

test.each([
  [VIDEO_IDS.deleted, 'ERROR', 'This video is unavailable'],
  [VIDEO_IDS.neverExisted, 'ERROR', 'This video is unavailable'],
  [VIDEO_IDS.private, 'LOGIN_REQUIRED', 'This is a private video. Please sign in to verify that you may see it.'],
  [VIDEO_IDS.ageRestricted, 'LOGIN_REQUIRED', expect.stringContaining('inappropriate')],
  [VIDEO_IDS.ageVerification, 'AGE_VERIFICATION_REQUIRED', expect.any(String)],
  [VIDEO_IDS.membersOnly, 'UNPLAYABLE', expect.stringContaining('members')],
  [VIDEO_IDS.regionBlocked, 'UNPLAYABLE', 'Video unavailable'],
  [VIDEO_IDS.removedByPolicy, 'UNPLAYABLE', 'Video unavailable'],
  [VIDEO_IDS.upcomingLive, 'LIVE_STREAM_OFFLINE', expect.stringContaining('begin in')],
  [VIDEO_IDS.premiere, 'LIVE_STREAM_OFFLINE', expect.stringContaining('Premieres')],
  [VIDEO_IDS.liveNow, 'OK', undefined],
  [VIDEO_IDS.postLive, 'OK', undefined],
])('facts 5: %s is %s and has no captions', async (id, expected, reason) => {
  const { playabilityStatus, captions } = await play(create(), id)
  expect([playabilityStatus.status, playabilityStatus.reason, captions]).toEqual([expected, reason, undefined])
})

test('facts 1 and 5: the state of a video differs by client', async () => {
  const of = (id: string, client: object) => status(create(), id, client)
  const { notOnAndroid, kids, manual } = VIDEO_IDS
  expect([await of(notOnAndroid, ANDROID), await of(notOnAndroid, IOS)]).toEqual(['ERROR', 'OK'])
  expect([await of(kids, VISIONOS), await of(kids, ANDROID)]).toEqual(['ERROR', 'OK'])
  expect(await of(manual, { clientName: 'TVHTML5', clientVersion: '7.20260707.07.00' })).toBe('ERROR')
  const unconfirmed = await callPlayer(create(), VIDEO_IDS.sensitive, ANDROID, { body: { racyCheckOk: false } })
  expect(await unconfirmed.json()).toMatchObject({ playabilityStatus: { status: 'CONTENT_CHECK_REQUIRED' } })
})

test.each([
  ['an unknown client', { clientName: 'TOASTER', clientVersion: '1.0' }, {}, 'INVALID_ARGUMENT'],
  ['a version that is none', { ...ANDROID, clientVersion: 'newest' }, {}, 'INVALID_ARGUMENT'],
  ['an outdated version', { ...ANDROID, clientVersion: '19.44.38' }, {}, 'FAILED_PRECONDITION'],
  ['IOS without its model', { ...IOS, deviceModel: undefined }, {}, 'FAILED_PRECONDITION'],
  ['another type', ANDROID, { headers: { 'content-type': 'text/plain' } }, 'INVALID_ARGUMENT'],
  ['no video', ANDROID, { body: { videoId: undefined } }, 'INVALID_ARGUMENT'],
])('facts 1: %s is refused', async (_, client, changes, name) => {
  const answer = await callPlayer(create(), VIDEO_IDS.manual, client, changes)
  expect([answer.status, at(await answer.json(), 'error.status')]).toEqual([400, name])
})

test('facts 3: tracks are named in the style of the client, and the default one is marked', async () => {
  const [mobile] = await readTracks(create(), VIDEO_IDS.manual, IOS)
  expect(mobile).toMatchObject({ name: { runs: [{ text: 'English' }] }, languageCode: 'en', vssId: '.en' })
  const [web] = await readTracks(create(), VIDEO_IDS.manual, WEB)
  expect(web?.name).toEqual({ simpleText: 'English' })
  expect(await readTracks(create(), VIDEO_IDS.automaticOnly)).toMatchObject([{ kind: 'asr', vssId: 'a.en' }])
  const { captions } = await play(create(), VIDEO_IDS.manyLanguages)
  const { captionTracks, audioTracks } = captions?.playerCaptionsTracklistRenderer ?? {}
  expect(captionTracks?.[audioTracks?.[0]?.defaultCaptionTrackIndex ?? -1]?.languageCode).toBe('ko')
})

test('facts 3: captions are json3 with appended breaks, and a language without a track is 404', async () => {
  const product = create()
  const text = await (await read(product, await readLink(product, VIDEO_IDS.automaticOnly))).text()
  expect(text).toContain('{"tStartMs":0,"dDurationMs":312000,"id":1,"wpWinPosId":1,"wsWinStyleId":1}')
  expect(text).toContain('"aAppend":1')
  expect((await read(product, await readLink(product, VIDEO_IDS.manual), { lang: 'fr' })).status).toBe(404)
})

test.each([
  [400, 'https://video.example/watch?v=okManual001'],
  [401, `https://youtu.be/${VIDEO_IDS.notEmbeddable}`],
  [403, `https://www.youtube.com/watch?v=${VIDEO_IDS.private}`],
  [404, `https://www.youtube.com/watch?v=${VIDEO_IDS.deleted}`],
  [200, `https://www.youtube.com/watch?v=${VIDEO_IDS.manual}`],
])('facts 7: oEmbed answers %i for %s, whatever the player blocks', async (expected, address) => {
  const product = create()
  product.switches.tooManyRequests = true
  const url = `https://www.youtube.com/oembed?url=${encodeURIComponent(address)}`
  expect((await ask(product, `GET ${url}`)).status).toBe(expected)
})

test.each([
  [`part=snippet&id=x&key=wrong`, 400, 'badRequest'],
  ['part=snippet&id=x', 403, 'forbidden'],
  [`id=x&key=${DATA_API_KEY}`, 400, 'missingRequiredParameter'],
  [`part=snippet&key=${DATA_API_KEY}&id=${VIDEO_IDS.deleted},${VIDEO_IDS.private}`, 200, undefined],
])('facts 7: the data API answers %s with %i', async (query, expected, reason) => {
  const { status, body } = await ask(create(), `GET https://www.googleapis.com/youtube/v3/videos?${query}`)
  expect([status, at(body, 'error.errors.0.reason'), at(body, 'items.0')]).toEqual([expected, reason, undefined])
})
