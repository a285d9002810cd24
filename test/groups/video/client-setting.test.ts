import { afterEach, describe, expect, it, vi } from 'vitest'
import { VIDEO_IDS } from '../../simulators/video/index.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

const video_id = VIDEO_IDS.manual
const versions = () => stage.product.calls.map(({ headers }) => headers.get('x-youtube-client-version'))

describe('VIDEO_CLIENTS', () => {
  it('replaces the version of a client, in its User-Agent too', async () => {
    stage = setStage({ VIDEO_CLIENTS: '{"VISIONOS": null, "ANDROID": "21.40.1"}' })
    expect((await stage.transcript({ video_id })).status).toBe(200)
    expect(stage.clients()).toEqual(['ANDROID'])
    expect(versions()[0]).toBe('21.40.1')
    expect(stage.product.calls[0]?.headers.get('user-agent')).toMatch(/^com\.google\.android\.youtube\/21\.40\.1 /)
  })

  it('leaves out null versions, for metadata as well', async () => {
    stage = setStage({ VIDEO_CLIENTS: '{"WEB": null}' })
    expect((await stage.metadata({ video_id })).json.video).toMatchObject({ view_count: 184_223, category: null })
    expect(stage.clients()).toEqual(['VISIONOS'])
  })

  it.each(['', '{}'])('"%s" changes nothing', async (VIDEO_CLIENTS) => {
    stage = setStage({ VIDEO_CLIENTS })
    expect((await stage.transcript({ video_id })).status).toBe(200)
    expect(versions()[0]).toBe('1.02')
  })

  it.each([
    'ANDROID=21',
    '[]',
    '{"TVHTML5": "7.2"}',
    '{"ANDROID": "latest"}',
    '{"ANDROID": 21}',
    '{"VISIONOS": null, "ANDROID": null, "IOS": null}',
  ])('%s is 500 and names the setting', async (VIDEO_CLIENTS) => {
    stage = setStage({ VIDEO_CLIENTS })
    for (const ask of [stage.transcript, stage.metadata]) {
      const { status, json } = await ask({ video_id })
      expect([status, json.error]).toEqual([500, expect.stringMatching(/^VIDEO_CLIENTS must be JSON such as/)])
    }
    expect(stage.called()).toEqual([])
  })
})
