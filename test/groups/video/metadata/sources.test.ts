import { afterEach, describe, expect, it, vi } from 'vitest'
import { metadata as answer } from '../../../../src/groups/video/outputs.ts'
import type { Call, Fault } from '../../../simulators/simulator.ts'
import { DATA_API_KEY, VIDEO_IDS, type YouTube } from '../../../simulators/video/index.ts'
import { REFUSALS, type RefusalName } from '../../../simulators/video/playability.ts'
import { expectNothingUnexpected } from '../../../support/world.ts'
import { DATA_API, OEMBED, PLAYER, relay, type Stage, setStage } from '../stage.ts'

let stage: Stage

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
  for (const text of stage.world.log) expect(text).not.toContain(DATA_API_KEY)
})

const KEYED = { VIDEO_API_KEY: DATA_API_KEY }
const BLOCKED = /takes this deployment for a bot/

const toDataApi = ({ url }: Call) => url.hostname === 'www.googleapis.com'
const toPlayer = ({ url }: Call) => url.pathname === '/youtubei/v1/player'
const toOembed = ({ url }: Call) => url.pathname === '/oembed'

/** The metadata of a video, in the single format. */
async function told(video_id: string = VIDEO_IDS.manual) {
  const { status, json } = await stage.metadata({ video_id })
  expect([status, answer().parse(json)]).toEqual([200, json])
  return json.video
}

async function expectFailure(status: number, error: RegExp, video_id: string = VIDEO_IDS.manual) {
  const { json, text, ...rest } = await stage.metadata({ video_id })
  expect([rest.status, json]).toEqual([status, { success: false, error: expect.stringMatching(error) }])
  expect(text).not.toContain(DATA_API_KEY)
}

describe('POST /video/metadata', () => {
  it('uses only the data API when VIDEO_API_KEY is set, with the key in a header', async () => {
    stage = setStage(KEYED)
    expect(await told()).toMatchObject({
      id: VIDEO_IDS.manual,
      type: 'video',
      title: '11월 북촌 골목 산책',
      duration_seconds: 754,
      view_count: 184_223,
      like_count: 9120,
      category: 'Travel & Events',
      chapters: [
        { start_seconds: 0, title: '시작' },
        { start_seconds: 12, title: '찻집' },
        { start_seconds: 330, title: '골목' },
      ],
    })
    expect(stage.called()).toEqual([DATA_API])
    const [call] = stage.product.calls
    expect(call?.headers.get('x-goog-api-key')).toBe(DATA_API_KEY)
    expect(call?.url.href).not.toContain(DATA_API_KEY)
  })

  it('uses the player without a key: the same', async () => {
    stage = setStage(KEYED)
    const official = await told()
    stage = setStage()
    expect(await told()).toEqual(official)
    expect(stage.called()).toEqual([PLAYER])
    expect(stage.clients()).toEqual(['WEB'])
  })

  it('uses oEmbed when the player is blocked: the same fields, null when unknown', async () => {
    stage = setStage(KEYED)
    const official = await told()
    stage = setStage()
    stage.product.switches.botCheck = true
    const video = await told()
    expect(Object.keys(video)).toEqual(Object.keys(official))
    expect(video).toMatchObject({ title: official.title, author: official.author, view_count: null, is_live: null })
    expect(stage.called()).toEqual([PLAYER, PLAYER, PLAYER, OEMBED])
    expect(stage.product.calls.at(-1)?.headers.get('user-agent')).toMatch(/^Mozilla/)
  })

  it.each<Partial<YouTube['switches']>>([
    { botCheck: ['WEB'] },
    ...Object.keys(REFUSALS).map((name) => ({ refusing: { WEB: name as RefusalName } })),
    ...[401, 403, 404, 429, 500, 503].map((status) => ({ playerStatus: { WEB: status } })),
    { swappedClients: ['WEB'] },
    { retiredClients: ['WEB'] },
  ])('asks as another client when the web client is refused by %j', async (switches) => {
    stage = setStage(KEYED)
    const official = await told()
    stage = setStage()
    Object.assign(stage.product.switches, switches)
    expect(await told()).toEqual({ ...official, published_at: null, like_count: null, category: null })
    expect([...new Set(stage.clients())]).toEqual(['WEB', 'VISIONOS'])
    expect(stage.called()).not.toContain(OEMBED)
  })

  it('a page that hides its likes has null', async () => {
    stage = setStage()
    expect(await told(VIDEO_IDS.translated)).toMatchObject({ view_count: 1204, like_count: null })
  })

  it('takes a link as the transcript does', async () => {
    stage = setStage(KEYED)
    const { json } = await stage.metadata({ video_url: `https://www.youtube.com/live/${VIDEO_IDS.liveNow}` })
    expect(json.video).toMatchObject({ id: VIDEO_IDS.liveNow, is_live: true, duration_seconds: null })
  })

  it.each([
    [{}, /^video_url: is required/],
    [{ video_url: 'https://www.youtube.com/@seoulwalks' }, /^video_url: is a channel/],
    [{ video_url: `https://youtu.be/${VIDEO_IDS.manual}`, video_id: VIDEO_IDS.quirks }, /another video/],
  ])('refuses %j', async (body, error) => {
    stage = setStage()
    const { status, json } = await stage.metadata(body)
    expect([status, json]).toEqual([400, { success: false, error: expect.stringMatching(error) }])
    expect(stage.called()).toEqual([])
  })
})

