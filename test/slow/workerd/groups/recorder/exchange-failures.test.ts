import { expect, it, vi } from 'vitest'
import { getSettings } from '../../../../../src/base/settings.ts'
import { Accounts } from '../../../../../src/objects/accounts/accounts.ts'
import { storeCredentials } from '../../../../../src/upstream/credentials.ts'
import { calls, connected, leaveNothingBehind, lines } from '../../../../groups/recorder/connected.ts'
import { EU_USER_TOKEN, FORGED_USER_TOKEN, USER_TOKEN } from '../../../../simulators/recorder/index.ts'
import type { Call, Fault } from '../../../../simulators/simulator.ts'
import { createGateway } from '../../../../support/gateway.ts'

leaveNothingBehind()

const lists = ({ url }: Call) => url.pathname === '/team-app/workspaces/list'
const mints = ({ url }: Call) => url.pathname.startsWith('/user-app/auth/workspace/token/')

const TOLD: [string, Fault, number][] = [
  ['is rejected', { kind: 'status', status: 401 }, 401],
  [
    'is rejected inside a 200',
    { kind: 'status', status: 200, body: '{"status":-3900,"msg":"invalid auth header"}' },
    401,
  ],
  ['is rate limited', { kind: 'status', status: 429 }, 429],
]

it.each(TOLD)('an exchange that %s responds to the caller like any call', async (_, fault, expected) => {
  for (const on of [lists, mints]) {
    const { get, plaud } = connected()
    plaud.fail(fault, { on })
    const { status, json } = await get('/devices')
    expect([status, json.error]).toEqual([expected, expect.any(String)])
  }
})

const MADE_UP_FOR: [string, Fault][] = [
  ['is not found', { kind: 'status', status: 404 }],
  ['is forbidden', { kind: 'status', status: 403 }],
  ['is refused', { kind: 'status', status: 400 }],
  ['fails', { kind: 'status', status: 500 }],
  ['fails inside a 200', { kind: 'status', status: 200, body: '{"status":-1,"msg":"workspace not exist"}' }],
  ['answers with a page', { kind: 'html', status: 403 }],
  ['answers with broken JSON', { kind: 'broken' }],
  ['answers without data', { kind: 'status', status: 200, body: '{"status":0,"data":null}' }],
  [
    'answers without workspaces',
    { kind: 'status', status: 200, body: '{"status":0,"data":{"workspaces":null,"workspace_token":null}}' },
  ],
  ['answers without a body', { kind: 'empty' }],
  ['does not answer', { kind: 'timeout' }],
  ['loses its connection', { kind: 'network' }],
]

it.each(MADE_UP_FOR)('an exchange that %s leaves the user token, which opens the data too', async (_, fault) => {
  for (const on of [lists, mints]) {
    const deployment = connected()
    deployment.plaud.fail(fault, { on })
    expect((await deployment.get('/devices')).status).toBe(200)
    expect((await deployment.get('/files?limit=1')).json.data_file_list).toHaveLength(1)
    expect(calls(deployment).map(({ headers }) => headers.get('Authorization'))).toEqual([
      `Bearer ${USER_TOKEN}`,
      `Bearer ${USER_TOKEN}`,
    ])
  }
})

it.each([401, 403])('a fallback user token that is refused with %i proves nothing: 502', async (status) => {
  const { get, plaud } = connected({ switches: { workspaceMint: 'failing' } })
  plaud.fail({ kind: 'status', status }, { on: ({ url }) => url.pathname === '/device/list' })
  expect((await get('/devices')).json.error).toMatch(/no workspace token/)
  expect(plaud.calls.filter(lists)).toHaveLength(1)
})

it('while the user token is used as a fallback, there is no exchange for ten minutes', async () => {
  const { get, plaud, world } = connected({ switches: { workspaceList: 'absent' } })
  for (let time = 0; time < 3; time++) await get('/devices')
  expect(plaud.calls.filter(lists)).toHaveLength(1)
  plaud.switches.workspaceList = 'served'
  world.clock.advance(10 * 60_000)
  await get('/devices')
  expect(plaud.state.mints).toBe(1)
})

it('Retry-After of an exchange that is rate limited reaches the caller', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '90' } }, { on: mints })
  const { status, headers } = await get('/devices')
  expect([status, headers.get('Retry-After')]).toEqual([429, '90'])
})

it('an exchange that was rate limited is repeated by the next request', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 429 }, { on: mints, times: 1 })
  expect((await get('/devices')).status).toBe(429)
  expect((await get('/devices')).status).toBe(200)
})

it('the exchange itself is never sent twice: the first may have revoked a token', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 503 }, { on: mints })
  await get('/devices')
  expect(plaud.calls.filter(mints)).toHaveLength(1)
})

it('a workspace id that would change the path is not requested', async () => {
  const { get, plaud } = connected()
  const body = '{"status":0,"data":{"workspaces":[{"workspace_id":"../../file/trash","workspace_type":"0"}]}}'
  plaud.fail({ kind: 'status', status: 200, body }, { on: lists })
  await get('/devices')
  expect(lines(plaud.calls)).toEqual(['GET /team-app/workspaces/list?need_personal_workspace=true', 'GET /device/list'])
})

it('another token of the account is exchanged for itself', async () => {
  const deployment = connected()
  await deployment.get('/devices')
  await deployment.another({ RECORDER_TOKEN: EU_USER_TOKEN }).get('/devices')
  expect(deployment.plaud.state.mints).toBe(2)
})

it('an account that is reconnected after a 401 works at once', async () => {
  const { get } = connected({ token: FORGED_USER_TOKEN })
  expect((await get('/devices')).status).toBe(401)
  const elsewhere = getSettings(createGateway({ RECORDER_TOKEN: FORGED_USER_TOKEN }).env)
  await storeCredentials(elsewhere, 'recorder', { RECORDER_TOKEN: USER_TOKEN })
  expect((await get('/devices')).status).toBe(200)
})

it('no token is in the log or in an error', async () => {
  const deployment = connected()
  const { plaud, world } = deployment
  const told = () => {
    const tokens = plaud.calls.map(({ headers }) => headers.get('Authorization')?.replace('Bearer ', '') ?? '')
    return JSON.stringify({ status: -1, msg: `refused: ${tokens.join(' ')}` })
  }
  await deployment.get('/devices')
  plaud.fail({ kind: 'status', status: 200, body: told() })
  const { json } = await deployment.get('/devices')
  expect(json.error).toMatch(/^refused: \*\*\*/)
  expect(json.error + world.log.join()).not.toContain('eyJ')
  expect(calls(deployment).length).toBeGreaterThan(1)
})

it('a request waits for ACCOUNTS no longer than its own deadline', async () => {
  const { get, world } = connected()
  vi.spyOn(Accounts.prototype, 'token').mockImplementation(() => new Promise(() => {}))
  const start = world.clock.now()
  const { status, json } = await get('/devices')
  expect([status, json.error]).toEqual([504, 'the recorder service did not answer in time'])
  expect(world.clock.now() - start).toBe(25_000)
})
