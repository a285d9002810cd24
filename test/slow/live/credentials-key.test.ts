import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { Clock } from '../../simulators/clock.ts'
import { createTiro, TIRO_KEYS } from '../../simulators/notes/index.ts'
import type { Overrides } from '../../support/gateway.ts'
import { LIVE_CREDENTIALS_KEY, LIVE_KEY, type LiveRuntime, readKeyCopies, startGateways } from './gateways.ts'

/**
 * docs/spec/gateway.md, "The data key" on the real runtime: rotating CREDENTIALS_KEY loses nothing, once the overview
 * says that the previous key can be removed, even if nobody used the data in between.
 */

const [SECOND = '', THIRD = '', FOURTH = '', FIFTH = ''] = [1, 2, 3, 4].map((byte) =>
  Buffer.alloc(32, byte).toString('base64'),
)

let storage: string
let runtime: LiveRuntime | undefined
beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'rotation-'))
})
afterAll(async () => {
  await runtime?.stop()
  await rm(storage, { recursive: true, force: true })
})

async function deploy(settings: Overrides) {
  await runtime?.stop()
  const tiro = createTiro({ clock: new Clock() })
  const productAt = (host: string) => (tiro.answersFor(host) ? tiro : undefined)
  const gateway = { name: 'gateway', settings: { ADMIN_KEY, ...settings }, productAt }
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

/** The only copy of a key in STORE. */
async function readCopy(id: string, by = LIVE_CREDENTIALS_KEY) {
  const [copy, ...others] = await readKeyCopies(await (runtime ?? expect.fail()).readSettings('gateway', by))
  expect([copy?.id, others]).toEqual([id, []])
  return copy
}

/** For a CREDENTIALS_KEY that opens nothing yet. */
async function startEmpty() {
  expect((await overview()).warnings[0].code).toBe('wrong_credentials_key')
  expect((await ask('POST', '/admin/data-key', { body: { confirm: 'start with empty data' } })).status).toBe(200)
}

const overview = async () => (await ask('GET', '/admin/overview')).json

/** Complete at once. */
const rotated = async () => expect((await overview()).rotation).toEqual({ remaining: 0, safe_to_remove_previous: true })

it('loses nothing over two rotations, although nothing was used', async () => {
  await deploy({})
  const made = (await ask('POST', '/admin/keys', { body: { name: 'quiet', licence: 'pro' } })).json
  const copy = await readCopy(made.record.id)
  expect((await ask('PUT', '/admin/accounts/notes', { body: { token: TIRO_KEYS.full } })).status).toBe(200)
  const fields = { url: 'https://hooks.example.com/in', types: ['account.rejected'] }
  const { id } = (await ask('POST', '/events/subscriptions', { key: made.key, body: fields })).json
  // The secret is rolled before the change, so that two are encrypted.
  await ask('POST', `/events/subscriptions/${id}/secret`, { key: made.key })

  await deploy({ CREDENTIALS_KEY: SECOND, CREDENTIALS_KEY_PREVIOUS: LIVE_CREDENTIALS_KEY })
  await rotated()
  await deploy({ CREDENTIALS_KEY: SECOND })
  await deploy({ CREDENTIALS_KEY: THIRD, CREDENTIALS_KEY_PREVIOUS: SECOND })
  await rotated()
  await deploy({ CREDENTIALS_KEY: THIRD })

  expect(await readCopy(made.record.id, THIRD)).toEqual(copy)
  expect((await ask('GET', '/admin/keys')).json.keys).toMatchObject([{ id: made.record.id, name: 'quiet' }])
  expect((await ask('GET', '/notes/notes', { key: made.key })).status).toBe(200)
  expect((await ask('GET', '/admin/keys')).json.keys).toMatchObject([{ id: made.record.id, name: 'quiet' }])
  expect((await ask('POST', `/events/subscriptions/${id}/test`, { key: made.key })).status).toBe(200)
  expect((await overview()).warnings).not.toContainEqual(
    expect.objectContaining({ code: 'subscription_secrets_unreadable' }),
  )
  expect((await ask('PATCH', `/admin/keys/${made.record.id}`, { body: { disabled: true } })).status).toBe(200)
  expect((await ask('GET', '/notes/notes', { key: made.key })).status).toBe(401)
})

it('says which secrets are lost with a lost key, and a new one repairs it at once', async () => {
  const fields = { url: 'https://hooks.example.com/in', types: ['account.rejected'] }
  await deploy({ CREDENTIALS_KEY: THIRD })
  const { id } = (await ask('POST', '/events/subscriptions', { body: fields })).json
  const own = (await ask('POST', '/events/subscriptions', { key: LIVE_KEY, body: fields })).json
  await deploy({ CREDENTIALS_KEY: SECOND })
  await startEmpty()
  const lost = (await overview()).warnings.find(
    ({ code }: { code: string }) => code === 'subscription_secrets_unreadable',
  )
  expect(lost.subscriptions.map((one: { id: string }) => one.id)).toEqual(expect.arrayContaining([id, own.id]))
  expect(lost.message).toMatch(/set the CREDENTIALS_KEY that it was stored with, or make a new secret/)
  const path = `/events/subscriptions/${own.id}`
  const failed = await ask('POST', `${path}/test`, { key: LIVE_KEY })
  expect(failed).toMatchObject({ status: 500, json: { error: expect.stringMatching(/make a new one by POST/) } })
  expect((await ask('POST', `${path}/secret`, { key: LIVE_KEY })).status).toBe(200)
  expect((await ask('POST', `${path}/test`, { key: LIVE_KEY })).status).toBe(200)
})

it('is rolled back while the previous key is set, and not once that is gone', async () => {
  const opens = async (key: string) => (await ask('GET', '/events/types', { key })).json.error ?? 'in'
  await deploy({ CREDENTIALS_KEY: SECOND })
  const { key } = (await ask('POST', '/admin/keys', { body: { name: 'rolled back', licence: 'pro' } })).json
  await deploy({ CREDENTIALS_KEY: FOURTH, CREDENTIALS_KEY_PREVIOUS: SECOND })
  expect(await opens(key)).toBe('in')
  await deploy({ CREDENTIALS_KEY: SECOND })
  expect(await opens(key)).toBe('in')
  await deploy({ CREDENTIALS_KEY: FOURTH, CREDENTIALS_KEY_PREVIOUS: SECOND })
  expect(await opens(key)).toBe('in')
  await rotated()
  await deploy({ CREDENTIALS_KEY: FOURTH })
  expect(await opens(key)).toBe('in')
  await deploy({ CREDENTIALS_KEY: SECOND })
  const wrong = await ask('GET', '/events/types', { key })
  expect(wrong).toMatchObject({
    status: 500,
    json: { error: expect.stringMatching(/^CREDENTIALS_KEY is not the key/) },
  })
  await deploy({ CREDENTIALS_KEY: FOURTH })
  expect(await opens(key)).toBe('in')
})

it('reports a key that was in use alone before the previous one was set, and loses nothing of either', async () => {
  const opens = async (key: string) => (await ask('GET', '/events/types', { key })).json.error ?? 'in'
  const make = async () => (await ask('POST', '/admin/keys', { body: { name: 'own', licence: 'pro' } })).json.key
  await deploy({ CREDENTIALS_KEY: FOURTH })
  const first = await make()
  await deploy({ CREDENTIALS_KEY: FIFTH })
  await startEmpty()
  const second = await make()
  await deploy({ CREDENTIALS_KEY: FIFTH, CREDENTIALS_KEY_PREVIOUS: FOURTH })
  expect((await overview()).rotation).toEqual({ remaining: 1, safe_to_remove_previous: false })
  expect([await opens(first), await opens(second)]).toEqual(['X-API-KEY is not valid', 'in'])
  await deploy({ CREDENTIALS_KEY: FOURTH })
  expect(await opens(first)).toBe('in')
})
