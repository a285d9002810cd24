import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call, Fault } from '../../simulators/simulator.ts'
import { VIDEO_IDS } from '../../simulators/video/index.ts'
import type { RefusalName } from '../../simulators/video/playability.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { PLAYER, type Stage, setStage, TIMEDTEXT } from './stage.ts'

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const ALL = ['VISIONOS', 'ANDROID', 'IOS']
const toPlayer = ({ url }: Call) => url.pathname === '/youtubei/v1/player'
const toTimedtext = ({ url }: Call) => url.pathname === '/api/timedtext'

/** Requests a transcript and expects this failure. */
async function expectFailure(status: number, error: RegExp, video_id: string = VIDEO_IDS.manual) {
  const answer = await stage.transcript({ video_id })
  expect([answer.status, answer.json]).toEqual([status, { success: false, error: expect.stringMatching(error) }])
  expect(answer.text).not.toMatch(/youtube|google|<html/i)
  return answer
}

/** A custom response of the player. */
const playerAnswer = (body: object): Fault => ({ kind: 'status', status: 200, body: JSON.stringify(body) })

describe('every state of video facts, section 5', () => {
  it.each([
    [VIDEO_IDS.noCaptions, 404, /no transcript/, ALL],
    [VIDEO_IDS.deleted, 404, /no such video/, ALL],
    [VIDEO_IDS.neverExisted, 404, /no such video/, ALL],
    [VIDEO_IDS.private, 404, /private/, ['VISIONOS']],
    [VIDEO_IDS.ageRestricted, 403, /age-restricted/, ['VISIONOS']],
    [VIDEO_IDS.ageVerification, 403, /age-restricted/, ['VISIONOS']],
    [VIDEO_IDS.membersOnly, 403, /cannot be played here: .*members/, ALL],
    [VIDEO_IDS.regionBlocked, 403, /cannot be played here: .*your country/, ALL],
    [VIDEO_IDS.removedByPolicy, 404, /no longer available: .*policy/, ALL],
    [VIDEO_IDS.upcomingLive, 409, /not started yet: .*3 days/, ['VISIONOS']],
    [VIDEO_IDS.premiere, 409, /not started yet: Premieres in 5 hours/, ['VISIONOS']],
    [VIDEO_IDS.liveNow, 409, /live now/, ['VISIONOS']],
    [VIDEO_IDS.postLive, 409, /not ready yet/, ['VISIONOS']],
  ])('%s is %i', async (id, status, error, clients) => {
    await expectFailure(status, error, id)
    expect(stage.clients()).toEqual(clients)
  })

  it.each([VIDEO_IDS.sensitive, VIDEO_IDS.kids, VIDEO_IDS.notEmbeddable])('%s has one', async (video_id) => {
    expect((await stage.transcript({ video_id })).json).toMatchObject({ success: true, language: 'en' })
  })

  it('one client’s ERROR is not the last word', async () => {
    expect((await stage.transcript({ video_id: VIDEO_IDS.kids })).status).toBe(200)
    expect(stage.clients()).toEqual(['VISIONOS', 'ANDROID'])
    stage.product.switches.retiredClients = ['VISIONOS']
    expect((await stage.transcript({ video_id: VIDEO_IDS.notOnAndroid })).status).toBe(200)
    expect(stage.clients().slice(2)).toEqual(['VISIONOS', 'ANDROID', 'IOS'])
  })
})

describe('captions that need a token (video facts, section 2)', () => {
  it('continues after a marked link without reading it, and after an empty response of another', async () => {
    stage.product.switches.gatedClients = ['VISIONOS']
    stage.product.switches.silentlyGatedClients = ['ANDROID']
    expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(200)
    expect(stage.called()).toEqual([PLAYER, PLAYER, TIMEDTEXT, PLAYER, TIMEDTEXT])
    expect(stage.clients()).toEqual(ALL)
  })

  it('continues after a link that is no longer known', async () => {
    stage.product.fail({ kind: 'status', status: 404 }, { on: toTimedtext, times: 1 })
    expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(200)
    expect(stage.clients()).toEqual(['VISIONOS', 'ANDROID'])
  })

  it('withheld from every client they are 502', async () => {
    stage.product.switches.gatedClients = ALL
    await expectFailure(502, /holds back the captions/)
    expect(stage.called()).toEqual([PLAYER, PLAYER, PLAYER])
  })

  it('a caption link to anywhere else is 502 and not followed', async () => {
    const elsewhere = 'https://captions.example/api/timedtext?v=okManual001'
    const track = { languageCode: 'en', baseUrl: elsewhere }
    const captions = { playerCaptionsTracklistRenderer: { captionTracks: [track] } }
    stage.product.fail(playerAnswer({ playabilityStatus: { status: 'OK' }, captions }))
    await expectFailure(502, /not its own/)
    expect(stage.called()).toEqual([PLAYER])
  })
})

