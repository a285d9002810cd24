import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTokens } from '../../../src/groups/recorder/pasted-tokens.ts'
import { readToken } from '../../../src/groups/recorder/tokens.ts'
import {
  EU_ACCOUNT,
  EU_REFRESH_TOKEN,
  EU_USER_TOKEN,
  EU_WORKSPACE_TOKEN,
  recorderToken,
  USER_TOKEN,
} from '../../simulators/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

it('a user token contains its kind, its user, its region, its client and its expiry', () => {
  expect(readToken(EU_USER_TOKEN)).toEqual({
    text: EU_USER_TOKEN,
    kind: 'UT',
    subject: EU_ACCOUNT.id,
    region: 'aws:eu-central-1',
    clientId: 'web',
    workspaceId: undefined,
    isPersonal: undefined,
    endsAt: Date.parse('2100-01-01T00:00:00Z'),
  })
})

it('a workspace token contains its kind and its workspace', () => {
  const { workspace_id: workspaceId } = EU_ACCOUNT.workspaces[1] ?? {}
  expect(readToken(EU_WORKSPACE_TOKEN)).toMatchObject({ kind: 'WT', subject: EU_ACCOUNT.id, workspaceId })
  expect(readToken(EU_REFRESH_TOKEN)).toMatchObject({ kind: 'WRT', workspaceId, isPersonal: true })
})

it.each([-1, 1e12, 1e300])('an invalid expiry counts as none: %d', (exp) => {
  expect(readToken(recorderToken({ typ: 'UT', exp })).endsAt).toBeUndefined()
})

it.each(['bearer ', 'Bearer ', 'BEARER   ', ' ', '\n'])(
  'text that a user pastes before the token is ignored: %j',
  async (before) => {
    const { get } = connected({ token: `${before}${USER_TOKEN}\n` })
    expect((await get('/user/me')).status).toBe(200)
  },
)

it('a token that is no JWT counts as a user token', () => {
  expect(readTokens('not-a-token')).toMatchObject({
    users: [{ text: 'not-a-token', kind: 'UT', subject: undefined, region: undefined }],
    subject: undefined,
  })
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
    fc.string().map((text) => text.replace(/[^\x21-\x7e]|[[{]/g, '')),
    fc.json().map((text) => btoa(encodeURIComponent(text))),
    fc.constant(btoa('null')),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const { users, workspaceTokens, refreshTokens } = readTokens(parts.join('.'))
      expect([...users, ...workspaceTokens, ...refreshTokens]).toHaveLength(1)
    }),
  )
})
