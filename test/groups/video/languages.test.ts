import { afterEach, expect, it, vi } from 'vitest'
import { languages as answer } from '../../../src/groups/video/outputs.ts'
import { VIDEO_IDS } from '../../simulators/video/index.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { PLAYER, type Stage, setStage } from './stage.ts'

let stage: Stage

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

/** What `POST /video/languages` answers, as `ko`, `ko*` for machine-made, `>` before the default. */
async function listed(video_id: string): Promise<string[]> {
  const { status, json } = await stage.languages({ video_id })
  expect([status, answer().parse(json)]).toEqual([200, json])
  return answer()
    .parse(json)
    .languages.map((one) => `${one.is_default ? '>' : ''}${one.language}${one.is_generated ? '*' : ''}`)
}

it.each([
  [VIDEO_IDS.manual, ['en', '>ko', 'ko*']],
  [VIDEO_IDS.translated, ['ar', 'de', '>ko*']],
  [VIDEO_IDS.dubbed, ['ar', '>ko']],
  [VIDEO_IDS.dubbedByMachine, ['en*', '>ja*']],
  [VIDEO_IDS.automaticOnly, ['>en*']],
])('the captions of %s are %j, from one call', async (id, expected) => {
  stage = setStage()
  expect(await listed(id)).toEqual(expected)
  expect(stage.called()).toEqual([PLAYER])
})

it('has the names of the product', async () => {
  stage = setStage()
  const { json } = await stage.languages({ video_url: `https://youtu.be/${VIDEO_IDS.translated}` })
  expect(json.languages.map(({ name }: { name: string }) => name)).toEqual([
    'Arabic',
    'German',
    'Korean (auto-generated)',
  ])
})

it('lists the languages of a transcript, whatever the clients return', async () => {
  stage = setStage()
  stage.product.switches.botCheck = ['VISIONOS']
  expect(await listed(VIDEO_IDS.manyLanguages)).toContain('>ko')
  expect(stage.clients()).toEqual(['VISIONOS', 'VISIONOS', 'ANDROID'])
})

it.each([
  [VIDEO_IDS.noCaptions, 404, /no transcript/],
  [VIDEO_IDS.private, 404, /private/],
  [VIDEO_IDS.ageRestricted, 403, /age-restricted/],
  [VIDEO_IDS.upcomingLive, 409, /not started yet/],
])('%s is %i', async (video_id, status, error) => {
  stage = setStage()
  const { json, ...rest } = await stage.languages({ video_id })
  expect([rest.status, json]).toEqual([status, { success: false, error: expect.stringMatching(error) }])
})
