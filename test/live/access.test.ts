import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN_KEY } from '../contract/admin.rows.ts'
import { Clock } from '../upstreams/clock.ts'
import { createTiro } from '../upstreams/notes/index.ts'
import { type LiveRuntime, startGateways } from './gateways.ts'
import { ownedGateway } from './owned-gateway.ts'

/** Attacks on sessions, tries and grants that were once seen to succeed on the real runtime. */

let runtime: LiveRuntime
beforeAll(async () => {
  const tiro = createTiro({ clock: new Clock() })
  const productAt = (host: string) => (tiro.answersFor(host) ? tiro : undefined)
  const gateway = (name: string) => ({ name, productAt, settings: { ADMIN_KEY } })
  runtime = await startGateways(['sessions', 'tries', 'strangers', 'grants'].map(gateway))
}, 60_000)
afterAll(() => runtime.stop())

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Asks 60 times at once. The runtime counts in minutes of the clock, and the answers may lie in two of them. */
async function sixty(ask: (index: number) => Promise<{ status: number }>) {
  const minute = () => Math.floor(Date.now() / 60_000)
  const began = minute()
  const statuses = await Promise.all(Array.from({ length: 60 }, async (_, index) => (await ask(index)).status))
  return { statuses, minutes: minute() - began + 1 }
}

it('a copied cookie opens nothing once its session was signed out', async () => {
  const Origin = await runtime.readOrigin('sessions')
  const session = '/api/v1/admin/session'
  const signIn = await runtime.ask('sessions', session, {
    method: 'POST',
    headers: { ...JSON_TYPE, Origin },
    body: JSON.stringify({ admin_key: ADMIN_KEY }),
  })
  const Cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await runtime.ask('sessions', session, { headers: { Cookie } })).status).toBe(200)
  const out = await runtime.ask('sessions', session, { method: 'DELETE', headers: { Cookie, Origin } })
  expect(out.status).toBe(204)
  const body = JSON.stringify({ name: 'thief', licence: 'pro' })
  const makeKey = { method: 'POST', headers: { ...JSON_TYPE, Cookie, Origin }, body }
  expect((await runtime.ask('sessions', '/api/v1/admin/keys', makeKey)).status).toBe(401)
  const again = await runtime.ask('sessions', session, { headers: { Cookie } })
  expect([again.status, again.headers.getSetCookie()]).toEqual([401, []])
})

it('admin keys cannot be guessed from one /64', async () => {
  const guess = (host: number) =>
    runtime.ask('tries', '/api/v1/admin/session', {
      headers: { Authorization: 'Bearer a-wrong-admin-key', 'CF-Connecting-IP': `2001:db8:0:1::${host.toString(16)}` },
    })
  const { statuses, minutes } = await sixty(guess)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20 * minutes)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(60 - 20 * minutes)
})

it('strangers from everywhere register 20 clients in a minute, and have nothing written to KV', async () => {
  const register = (network: number) =>
    runtime.ask('strangers', '/oauth/register', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'CF-Connecting-IP': `2001:db8:${network.toString(16)}::1` },
      body: JSON.stringify({ client_name: 'x', redirect_uris: ['https://client.example/callback'] }),
    })
  const { statuses, minutes } = await sixty(register)
  const registered = statuses.filter((status) => status === 201).length
  expect(registered).toBeGreaterThanOrEqual(20)
  expect(registered).toBeLessThanOrEqual(20 * minutes)
  expect(statuses.filter((status) => status === 429)).toHaveLength(60 - registered)
  const kept = await Promise.all([runtime.readGrants('strangers'), runtime.readStore('strangers')])
  for (const store of kept) expect((await store.list()).keys).toEqual([])
})

it('of two concurrent refreshes both work, and a stolen token revokes the grant', { timeout: 60_000 }, async () => {
  const { connect, renew, tools, admin } = ownedGateway(runtime, 'grants', ADMIN_KEY)
  const origin = await runtime.readOrigin('grants')
  const [client, other] = [await connect(origin), await connect(origin)]
  const renewed = await Promise.all([renew(client), renew(client)])
  expect(renewed.map(({ status }) => status)).toEqual([200, 200])
  for (const { json } of renewed)
    expect((await renew({ clientId: client.clientId, refresh: json.refresh_token })).status).toBe(200)
  expect((await renew(client)).status).toBe(400)
  expect(await tools(renewed[0]?.json.access_token)).toBe(401)
  expect(await tools(other.access)).toBe(200)
  const { grants } = (await admin('GET', '/grants')).json
  expect(grants.map(({ ended_reason }: { ended_reason: string | null }) => ended_reason).sort()).toEqual([
    null,
    'token reuse',
  ])
})
