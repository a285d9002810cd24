import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { expectNothingUnexpected } from '../../support/world.ts'
import { VIDEO_IDS } from '../../upstreams/video/index.ts'
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

it('a stranger who has to prove that it is no bot comes back at once with its new visitor id', async () => {
  stage.product.switches.botCheck = 'strangers'
  await ask(2)
  expect(stage.clients()).toEqual(['VISIONOS', 'ANDROID', 'VISIONOS'])
  expect(visitors()).toEqual([null, expect.any(String), expect.any(String)])
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
