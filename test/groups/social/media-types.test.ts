import { expect, test } from 'vitest'
import { createdMediaType, parsePostType } from '../../../src/groups/social/media-types.ts'

test.each([
  ['TEXT', 'TEXT_POST', 'text'],
  ['IMAGE', 'IMAGE', 'image'],
  ['VIDEO', 'VIDEO', 'video'],
  ['CAROUSEL', 'CAROUSEL_ALBUM', 'carousel'],
])('%s and %s are both %s', (created, read, ours) => {
  expect([parsePostType(created), parsePostType(read)]).toEqual([ours, ours])
})

test('types that are only read have a name as well, unknown ones are other, and a missing one is null', () => {
  expect(['AUDIO', 'REPOST_FACADE', 'HOLOGRAM', 'constructor', null].map(parsePostType)).toEqual([
    'audio',
    'repost',
    'other',
    'other',
    null,
  ])
})

test('a post is created as what it carries', () => {
  expect(createdMediaType({})).toBe('TEXT')
  expect(createdMediaType({ image_url: 'https://media.example/a.jpg' })).toBe('IMAGE')
  expect(createdMediaType({ video_url: 'https://media.example/a.mp4' })).toBe('VIDEO')
})
