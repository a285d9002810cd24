import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Env } from '../../src/base/env.ts'
import { Settings } from '../../src/base/settings.ts'
import { keepCredentials } from '../../src/upstream/credentials.ts'
import { ADMIN_KEY } from '../contract/admin.rows.ts'
import { Clock } from '../upstreams/clock.ts'
import { createTiro, TIRO_KEYS } from '../upstreams/notes/index.ts'
import { LIVE_CREDENTIALS_KEY, LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/** Two deployments that share a namespace by mistake: neither sees keys or accounts of the other (decisions.md section 1.3). */

const OTHER_KEY = Buffer.alloc(32, 1).toString('base64')
const NOTES = '/api/v1/notes/notes'

let runtime: LiveRuntime

beforeAll(async () => {
  const tiro = createTiro({ clock: new Clock() })
  const productAt = (host: string) => (tiro.answersFor(host) ? tiro : undefined)
  runtime = await startGateways([
    { name: 'ours', settings: { ADMIN_KEY }, productAt },
    // A fresh isolate of ours, which has not looked yet.
    { name: 'ours-again', sharesWith: 'ours', settings: { ADMIN_KEY }, productAt },
    { name: 'theirs', sharesWith: 'ours', settings: { ADMIN_KEY, CREDENTIALS_KEY: OTHER_KEY }, productAt },
  ])
}, 60_000)

afterAll(() => runtime.stop())

const admin = (gateway: string, method: string, path: string, body?: object) =>
  runtime.ask(gateway, `/api/v1/admin/keys${path}`, {
    method,
    headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

const statusOf = async (gateway: string, key: string) =>
  (await runtime.ask(gateway, NOTES, { headers: { 'X-API-KEY': key } })).json.error ?? 'in'

it('neither knows the keys of the other', async () => {
  const { key, record } = (await admin('ours', 'POST', '', { name: 'ours', licence: 'pro' })).json
  const other = (await admin('theirs', 'POST', '', { name: 'theirs', licence: 'pro' })).json
  expect(await statusOf('ours', key)).toBe('notes account is not connected: NOTES_TOKEN is not set')
  expect(await statusOf('theirs', key)).toBe('X-API-KEY is not valid')
  expect(await statusOf('ours', other.key)).toBe('X-API-KEY is not valid')
  expect((await admin('ours', 'GET', '')).json.keys.map(({ name }: { name: string }) => name)).toEqual(['ours'])
  expect((await admin('theirs', 'GET', '')).json.keys.map(({ name }: { name: string }) => name)).toEqual(['theirs'])
  expect((await admin('theirs', 'PATCH', `/${record.id}`, { disabled: true })).status).toBe(404)
  expect((await admin('theirs', 'DELETE', `/${record.id}`)).status).toBe(404)
  const rolled = (await admin('ours', 'POST', `/${record.id}/roll`, { overlap_hours: 0 })).json
  expect(await statusOf('ours', key)).toBe('X-API-KEY has expired')
  expect(await statusOf('ours', rolled.key)).toMatch(/^notes account/)
})

it('neither uses an account of the other', async () => {
  const STORE = await runtime.storeOf('ours')
  const settings = new Settings({ STORE, CREDENTIALS_KEY: LIVE_CREDENTIALS_KEY } as unknown as Env)
  const before = (await STORE.list()).keys.length
  await keepCredentials(settings, 'notes', { NOTES_TOKEN: TIRO_KEYS.full })
  expect((await STORE.list()).keys).toHaveLength(before + 1)
  expect(await statusOf('theirs', LIVE_KEY)).toBe('notes account is not connected: NOTES_TOKEN is not set')
  expect(await statusOf('ours-again', LIVE_KEY)).toBe('in')
})