describe('a source that fails leaves it to the next', () => {
  it('the quota of the key is used up', async () => {
    stage = setStage(KEYED)
    stage.product.switches.quotaExceeded = true
    expect(await told()).toMatchObject({ view_count: 184_223, like_count: 9120 })
    expect(stage.called()).toEqual([DATA_API, PLAYER])
  })

  it('what the data API answers', async () => {
    for (const [what, fault] of [
      ['an error', { kind: 'status', status: 500 }],
      ['a refusal that is not about the key', { kind: 'status', status: 400 }],
      ['a page', { kind: 'html' }],
      ['a page that refuses', { kind: 'html', status: 403 }],
      ['broken JSON', { kind: 'broken' }],
      ['a broken connection', { kind: 'network' }],
      ['another form', { kind: 'status', status: 200, body: '{}' }],
    ] as [string, Fault][]) {
      stage = setStage(KEYED)
      stage.product.fail(fault, { on: toDataApi })
      expect.soft(await told(), what).toMatchObject({ view_count: 184_223, like_count: 9120 })
    }
  })

  it.each<[string, Fault]>([
    ['an error', { kind: 'status', status: 500 }],
    ['a page', { kind: 'html' }],
    ['broken JSON', { kind: 'broken' }],
    ['a broken connection', { kind: 'network' }],
    ['an outdated client', { kind: 'status', status: 400 }],
    ['OK without details', { kind: 'status', status: 200, body: '{"playabilityStatus":{"status":"OK"}}' }],
  ])('%s from the player', async (_, fault) => {
    stage = setStage()
    stage.product.fail(fault, { on: toPlayer })
    expect(await told()).toMatchObject({ title: '11월 북촌 골목 산책', view_count: null })
  })

  it.each<Partial<YouTube['switches']>>([
    { tooManyRequests: true },
    { page: 'recaptcha' },
    { page: 'consent' },
    { swappedClients: ['WEB', 'VISIONOS'] },
  ])('the player turns away by %j', async (switches) => {
    stage = setStage()
    Object.assign(stage.product.switches, switches)
    expect(await told()).toMatchObject({ title: '11월 북촌 골목 산책', view_count: null })
    expect(stage.called().at(-1)).toBe(OEMBED)
  })

  it('when all fail, it is the failure of the player', async () => {
    stage = setStage(KEYED)
    stage.product.switches.quotaExceeded = true
    stage.product.switches.botCheck = true
    for (const fault of [{ kind: 'network' }, { kind: 'status', status: 500 }, { kind: 'html' }] as const) {
      stage.product.fail(fault, { on: toOembed })
      await expectFailure(502, BLOCKED)
      stage.product.heal()
    }
  })

  it.each<[string, Fault]>([
    ['a page that refuses', { kind: 'html', status: 403 }],
    ['a refusal in JSON', { kind: 'status', status: 403, body: '{"message":"no"}' }],
    ['a bad request in JSON', { kind: 'status', status: 400, body: '{"message":"no"}' }],
  ])('%s from all says nothing about a video: 502', async (_, fault) => {
    for (const settings of [KEYED, {}]) {
      stage = setStage(settings)
      stage.product.fail(fault)
      await expectFailure(502, /./)
      expect(stage.called().at(-1)).toBe(OEMBED)
    }
  })

  it('no response from any in time is 504', async () => {
    stage = setStage(KEYED)
    stage.product.fail({ kind: 'timeout' })
    await expectFailure(504, /did not answer in time/)
  })

  it('redacts the key when the product repeats it', async () => {
    stage = setStage(KEYED)
    stage.product.switches.quotaExceeded = true
    const playabilityStatus = { status: 'UNPLAYABLE', reason: `not for ${DATA_API_KEY}` }
    const body = JSON.stringify({ playabilityStatus })
    stage.product.fail({ kind: 'status', status: 200, body }, { on: toPlayer })
    await expectFailure(502, /does not say why \(not for \*\*\*\)/, VIDEO_IDS.notEmbeddable)
  })
})