describe('blocks (video facts, section 2)', () => {
  it('the next client may not have to prove itself', async () => {
    stage.product.switches.botCheck = ['VISIONOS']
    expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(200)
    expect(stage.clients()).toEqual(['VISIONOS', 'VISIONOS', 'ANDROID'])
  })

  it('a bot check of every client is 502 and names the setting that helps', async () => {
    stage.product.switches.botCheck = true
    await expectFailure(502, /takes this deployment for a bot.*relay/)
  })

  it.each(['consent', 'recaptcha'] as const)('so is a page of %s', async (page) => {
    stage.product.switches.page = page
    await expectFailure(502, /takes this deployment for a bot.*relay/)
    expect(stage.called()).toEqual([PLAYER, PLAYER, PLAYER])
  })

  it('so is a player that refuses every client with 403', async () => {
    stage.product.fail({ kind: 'status', status: 403, body: '{"message":"no"}' })
    await expectFailure(502, /takes this deployment for a bot.*relay/)
    expect(stage.called()).toEqual([PLAYER, PLAYER, PLAYER])
  })

  it.each<[RefusalName, number, RegExp]>([
    ['limit', 429, /limits this deployment.*a relay \(RELAY_FOR with video\)/],
    ['limit-as-reason', 429, /limits this deployment/],
    ['captcha', 502, /takes this deployment for a bot.*a relay/],
    ['captcha-within', 502, /takes this deployment for a bot/],
    ['bot', 502, /takes this deployment for a bot/],
    ['reload', 502, /has trouble with this deployment.*a relay/],
    ['reload-below', 502, /has trouble with this deployment/],
    ['interstitial', 502, /has trouble with this deployment/],
    ['trouble', 502, /has trouble with this deployment/],
    ['not-on-this-app', 502, /no longer answers the players.*VIDEO_CLIENTS/],
    ['not-supported', 502, /no longer answers the players.*VIDEO_CLIENTS/],
    ['sign-in-of-members', 403, /cannot be played here: Join this channel/],
  ])('%s for one client leads to the next, for all of them it is %i', async (name, status, error) => {
    stage.product.switches.refusing = { VISIONOS: name }
    expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(200)
    expect(stage.clients().at(-1)).toBe('ANDROID')
    stage.product.switches.refusing = { '*': name }
    await expectFailure(status, error)
  })

  it('an address that is refused in different words is not a fact about the video', async () => {
    stage.product.switches.refusing = { VISIONOS: 'bot', ANDROID: 'limit', IOS: 'bot' }
    await expectFailure(429, /limits this deployment/)
    stage.product.switches.refusing = { VISIONOS: 'bot', ANDROID: 'reload', IOS: 'captcha' }
    await expectFailure(502, /takes this deployment for a bot/)
  })

  it('but what one client is told about the video is told', async () => {
    stage.product.switches.refusing = { VISIONOS: 'bot', ANDROID: 'limit' }
    await expectFailure(403, /your country/, VIDEO_IDS.regionBlocked)
    await expectFailure(404, /private/, VIDEO_IDS.private)
  })

  it('so is a redirect to such a page', async () => {
    stage.product.fail({ kind: 'redirect', location: 'https://www.google.com/sorry/index?continue=x' })
    await expectFailure(502, /takes this deployment for a bot.*relay/)
  })

  it('and such a page instead of captions', async () => {
    const page = '<!DOCTYPE html><div class="g-recaptcha"></div>'
    stage.product.fail({ kind: 'status', status: 200, body: page }, { on: toTimedtext })
    await expectFailure(502, /takes this deployment for a bot/)
  })

  it('a page within captions is only words', async () => {
    const events = [{ tStartMs: 0, dDurationMs: 900, segs: [{ utf8: 'g-recaptcha, unusual traffic' }] }]
    stage.product.fail({ kind: 'status', status: 200, body: JSON.stringify({ events }) }, { on: toTimedtext })
    const { json } = await stage.transcript({ video_id: VIDEO_IDS.manual })
    expect(json.content).toBe('g-recaptcha, unusual traffic')
  })

  it('clients that are retired, or handed another video, are passed over', async () => {
    stage.product.switches.retiredClients = ['VISIONOS']
    stage.product.switches.swappedClients = ['ANDROID']
    expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(200)
    expect(stage.clients()).toEqual(ALL)
  })

  it('all of them retired is 502 that asks for an update', async () => {
    stage.product.switches.retiredClients = ALL
    await expectFailure(502, /no longer answers the players/)
    expect(stage.called()).toHaveLength(3)
  })
})

