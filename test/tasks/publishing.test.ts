import { afterEach, expect, it, vi } from 'vitest'
import { VIDEO_IDS } from '../upstreams/video/ids.ts'
import { expectTold } from './figures.ts'
import { setTable } from './stage.ts'

afterEach(() => vi.restoreAllMocks())

it('a video has subtitles in Korean', async () => {
  const table = setTable()
  const model = await table.talk()
  const { content, language } = await model.call('video_get_transcript', {
    video_url: `https://www.youtube.com/watch?v=${VIDEO_IDS.manual}`,
    lang: ['ko'],
    format: 'srt',
  })
  expect(language).toBe('ko')
  expect(content).toMatch(/^1\n00:00:\d\d,\d{3} --> /)
  expectTold('Subtitles of a video in Korean', model)
})

it('a post with an image is published, and its numbers are read', async () => {
  const table = setTable()
  const model = await table.talk()
  const { post } = await model.call('social_create_post', {
    text: '가을 카탈로그가 나왔습니다',
    image_url: 'https://media.example/catalogue.jpg',
  })
  const { metrics } = await model.call('social_get_post_insights', { id: post.id })
  expect(metrics).toMatchObject({ views: { total: expect.any(Number) }, likes: { total: expect.any(Number) } })
  expectTold('A post with an image, and its numbers', model)
})

it('the accounts that need attention are known in one call', async () => {
  const table = setTable({ SOCIAL_TOKEN: 'THtest-ended' })
  const model = await table.talk()
  const { ok, accounts } = await model.call('gateway_doctor')
  const ill = accounts.filter(({ state }: { state: string }) => state !== 'ok')
  expect({ ok, ill }).toEqual({ ok: false, ill: [expect.objectContaining({ account: 'social', state: 'rejected' })] })
  expectTold('Which accounts need attention', model)
})
