import { expect, it } from 'vitest'
import {
  EU_ACCOUNT,
  EU_USER_TOKEN,
  EU_WORKSPACE_TOKEN,
  EXPIRED_USER_TOKEN,
  EXPIRED_WORKSPACE_TOKEN,
  ownClaims,
  readToken,
  recorderToken,
} from '../../simulators/recorder/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { type Connected, calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

const DAY = 86_400_000

const mints = ({ url }: Call) => url.pathname.startsWith('/user-app/auth/workspace/token/')

/** The claims of a call's token. */
const getToken = ({ headers }: Call) => readToken(headers.get('Authorization')?.replace('Bearer ', '') ?? '')

/** Somebody else, such as the product's own app, exchanges a token: ours is dead from then on. */
async function exchangeElsewhere({ plaud }: Connected) {
  const call = plaud.calls.find(mints)
  if (!call) throw new Error('nothing was exchanged yet')
  await plaud.fetch(new Request(call.url, { method: 'POST', headers: call.headers, body: call.body }))
}

it('a user token is exchanged for a workspace token, once for many requests', async () => {
  const deployment = connected({ token: EU_USER_TOKEN })
  for (let request = 0; request < 5; request++) expect((await deployment.get('/devices')).status).toBe(200)
  expect(deployment.plaud.state.mints).toBe(1)
})

it('data routes carry the workspace token, account routes the user token', async () => {
  const deployment = connected({ token: EU_USER_TOKEN, switches: { libraryFlags: true } })
  await deployment.get('/devices')
  await deployment.get('/user/me')
  const [devices, me] = calls(deployment).map(getToken)
  expect(devices).toMatchObject({ typ: 'WT', sub: EU_ACCOUNT.id })
  expect(me).toMatchObject({ typ: 'UT' })
})

it('the personal workspace is chosen, which has the library', async () => {
  const deployment = connected({ token: EU_USER_TOKEN })
  expect((await deployment.get('/files')).json.data_file_list.length).toBeGreaterThan(0)
  const personal = EU_ACCOUNT.workspaces.find(({ workspace_type }) => workspace_type === '0')
  expect(getToken(calls(deployment)[0] as Call)?.wid).toBe(personal?.workspace_id)
})

