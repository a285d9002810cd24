import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventsObject } from '../../../src/base/events.ts'
import { getSettings } from '../../../src/base/settings.ts'
import { makeKey, readKey } from '../../../src/gateway/auth/keys/named-keys.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { eventsStandIn } from '../../support/events.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'

/** What happens to the change of a key when EVENTS cannot be reached (decisions.md section 12.2). */

beforeEach(() => void createWorld())
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

async function deploy() {
  const EVENTS = eventsStandIn()
  const events: EventsObject = EVENTS.getByName('')
  const gateway = createGateway({ ADMIN_KEY, EVENTS })
  const ask = (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
    return gateway.call(`/api/v1/admin/keys${path}`, { ...init, headers, key: null })
  }
  const { key, record } = (await ask('POST', '', { name: 'n8n', licence: 'pro' })).json
  return { ask, events, gateway, told: vi.spyOn(events, 'keyChanged'), key, record }
}

const unreachable = () => Promise.reject(new Error('Durable Object reset'))

describe('while EVENTS cannot be reached', () => {
  it('a key is disabled anyway, and repeating the request informs EVENTS', async () => {
    const { ask, gateway, told, key, record } = await deploy()
    told.mockImplementationOnce(unreachable)
    expect((await ask('PATCH', `/${record.id}`, { disabled: true })).status).toBe(503)
    expect((await gateway.call('/api/v1/events', { key })).status).toBe(401)
    expect((await ask('PATCH', `/${record.id}`, { disabled: true })).status).toBe(200)
    expect(told.mock.lastCall).toEqual([record.id, { id: record.id, name: 'n8n', licence: 'pro', disabled: true }])
  })

  it('a key is deleted anyway, and repeating the request informs EVENTS', async () => {
    const { ask, gateway, told, key, record } = await deploy()
    told.mockImplementationOnce(unreachable)
    expect((await ask('DELETE', `/${record.id}`)).status).toBe(503)
    expect((await gateway.call('/api/v1/events', { key })).status).toBe(401)
    expect((await ask('GET', '')).json.keys).toMatchObject([{ id: record.id, disabled: true }])
    expect(await ask('DELETE', `/${record.id}`)).toMatchObject({ status: 200, json: { subscriptions: [] } })
    expect((await ask('GET', '')).json.keys).toEqual([])
    expect(told.mock.calls).toEqual([
      [record.id, undefined],
      [record.id, undefined],
    ])
  })

  it('a key is not rotated: nobody would see the new one', async () => {
    const { ask, events, record } = await deploy()
    vi.spyOn(events, 'keyRolled').mockImplementationOnce(unreachable)
    expect((await ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })).status).toBe(503)
    expect((await ask('GET', '')).json.keys).toEqual([record])
  })
})

it('a key stays unchanged when its expiry cannot be stored, and no subscription is transferred', async () => {
  const { ask, gateway, told, record } = await deploy()
  const { put } = gateway.env.STORE
  let kept = 0
  vi.spyOn(gateway.env.STORE, 'put').mockImplementation((...given: Parameters<typeof put>) =>
    ++kept > 1 ? Promise.reject(new Error('KV PUT failed: 429')) : put.apply(gateway.env.STORE, given),
  )
  expect((await ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })).status).toBe(503)
  vi.mocked(gateway.env.STORE.put).mockRestore()
  expect((await ask('GET', '')).json.keys).toEqual([record])
  expect(told).not.toHaveBeenCalled()
})

describe('the subscriptions of a key', () => {
  const OWNED = [{ id: 'sub_1', host: 'hooks.example.com', types: ['recorder.file.ready'] as const, enabled: true }]

  it('continue with the new key of a rotation with an overlap, are paused without one, and are returned', async () => {
    const { ask, events, record } = await deploy()
    const rolled = vi.spyOn(events, 'keyRolled').mockResolvedValue(OWNED)
    const first = await ask('POST', `/${record.id}/roll`, { overlap_hours: 24 })
    expect(first).toMatchObject({ status: 201, json: { subscriptions: OWNED, record: { lineage: record.id } } })
    const next = (await ask('POST', `/${first.json.record.id}/roll`, { overlap_hours: 0 })).json.record
    await ask('POST', `/${next.id}/roll`, { overlap_hours: 0, keep_subscriptions: true })
    expect(rolled.mock.calls).toEqual([
      [record.id, true],
      [record.id, false],
      [record.id, true],
    ])
  })

  it('stay with the rest of its lineage when one key is deleted, and end with the last one', async () => {
    const { ask, events, told, record } = await deploy()
    told.mockResolvedValue(OWNED)
    vi.spyOn(events, 'keyRolled').mockResolvedValue(OWNED)
    const rolled = (await ask('POST', `/${record.id}/roll`, { overlap_hours: 24 })).json
    expect((await ask('DELETE', `/${record.id}`)).json).toEqual({ subscriptions: OWNED })
    expect(told.mock.lastCall).toEqual([record.id, { id: record.id, name: 'n8n', licence: 'pro' }])
    await ask('DELETE', `/${rolled.record.id}`)
    expect(told.mock.lastCall).toEqual([record.id, undefined])
  })

  it('follow the key that a person has, after an interrupted rotation', async () => {
    const { ask, gateway, told, key, record } = await deploy()
    // As if the runtime had stopped after the first write of the rotation: a key that nobody has seen.
    const settings = getSettings(gateway.env)
    const { id, ...fields } = (await readKey(settings, key, Date.now())) ?? expect.fail()
    const created_at = new Date(Date.now() + 1000).toISOString()
    const unseen = (await makeKey(settings, { ...fields, lineage: id, replaces: id, created_at })).record
    await ask('PATCH', `/${record.id}`, { disabled: true })
    expect(told.mock.lastCall).toEqual([record.id, { id: record.id, name: 'n8n', licence: 'pro', disabled: true }])
    await ask('PATCH', `/${record.id}`, { disabled: false })
    await ask('DELETE', `/${unseen.id}`)
    expect(told.mock.lastCall).toEqual([record.id, { id: record.id, name: 'n8n', licence: 'pro' }])
  })
})
