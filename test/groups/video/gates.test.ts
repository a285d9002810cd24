import { afterEach, describe, expect, it, vi } from 'vitest'
import { VIDEO_IDS } from '../../simulators/video/index.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const NOT_PRO = 'you are not a Latchkey PRO user'

describe('who may call (contract 5, decisions.md section 2)', () => {
  it.each([
    ['basic', 200, undefined],
    ['pro', 200, undefined],
    ['payment', 400, NOT_PRO],
  ])('a transcript with a %s licence is %i', async (LICENCE, status, error) => {
    stage = setStage({ LICENCE, SERVICE_NAME: 'Latchkey' })
    const answer = await stage.transcript({ video_id: VIDEO_IDS.manual })
    expect([answer.status, answer.json.error]).toEqual([status, error])
    expect(stage.called()).toHaveLength(status === 200 ? 2 : 0)
  })

  it.each([
    ['basic', 403, 'Pro account required'],
    ['pro', 200, undefined],
    ['payment', 403, 'Pro account required'],
  ])('metadata with a %s licence is %i', async (LICENCE, status, error) => {
    stage = setStage({ LICENCE })
    const answer = await stage.metadata({ video_id: VIDEO_IDS.manual })
    expect([answer.status, answer.json.error]).toEqual([status, error])
    expect(stage.called()).toHaveLength(status === 200 ? 1 : 0)
  })

  it('the licence is checked before the body', async () => {
    stage = setStage({ LICENCE: 'basic' })
    const { status, json } = await stage.metadata({ video_url: 12 })
    expect([status, json]).toEqual([403, { success: false, error: 'Pro account required' }])
  })
})