it('fifty concurrent requests before any exchange make one', async () => {
  const { get, plaud } = connected({ token: EU_USER_TOKEN })
  const answers = await Promise.all(Array.from({ length: 50 }, () => get('/devices')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(plaud.state.mints).toBe(1)
})

it('fifty concurrent requests after an expiry make one exchange', async () => {
  const { get, plaud, world } = connected({ token: EU_USER_TOKEN })
  await get('/devices')
  world.clock.advance(DAY + 1000)
  const answers = await Promise.all(Array.from({ length: 50 }, () => get('/devices')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(plaud.state.mints).toBe(2)
})

it('fifty isolates with a refused token (-419) make one exchange', async () => {
  const deployment = connected({ token: EU_USER_TOKEN })
  const isolates = Array.from({ length: 50 }, () => deployment.another())
  for (const { get } of isolates) await get('/devices')
  await exchangeElsewhere(deployment)
  const before = deployment.plaud.calls.filter(mints).length
  const answers = await Promise.all(isolates.map(({ get }) => get('/devices')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(deployment.plaud.calls.filter(mints).length - before).toBe(1)
})

it('an isolate whose token is two exchanges old succeeds, although ACCOUNTS has an expired one as well', async () => {
  const deployment = connected({ token: EU_USER_TOKEN })
  const late = deployment.another()
  await late.get('/devices')
  await exchangeElsewhere(deployment)
  await deployment.get('/devices')
  await exchangeElsewhere(deployment)
  expect((await late.get('/devices')).status).toBe(200)
})

it('another isolate does not exchange again: each exchange would revoke the previous token', async () => {
  const deployment = connected({ token: EU_USER_TOKEN })
  await deployment.get('/devices')
  await deployment.another().get('/devices')
  await deployment.get('/devices')
  expect(deployment.plaud.state.mints).toBe(1)
})

it.each([-419, -420])('%i causes one renewal, then success; the caller does not notice', async (refusal) => {
  const { get, plaud } = connected({ token: EU_USER_TOKEN })
  const body = JSON.stringify({ status: refusal, msg: 'workspace token expired' })
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/device/list', times: 1 })
  expect((await get('/devices')).status).toBe(200)
  expect(plaud.state.mints).toBe(2)
})

it('a change is sent again after -419, because it was not made', async () => {
  const deployment = connected({ token: EU_USER_TOKEN })
  await deployment.get('/tags')
  await exchangeElsewhere(deployment)
  expect((await deployment.send('POST', '/tags', { name: 'Trips' })).status).toBe(201)
})

it('-419 after the renewal as well is 401, after one renewal', async () => {
  const { get, plaud } = connected({ token: EU_USER_TOKEN })
  const body = '{"status":-419,"msg":"workspace token expired"}'
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/device/list' })
  const { status, json } = await get('/devices')
  expect(status).toBe(401)
  expect(json.error).toMatch(/reconnect/)
  expect(plaud.state.mints).toBe(2)
})

it('a workspace token that was pasted is used as it is', async () => {
  const deployment = connected({ token: EU_WORKSPACE_TOKEN })
  expect((await deployment.get('/devices')).status).toBe(200)
  expect(lines(deployment.plaud.calls)).toEqual(['GET /device/list'])
})

it('an expired pasted workspace token is 401, and nothing is exchanged', async () => {
  const { get, plaud } = connected({ token: EXPIRED_WORKSPACE_TOKEN })
  expect((await get('/devices')).status).toBe(401)
  expect(lines(plaud.calls)).toEqual(['GET /device/list', 'GET /device-app/device/list'])
})

it('a pasted workspace token cannot read the profile: the token, the quota and the listing provide what they can', async () => {
  const deployment = connected({ token: EU_WORKSPACE_TOKEN })
  expect((await deployment.get('/user/me')).json).toEqual({
    status: 0,
    data_user: {
      ...{ id: EU_ACCOUNT.id, nickname: '', email: '', country: '' },
      ...{ membership_id: null, seconds_left: 15_400, seconds_total: null },
    },
    data_state: { is_membership: null, membership_type: '', have_files: true, has_transcribed: true },
  })
  expect(lines(calls(deployment))).not.toContain('GET /user/me')
})

it('a pasted workspace token without its user has the id of the member, or a stable digest', async () => {
  const of = async (mid: string | undefined) => {
    const token = recorderToken({ typ: 'WT', ...ownClaims(EU_ACCOUNT), sub: undefined, region: undefined, mid })
    const { get } = connected({ token })
    const { status, json } = await get('/user/me')
    expect(status).toBe(200)
    expect(json.data_state).toMatchObject({ have_files: true, has_transcribed: true })
    return json.data_user.id
  }
  const [workspace] = EU_ACCOUNT.workspaces.filter(({ workspace_type }) => workspace_type === '0')
  expect(await of(workspace?.member_id)).toBe(workspace?.member_id)
  const digest = await of(undefined)
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(await of(undefined)).toBe(digest)
})

it('an account without a workspace uses its user token for data', async () => {
  const deployment = connected()
  for (const account of deployment.plaud.state.accounts.values()) {
    deployment.plaud.state.accounts.set(account.id, { ...account, workspaces: [] })
  }
  const body = '{"status":0,"data":{"workspaces":[]}}'
  deployment.plaud.fail(
    { kind: 'status', status: 200, body },
    { on: ({ url }) => url.pathname.startsWith('/team-app/') },
  )
  await deployment.get('/config')
  expect(deployment.plaud.state.mints).toBe(0)
  expect(getToken(calls(deployment)[0] as Call)).toMatchObject({ typ: 'UT' })
})

it.each(['detail', 'refusal'] as const)('an expired user token is 401, signalled by %s', async (expiredUserToken) => {
  for (const path of ['/user/me', '/devices', '/files']) {
    const { get } = connected({ token: EXPIRED_USER_TOKEN, switches: { expiredUserToken } })
    const { status, json } = await get(path)
    expect(status).toBe(401)
    expect(json.error).toMatch(/reconnect/)
  }
})

it.each(['absent', 'forbidden', 'failing', 'general error', 'null'] as const)(
  'an exchange that fails (%s) is never reported as a response about recordings',
  async (workspaceMint) => {
    const { get } = connected({ token: EU_USER_TOKEN, switches: { workspaceMint } })
    // On a regional host the user token sees an empty account, which proves nothing.
    for (const path of ['/files', `/files/${'f'.repeat(32)}`]) {
      const { status, json } = await get(path)
      expect([status, json.error]).toEqual([502, expect.stringMatching(/no workspace token/)])
    }
    expect((await get('/devices')).status).toBe(200)
  },
)

it('a fallback user token that sees the recordings serves them, on a regional host as well', async () => {
  const { get } = connected({
    token: EU_USER_TOKEN,
    switches: { workspaceList: 'failing', regionalUserToken: 'served' },
  })
  expect((await get('/files?limit=1')).json.data_file_list).toHaveLength(1)
})