describe('failures on the way', () => {
  it('429, with a page, is 429 from every client, after two repeats of each', async () => {
    stage.product.switches.tooManyRequests = true
    const { headers } = await expectFailure(429, /limits this deployment.*a relay/)
    expect(headers.get('Retry-After')).toBeNull()
    expect(stage.clients()).toEqual(ALL.flatMap((client) => [client, client, client]))
  })

  it.each([401, 403, 404, 410, 429, 500, 501, 503])('the player answers %i to one client only', async (status) => {
    stage.product.switches.playerStatus = { VISIONOS: status }
    expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(200)
    expect(stage.clients().at(-1)).toBe('ANDROID')
  })

  it.each([
    [401, 502, /takes this deployment for a bot/],
    [403, 502, /takes this deployment for a bot/],
    [404, 502, /VIDEO_CLIENTS/],
    [409, 502, /VIDEO_CLIENTS/],
    [410, 502, /VIDEO_CLIENTS/],
    [500, 502, /Internal error encountered/],
  ])('the player answers %i to every client: %i', async (status, expected, error) => {
    stage.product.switches.playerStatus = { '*': status }
    await expectFailure(expected, error)
    expect(stage.clients()).toEqual(ALL)
  })

  it('a connection that breaks for one client only', async () => {
    const isVision = ({ headers }: Call) => headers.get('x-youtube-client-name') === '101'
    stage.product.fail({ kind: 'network' }, { on: isVision })
    expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(200)
  })

  it.each([400, 401, 403, 404, 410, 429, 500, 503, 'empty', 'page'] as const)(
    'the caption file of one client is refused (%s): that of the next is read',
    async (status) => {
      stage.product.switches.captionStatus = { VISIONOS: status }
      expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(200)
      expect(stage.clients()).toEqual(['VISIONOS', 'ANDROID'])
    },
  )

  it.each([
    [400, 502, /holds back the captions/],
    [401, 502, /holds back the captions/],
    [403, 502, /holds back the captions/],
    [404, 502, /holds back the captions/],
    [410, 502, /holds back the captions/],
    [429, 429, /limits this deployment/],
    [500, 502, /answered 500/],
    ['empty', 502, /holds back the captions/],
    ['page', 502, /cannot be read/],
  ] as const)('the caption files of all clients are refused (%s): %i', async (status, expected, error) => {
    stage.product.switches.captionStatus = { '*': status }
    await expectFailure(expected, error)
    expect(stage.clients()).toEqual(ALL)
  })

  it('429 keeps its Retry-After, also for captions', async () => {
    const headers = { 'retry-after': '7', 'content-type': 'text/html' }
    stage.product.fail({ kind: 'status', status: 429, headers, body: '<html></html>' }, { on: toTimedtext })
    expect((await expectFailure(429, /limits this deployment/)).headers.get('Retry-After')).toBe('7')
  })

  it.each<[string, Fault, number, RegExp]>([
    ['no answer', { kind: 'timeout' }, 504, /did not answer in time/],
    ['a broken connection', { kind: 'network' }, 502, /connection to the video service broke/],
    ['a page', { kind: 'html' }, 502, /cannot be read/],
    ['a page of an error', { kind: 'html', status: 503 }, 502, /answered 503 with a page/],
    ['broken JSON', { kind: 'broken' }, 502, /cannot be read/],
    ['cut JSON', { kind: 'cut' }, 502, /cannot be read/],
    ['a redirect', { kind: 'redirect', location: 'https://captions.example/' }, 502, /redirect/],
    ['an error', { kind: 'status', status: 500 }, 502, /Internal error encountered/],
  ])('%s from the player or of captions', async (_, fault, status, error) => {
    stage.product.fail(fault, { on: toPlayer })
    await expectFailure(status, error)
    stage.product.heal()
    stage.product.fail(fault, { on: toTimedtext })
    await expectFailure(status, error)
  })

  it('a temporary one is repeated and not noticed', async () => {
    stage.product.fail({ kind: 'status', status: 503 }, { on: toPlayer, times: 1 })
    stage.product.fail({ kind: 'network' }, { on: toTimedtext, times: 1 })
    expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(200)
    expect(stage.called()).toEqual([PLAYER, PLAYER, TIMEDTEXT, TIMEDTEXT])
  })

  it('at most 300 characters of the product’s words are passed on', async () => {
    stage.product.fail(playerAnswer({ playabilityStatus: { status: 'UNPLAYABLE', reason: 'x'.repeat(2000) } }))
    const { json } = await expectFailure(502, /does not say why \(x+\)/)
    expect(json.error.match(/\((x+)\)/)[1]).toHaveLength(300)
  })
})
