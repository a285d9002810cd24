import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VIDEO_IDS } from '../../simulators/video/index.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const ask = async (times = 1) => {
  for (; times > 0; times--) expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(200)
}

/** The visitor id of each call. Null for none. */
const visitors = () =>
  stage.product.calls
    .filter(({ url }) => url.pathname === '/youtubei/v1/player')
    .map(({ headers }) => headers.get('x-goog-visitor-id'))

it('comes back as the visitor of the first answer (video facts, section 1)', async () => {
  await ask(3)
  const [first, second, third] = visitors()
  expect(first).toBeNull()
  expect(second).toMatch(/^[\w%]+$/)
  expect(third).toBe(second)
})

describe('a refusal that brings a visitor id (video facts, section 1)', () => {
  it('is asked once more with it, as the same client', async () => {
    stage.product.switches.botCheck = 'strangers'
    await ask(2)
    expect(stage.clients()).toEqual(['VISIONOS', 'VISIONOS', 'VISIONOS'])
    const [first, second, third] = visitors()
    expect([first, third]).toEqual([null, second])
  })

  it.each(['limit', 'reload', 'trouble'] as const)(
    'also when the session is refused in other words: %s',
    async (name) => {
      stage.product.switches.refusing = { VISIONOS: name }
      await ask()
      expect(stage.clients()).toEqual(['VISIONOS', 'VISIONOS', 'ANDROID'])
      const [, offered] = visitors()
      expect(visitors()).toEqual([null, expect.any(String), offered])
    },
  )

  it('asks the other clients with it, although the same client is refused with it', async () => {
    stage.product.switches.botCheck = true
    expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(502)
    expect(stage.clients()).toEqual(['VISIONOS', 'VISIONOS', 'ANDROID', 'IOS'])
    const [, offered] = visitors()
    expect(visitors()).toEqual([null, offered, offered, offered])
    expect(offered).toEqual(expect.any(String))
  })

  /** Each call is refused as a bot, with the next of these ids. Undefined for none. The calls after them are answered. */
  const refuse = (...ids: (string | undefined)[]) => {
    for (const [place, visitorData] of ids.entries()) {
      const playabilityStatus = { status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' }
      const body = JSON.stringify({ ...(visitorData && { responseContext: { visitorData } }), playabilityStatus })
      const isNext = () => visitors().length === place + 1
      stage.product.fail({ kind: 'status', status: 200, body }, { on: isNext })
    }
  }

  it.each([
    ['keeps it for the next client', ['X', 'X'], ['VISIONOS', 'VISIONOS', 'ANDROID'], [null, 'X', 'X']],
    ['also when the next answer brings none', ['X', undefined], ['VISIONOS', 'VISIONOS', 'ANDROID'], [null, 'X', 'X']],
    [
      'asks each client once more, with the newest',
      ['X', 'Y', 'Z', 'Q'],
      ['VISIONOS', 'VISIONOS', 'ANDROID', 'ANDROID', 'IOS'],
      [null, 'X', 'Y', 'Z', 'Q'],
    ],
    ['asks the next client once more', [undefined, 'X'], ['VISIONOS', 'ANDROID', 'ANDROID'], [null, null, 'X']],
  ])('%s', async (_, ids, clients, sent) => {
    refuse(...ids)
    await ask()
    expect(stage.clients()).toEqual(clients)
    expect(visitors()).toEqual(sent)
  })

  it('with another id each time ends after two calls of each client', async () => {
    refuse('A', 'B', 'C', 'D', 'E', 'F', 'G')
    expect((await stage.transcript({ video_id: VIDEO_IDS.manual })).status).toBe(502)
    expect(stage.clients()).toEqual(['VISIONOS', 'VISIONOS', 'ANDROID', 'ANDROID', 'IOS', 'IOS'])
    expect(visitors()).toEqual([null, 'A', 'B', 'C', 'D', 'E'])
  })

  it('is final when the video is refused, not the session', async () => {
    for (const video_id of [VIDEO_IDS.membersOnly, VIDEO_IDS.deleted]) {
      const before = stage.clients().length
      await stage.transcript({ video_id })
      expect(stage.clients().slice(before)).toEqual(['VISIONOS', 'ANDROID', 'IOS'])
    }
  })

  it('for a visitor that has become stale, the new id is used at once', async () => {
    await ask()
    const refusal = {
      responseContext: { visitorData: 'CgtGcmVzaA%3D%3D' },
      playabilityStatus: { status: 'UNPLAYABLE', reason: 'The page needs to be reloaded.' },
    }
    stage.product.fail({ kind: 'status', status: 200, body: JSON.stringify(refusal) }, { times: 1 })
    await ask()
    expect(stage.clients()).toEqual(['VISIONOS', 'VISIONOS', 'VISIONOS'])
    expect(visitors()).toEqual([null, expect.any(String), 'CgtGcmVzaA%3D%3D'])
  })
})

it('a visitor that is blocked is not used again', async () => {
  await ask(2)
  const known = visitors()[1] ?? ''
  stage.product.switches.flaggedVisitors = [known]
  await ask(2)
  expect(visitors().slice(2)).toEqual([known, null, expect.not.stringContaining(known)])
})

it.each([7, null, '', 'with a blank', 'line\nbreak', 'x'.repeat(1025)])('%j is no visitor', async (visitorData) => {
  const body = JSON.stringify({ responseContext: { visitorData }, playabilityStatus: { status: 'ERROR' } })
  stage.product.fail({ kind: 'status', status: 200, body }, { times: 1 })
  await ask()
  expect(visitors()).toEqual([null, null])
})