describe('a key that the product rejects', () => {
  it('is 401 and names the setting, without asking another source', async () => {
    stage = setStage({ VIDEO_API_KEY: 'test-wrong-key' })
    await expectFailure(401, /^VIDEO_API_KEY was rejected/)
    expect(stage.called()).toEqual([DATA_API])
  })
})

describe('videos that are not there, or not for everyone (video facts, section 5)', () => {
  it.each([VIDEO_IDS.deleted, VIDEO_IDS.neverExisted, VIDEO_IDS.removedByPolicy, VIDEO_IDS.private])(
    '%s is 404 from every source',
    async (id) => {
      stage = setStage(KEYED)
      await expectFailure(404, /no such video, or it is private/, id)
      expect(stage.called()).toEqual([DATA_API])
      stage = setStage()
      await expectFailure(404, id === VIDEO_IDS.private ? /private/ : /no such video|no longer available/, id)
      stage.product.switches.botCheck = true
      await expectFailure(404, id === VIDEO_IDS.private ? /private/ : /no such video/, id)
    },
  )

  it('one that is private to one client is asked for as the next, and at the next source', async () => {
    stage = setStage()
    await expectFailure(404, /private/, VIDEO_IDS.private)
    expect(stage.clients()).toEqual(['WEB', 'VISIONOS'])
    expect(stage.called().at(-1)).toBe(OEMBED)
  })

  it('one that may not be embedded comes from the player, and is hidden with it', async () => {
    stage = setStage()
    expect(await told(VIDEO_IDS.notEmbeddable)).toMatchObject({ title: 'Only on our page' })
    stage.product.switches.botCheck = true
    await expectFailure(502, BLOCKED, VIDEO_IDS.notEmbeddable)
  })

  it.each([
    VIDEO_IDS.ageRestricted,
    VIDEO_IDS.membersOnly,
    VIDEO_IDS.regionBlocked,
    VIDEO_IDS.upcomingLive,
    VIDEO_IDS.noCaptions,
  ])('%s has metadata anyway', async (id) => {
    for (const settings of [KEYED, {}]) {
      stage = setStage(settings)
      expect(await told(id)).toMatchObject({ id, author: expect.any(String) })
    }
  })
})

describe('a relay instead of the data API', () => {
  it('is called instead', async () => {
    const VIDEO_DATA_URL = 'https://relay.example/data'
    stage = setStage({ ...KEYED, VIDEO_DATA_URL }, relay(VIDEO_DATA_URL, 'https://www.googleapis.com'))
    expect((await told()).like_count).toBe(9120)
  })

  it('an unsafe URL is 500 and names the setting', async () => {
    stage = setStage({ ...KEYED, VIDEO_DATA_URL: 'ftp://relay.example' })
    await expectFailure(500, /^VIDEO_DATA_URL must be/)
    expect(stage.called()).toEqual([])
  })
})
