import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { post, posts } from '../../../src/groups/social/group.ts'
import { insights } from '../../../src/groups/social/insights.ts'
import { newPost as newPostInputs } from '../../../src/groups/social/post-input.ts'
import { replies } from '../../../src/groups/social/replies.ts'

const newPost = newPostInputs().json
const postsQuery = posts().query
const repliesQuery = replies().query
const insightsQuery = insights().query
const postParam = post().param

/** The first validation error of an input: the field and the message. Undefined when it is valid. */
function complaint(schema: z.ZodMiniType, input: unknown): string | undefined {
  const issue = schema.safeParse(input).error?.issues[0]
  return issue && `${issue.path.join('.')}: ${issue.message}`
}

describe('a new post', () => {
  const image_url = 'https://media.example/door.jpg'
  const video_url = 'https://media.example/walk.mp4'

  test('passes', () => {
    for (const [input] of [
      [{ text: '안녕하세요' }],
      [{ text: '가'.repeat(500) }],
      [{ text: '🎉'.repeat(125) }],
      [{ text: '', image_url }],
      [{ text: '네', reply_to: '17910000000000001', video_url }],
      [{ text: '보세요', link: 'https://books.example/a?b=c#d' }],
    ] as const)
      expect.soft(newPost.parse(input), JSON.stringify(input)).toEqual(input)
  })

  test('names the field', () => {
    for (const [input, message] of [
      [{}, 'text: must be text'],
      [{ text: ' \n' }, 'text: must not be empty without image_url, video_url or items'],
      [
        { text: '가'.repeat(501) },
        'text: must be at most 500 characters, not 501, where an emoji counts as its UTF-8 bytes',
      ],
      [
        { text: '🎉'.repeat(126) },
        'text: must be at most 500 characters, not 504, where an emoji counts as its UTF-8 bytes',
      ],
      [{ text: 'a', image_url, video_url }, 'video_url: cannot be combined with image_url'],
      [
        { text: 'a', image_url, link: 'https://books.example/' },
        'link: cannot be combined with image_url, video_url or items',
      ],
      [{ text: 'a', image_url: 'http://media.example/door.jpg' }, 'image_url: must be an https URL'],
      [{ text: 'a', video_url: 'walk.mp4' }, 'video_url: must be an https URL'],
      [{ text: 'a', video_url: 'file:///walk.mp4' }, 'video_url: must be an https URL'],
      [{ text: 'a', link: 'javascript:alert(1)' }, 'link: must be an https URL'],
      [{ text: 'a', reply_to: 'a/b' }, 'reply_to: must be 1 to 128 of A-Z, a-z, 0-9, _ and -'],
      [{ text: 'a', reply_to: 'DAbc_d-1' }, 'reply_to: must be the id of a post, which is a number'],
    ] as const)
      expect.soft(complaint(newPost, input), JSON.stringify(input)).toBe(message)
  })
})

describe('the query of posts', () => {
  test('has 25 as its limit, moved into 1 to 100', () => {
    expect(postsQuery.parse({})).toEqual({ limit: 25 })
    expect([postsQuery.parse({ limit: '0' }).limit, postsQuery.parse({ limit: '500' }).limit]).toEqual([1, 100])
    expect(repliesQuery.parse({ limit: '7', after: 'abc' })).toEqual({ limit: 7, after: 'abc' })
    expect(complaint(postsQuery, { limit: 'many' })).toBe('limit: must be an integer')
  })

  test('reads since and until as epoch milliseconds', () => {
    const day = Date.UTC(2026, 10, 1)
    expect(postsQuery.parse({ since: '2026-11-01', until: '2026-11-02T00:00:00+00:00' })).toEqual({
      limit: 25,
      since: day,
      until: day + 86_400_000,
    })
  })

  test.each([
    [{ since: 'yesterday' }, 'since: must be epoch milliseconds, an ISO date-time with its offset, or an ISO date'],
    [{ until: '1795132800' }, 'until: must be epoch milliseconds, and this looks like seconds: send 1795132800000'],
    [{ since: '2026-11-02', until: '2026-11-01' }, 'until: must be later than since'],
    [{ since: '2026-11-02', until: '2026-11-02' }, 'until: must be later than since'],
  ])('names the field: %j', (input, message) => {
    expect(complaint(postsQuery, input)).toBe(message)
  })
})

describe('the query of insights', () => {
  test('is a complete range or none', () => {
    expect(insightsQuery.parse({})).toEqual({})
    expect(insightsQuery.parse({ since: '1712991600000', until: '1713991600000' })).toEqual({
      since: 1_712_991_600_000,
      until: 1_713_991_600_000,
    })
    expect(complaint(insightsQuery, { since: '2026-11-01' })).toBe('since: must come together with until')
    expect(complaint(insightsQuery, { until: '2026-11-01' })).toBe('since: must come together with until')
  })

  test('does not start before the insights do', () => {
    expect(complaint(insightsQuery, { since: '1712991599000', until: '1713991600000' })).toBe(
      'since: must not be before 2024-04-13T07:00:00Z, the start of insights',
    )
  })
})

test('an id is one path segment, and no word that means something else there', () => {
  expect(postParam.parse({ id: '17910000000000001' })).toEqual({ id: '17910000000000001' })
  for (const id of ['me', 'debug_token']) {
    expect(complaint(postParam, { id })).toBe('id: must be the id of a post, which is a number')
  }
  for (const id of ['', '..', 'a/b', 'a?b', 'a'.repeat(129)]) expect(postParam.safeParse({ id }).success).toBe(false)
})
