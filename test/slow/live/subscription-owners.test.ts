import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import type { Overrides } from '../../support/gateway.ts'
import { LIVE_KEY, type LiveRuntime, startGateways } from './gateways.ts'

/**
 * docs/spec/events.md, "Who may use them" on the real runtime: a key that was replaced by a setting or a rotation gets
 * no more events.
 */

let storage: string
let runtime: LiveRuntime | undefined
beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'owners-'))
})
afterEach(async () => {
  await runtime?.stop()
  await rm(storage, { recursive: true, force: true })
})

/** The deployment with its store, started again with other settings. */
async function deploy(settings: Overrides = {}) {
  await runtime?.stop()
  const gateway = { name: 'gateway', settings: { ADMIN_KEY, ...settings }, productAt: () => undefined }
  runtime = await startGateways([gateway], storage)
}

async function ask(method: string, path: string, { key, body }: { key?: string; body?: object } = {}) {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    ...(key === undefined ? { Authorization: `Bearer ${ADMIN_KEY}` } : { 'X-API-KEY': key }),
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return (runtime ?? expect.fail()).ask('gateway', `/api/v1${path}`, init)
}

const FIELDS = { url: 'https://hooks.example.com/VERYSECRET', types: ['account.rejected'] }
const subscriptions = async () => (await ask('GET', '/admin/events')).json.subscriptions
const warnings = async () => (await ask('GET', '/admin/overview')).json.warnings

it('of API_KEY and of ADMIN_KEY: another one pauses it, and the admin resumes or deletes it', {
  timeout: 60_000,
}, async () => {
  await deploy()
  const { id } = (await ask('POST', '/events/subscriptions', { key: LIVE_KEY, body: FIELDS })).json
  expect((await ask('POST', '/events/subscriptions', { body: FIELDS })).status).toBe(201)
  await deploy({ API_KEY: 'another-key-of-the-deployment' })
  expect(await subscriptions()).toMatchObject([
    { id, enabled: false, disabled_reason: 'key', key_id: 'deployment' },
    { enabled: true, key_id: 'admin' },
  ])
  const message = expect.stringMatching(/^1 subscription was made with a previous API key/)
  const owned = { id, host: 'hooks.example.com', types: ['account.rejected'], enabled: false }
  expect(await warnings()).toContainEqual({ code: 'subscriptions_previous_key', message, subscriptions: [owned] })
  // The current key may see what the previous one created. Only a decision makes it deliver again.
  expect((await ask('PATCH', `/events/subscriptions/${id}`, { body: { enabled: true } })).json).toMatchObject({
    enabled: true,
    key_id: 'deployment',
  })
  expect((await warnings()).map(({ code }: { code: string }) => code)).not.toContain('subscriptions_previous_key')
  await deploy()
  expect(await subscriptions()).toMatchObject([{ id, enabled: false }, { enabled: true }])
})

it('of a named key: 10 at most, redirected by no other key, paused by an emergency roll', {
  timeout: 60_000,
}, async () => {
  await deploy()
  const make = async (name: string) => (await ask('POST', '/admin/keys', { body: { name, licence: 'pro' } })).json
  const [mine, thief] = [await make('mine'), await make('thief')]
  const made = (await ask('POST', '/events/subscriptions', { key: mine.key, body: FIELDS })).json
  const url = 'https://thief.example.com/'
  const path = `/events/subscriptions/${made.id}`
  expect((await ask('PATCH', path, { key: thief.key, body: { url } })).status).toBe(403)
  expect((await ask('GET', '/events/subscriptions', { key: thief.key })).text).not.toContain('VERYSECRET')
  for (let count = 0; count < 10; count++) {
    const body = { ...FIELDS, url: `${FIELDS.url}/${count}` }
    expect((await ask('POST', '/events/subscriptions', { key: thief.key, body })).status).toBe(201)
  }
  expect((await ask('POST', '/events/subscriptions', { key: thief.key, body: FIELDS })).status).toBe(409)
  expect((await ask('POST', '/events/subscriptions', { key: LIVE_KEY, body: FIELDS })).status).toBe(201)
  const ended = await ask('DELETE', `/admin/keys/${thief.record.id}`)
  expect(ended.json.subscriptions).toHaveLength(10)
  const rolled = (await ask('POST', `/admin/keys/${mine.record.id}/roll`, { body: { overlap_hours: 0 } })).json
  expect(rolled.subscriptions).toEqual([
    { id: made.id, host: 'hooks.example.com', types: ['account.rejected'], enabled: false },
  ])
  expect((await ask('PATCH', path, { key: rolled.key, body: { enabled: true } })).json).toMatchObject({ enabled: true })
  expect((await subscriptions()).filter(({ enabled }: { enabled: boolean }) => enabled)).toHaveLength(2)
})
