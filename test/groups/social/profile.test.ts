import { expect, test } from 'vitest'
import { profile as profileAnswer } from '../../../src/groups/social/outputs.ts'
import { PROFILE_FIELDS, toProfile } from '../../../src/groups/social/posts.ts'
import { asking } from '../../simulators/social/asking.ts'
import { USER_ID, USERNAME } from '../../simulators/social/index.ts'

test('the account reads as ours', async () => {
  const user = toProfile((await asking().get('/v1.0/me', { fields: PROFILE_FIELDS })).body)
  expect(profileAnswer().parse({ success: true, user }).user).toEqual({
    id: USER_ID,
    username: USERNAME,
    name: '책방 서울',
    is_verified: false,
    picture_url: 'https://media.example/profile.jpg',
    biography: '작은 책방의 하루. A small bookshop, one day at a time.',
  })
})

test.each([
  { id: '1' },
  { id: 1, username: null, name: 7, is_verified: 'no', threads_profile_picture_url: [], threads_biography: '' },
])('what the product omits from %j, or sends in another form, is null', (answer) => {
  expect(toProfile(answer)).toEqual({
    id: '1',
    username: null,
    name: null,
    is_verified: null,
    picture_url: null,
    biography: null,
  })
})

test('a response without an id is 502', () => {
  expect(() => toProfile({ username: 'a' })).toThrow(expect.objectContaining({ status: 502, reason: 'shape id' }))
})
