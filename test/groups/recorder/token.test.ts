import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readToken } from '../../../src/groups/recorder/token.ts'
import {
  EU_ACCOUNT,
  EU_USER_TOKEN,
  EU_WORKSPACE_TOKEN,
  recorderToken,
  USER_TOKEN,
} from '../../upstreams/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

it('a user token tells its kind, its user and its region', () => {
  expect(readToken(EU_USER_TOKEN)).toEqual({
    text: EU_USER_TOKEN,
    kind: 'UT',
    subject: EU_ACCOUNT.id,
    region: 'aws:eu-central-1',
  })
})

it('a workspace token tells its kind', () => {
  expect(readToken(EU_WORKSPACE_TOKEN)).toMatchObject({ kind: 'WT', subject: EU_ACCOUNT.id })
})

it.each(['bearer ', 'Bearer ', 'BEARER   ', ' ', '\n'])(
  'what a user pastes before the token is left out: %j',
  async (before) => {
    const { get } = connected({ token: `${before}${USER_TOKEN}\n` })
    expect((await get('/user/me')).status).toBe(200)
  },
)

it('a token that is no JWT counts as a user token', () => {
  expect(readToken('not-a-token')).toEqual({ text: 'not-a-token', kind: 'UT', subject: undefined, region: undefined })
})

it.each([
  ['a path', '../../other'],
  ['longer than a key of STORE', 'x'.repeat(600)],
  ['empty', ''],
])('a subject that is no id does not name the account: %s', async (_, sub) => {
  const token = recorderToken({ typ: 'UT', sub })
  expect(readToken(token).subject).toBeUndefined()
  expect((await connected({ token }).get('/devices')).status).toBe(401)
})

it('any text that a header carries is read without failing', () => {
  const part = fc.oneof(
    fc.string().map((text) => text.replace(/[^\x21-\x7e]/g, '')),
    fc.json().map((text) => btoa(encodeURIComponent(text))),
    fc.constant(btoa('null')),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const token = readToken(parts.join('.'))
      expect(['UT', 'WT']).toContain(token.kind)
    }),
  )
})
