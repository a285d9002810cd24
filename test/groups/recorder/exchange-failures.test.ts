import { expect, it, vi } from 'vitest'
import { settingsOf } from '../../../src/base/settings.ts'
import { Accounts } from '../../../src/objects/accounts/accounts.ts'
import { keepCredentials } from '../../../src/upstream/credentials.ts'
import { createGateway } from '../../support/gateway.ts'
import { EU_USER_TOKEN, FORGED_USER_TOKEN, USER_TOKEN } from '../../upstreams/recorder/index.ts'
import type { Call, Fault } from '../../upstreams/simulator.ts'
import { calls, connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const lists = ({ url }: Call) => url.pathname === '/team-app/workspaces/list'
const mints = ({ url }: Call) => url.pathname.startsWith('/user-app/auth/workspace/token/')

const FAILURES: [string, Fault, number][] = [
  ['is rejected', { kind: 'status', status: 401 }, 401],
  [
    'is rejected inside a 200',
    { kind: 'status', status: 200, body: '{"status":-3900,"msg":"invalid auth header"}' },
    401,
  ],
  ['is rate limited', { kind: 'status', status: 429 }, 429],
  ['fails', { kind: 'status', status: 500 }, 502],
  ['answers with a page', { kind: 'html', status: 403 }, 502],
  ['answers with broken JSON', { kind: 'broken' }, 502],
  ['answers without data', { kind: 'status', status: 200, body: '{"status":0}' }, 502],
  ['answers without a body', { kind: 'empty' }, 502],
  ['does not answer', { kind: 'timeout' }, 504],
  ['loses its connection', { kind: 'network' }, 502],
]

it.each(FAILURES)('an exchange that %s answers the caller as any call would', async (_, fault, expected) => {
  for (const on of [lists, mints]) {
    const { get, plaud } = connected()
    plaud.fail(fault, { on })
    const { status, json } = await get('/devices')
    expect([status, json.error]).toEqual([expected, expect.any(String)])
  }
})

it('Retry-After of an exchange that is rate limited reaches the caller', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 429, headers: { 'Retry-After': '90' } }, { on: mints })
  const { status, headers } = await get('/devices')
  expect([status, headers.get('Retry-After')]).toEqual([429, '90'])
})

it('an exchange that failed is made anew by the next request', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 500 }, { on: mints, times: 1 })
  expect((await get('/devices')).status).toBe(502)
  expect((await get('/devices')).status).toBe(200)
})

it('the exchange itself is never sent twice: the first may have ended a token', async () => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 503 }, { on: mints })
  await get('/devices')
  expect(plaud.calls.filter(mints)).toHaveLength(1)
})

it('a workspace id that would change the path is not asked for', async () => {
  const { get, plaud } = connected()
  const body = '{"status":0,"data":{"workspaces":[{"workspace_id":"../../file/trash","workspace_type":"0"}]}}'
  plaud.fail({ kind: 'status', status: 200, body }, { on: lists })
  expect((await get('/devices')).status).toBe(502)
  expect(plaud.calls.every(lists)).toBe(true)
})

it('another token of the account is exchanged for itself', async () => {
  const deployment = connected()
  await deployment.get('/devices')
  await deployment.another({ RECORDER_TOKEN: EU_USER_TOKEN }).get('/devices')
  expect(deployment.plaud.state.mints).toBe(2)
})

it('an account that is reconnected after a 401 is seen at once', async () => {
  const { get } = connected({ token: FORGED_USER_TOKEN })
  expect((await get('/devices')).status).toBe(401)
  const elsewhere = settingsOf(createGateway({ RECORDER_TOKEN: FORGED_USER_TOKEN }).env)
  await keepCredentials(elsewhere, 'recorder', { RECORDER_TOKEN: USER_TOKEN })
  expect((await get('/devices')).status).toBe(200)
})

it('no token stands in the log or in an error', async () => {
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
