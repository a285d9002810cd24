import { describe, expect, test } from 'vitest'
import {
  CONTAINER_FIELDS,
  containerFields,
  failureOfContainer,
  parseContainer,
} from '../../../src/groups/social/containers.ts'
import { asking, getId } from '../../simulators/social/asking.ts'
import { PROBLEMS } from '../../simulators/social/containers.ts'

const video = { text: '', video_url: 'https://media.example/walk.mp4' }

describe('the fields of a new container', () => {
  test('of a text do not publish it', () => {
    expect(containerFields({ text: '안녕', link: 'https://books.example/' })).toEqual({
      media_type: 'TEXT',
      text: '안녕',
      link_attachment: 'https://books.example/',
    })
  })

  test('of media and of replies', () => {
    expect(containerFields(video)).toEqual({ media_type: 'VIDEO', video_url: video.video_url })
    expect(containerFields({ text: '네', reply_to: '17910000000000001' })).toEqual({
      media_type: 'TEXT',
      text: '네',
      reply_to_id: '17910000000000001',
    })
  })
})

describe('a container', () => {
  test('goes from 409 to ready to 404, as the product prepares and drops it', async () => {
    const { clock, get, post } = asking()
    const id = getId(await post('/v1.0/me/threads', containerFields(video)))
    const look = async () => {
      const container = parseContainer((await get(`/v1.0/${id}`, { fields: CONTAINER_FIELDS })).body)
      return [container.status, failureOfContainer(container, video)?.status]
    }
    expect(await look()).toEqual(['IN_PROGRESS', 409])
    clock.advance(8_000)
    expect(await look()).toEqual(['FINISHED', undefined])
    clock.advance(86_400_000)
    expect(await look()).toEqual(['EXPIRED', 404])
  })

  test('with a problem that the product puts in a sentence has that sentence', async () => {
    const { clock, get, post } = asking()
    const sentence = { text: '', video_url: 'https://media.example/SENTENCE.mp4' }
    const id = getId(await post('/v1.0/me/threads', containerFields(sentence)))
    clock.advance(8_000)
    const container = parseContainer((await get(`/v1.0/${id}`, { fields: CONTAINER_FIELDS })).body)
    expect(failureOfContainer(container, sentence)?.message).toBe(
      'video_url: the social service could not use it (The video file you selected is in a format that we don’t support.)',
    )
  })

  test('that is already published is 409', () => {
    const failure = failureOfContainer({ status: 'PUBLISHED', problem: null }, video)
    expect([failure?.status, failure?.message]).toEqual([409, expect.stringContaining('published already')])
  })

  test.each(PROBLEMS)('with %s is 400 and names the field in words', (error_message) => {
    const failure = failureOfContainer({ status: 'ERROR', problem: error_message }, video)
    expect(failure?.status).toBe(400)
    expect(failure?.message).toMatch(/^video_url: (the|at most) /)
    expect(failure?.message).not.toContain(error_message)
    const reason = failure?.message.replace('video_url: ', '')
    expect(reason === 'the social service could not use it').toBe(error_message === 'UNKNOWN')
  })

  test('names the image when that is what it is for', () => {
    const image = { text: '', image_url: 'https://media.example/door.jpg' }
    expect(failureOfContainer({ status: 'ERROR', problem: null }, image)?.message).toBe(
      'image_url: the social service could not use it',
    )
  })

  test('in an unknown state may be published', () => {
    for (const answer of [{}, { id: '1' }, { status: 'DANCING', error_message: 5 }, { status: 1 }, null]) {
      expect.soft(parseContainer(answer), JSON.stringify(answer)).toEqual({ status: undefined, problem: null })
      expect.soft(failureOfContainer(parseContainer(answer), video), JSON.stringify(answer)).toBeUndefined()
    }
  })
})
