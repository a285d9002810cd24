import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventsObject } from '../../../src/base/events.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { eventsStandIn } from '../../support/events.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'

/** What becomes of the change of a key where EVENTS cannot be told of it (decisions.md section 12.2). */

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
  return { ask, gateway, told: vi.spyOn(events, 'keyChanged'), key, record }
}

const unreachable = () => Promise.reject(new Error('Durable Object reset'))

describe('while EVENTS cannot be reached', () => {
  it('a key is disabled all the same, and the same request once more tells EVENTS', async () => {
    const { ask, gateway, told, key, record } = await deploy()
    told.mockImplementationOnce(unreachable)
    expect((await ask('PATCH', `/${record.id}`, { disabled: true })).status).toBe(503)
    expect((await gateway.call('/api/v1/events', { key })).status).toBe(401)
    expect((await ask('PATCH', `/${record.id}`, { disabled: true })).status).toBe(200)
    expect(told.mock.lastCall).toEqual([record.id, { id: record.id, name: 'n8n', licence: 'pro', disabled: true }])
  })

  it('a key is deleted all the same, and the same request once more tells EVENTS', async () => {
    const { ask, gateway, told, key, record } = await deploy()
    told.mockImplementationOnce(unreachable)
    expect((await ask('DELETE', `/${record.id}`)).status).toBe(503)
    expect((await gateway.call('/api/v1/events', { key })).status).toBe(401)
    expect((await ask('DELETE', `/${record.id}`)).status).toBe(404)
    expect(told.mock.calls).toEqual([
      [record.id, undefined],
      [record.id, undefined],
    ])
  })

  it('a key is not rolled: nobody would see the new one', async () => {
    const { ask, told, record } = await deploy()
    told.mockImplementationOnce(unreachable)
    expect((await ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })).status).toBe(503)
    expect((await ask('GET', '')).json.keys).toEqual([record])
  })
})

it('subscriptions are handed back where the end of the key before cannot be kept', async () => {
  const { ask, gateway, told, record } = await deploy()
  const { put } = gateway.env.STORE
  let kept = 0
  vi.spyOn(gateway.env.STORE, 'put').mockImplementation((...given: Parameters<typeof put>) =>
    ++kept > 1 ? Promise.reject(new Error('KV PUT failed: 429')) : put.apply(gateway.env.STORE, given),
  )
  expect((await ask('POST', `/${record.id}/roll`, { overlap_hours: 1 })).status).toBe(503)
  const [[, made] = expect.fail(), back] = told.mock.calls
  expect(made?.id).not.toBe(record.id)
  expect(back).toEqual([made?.id, { id: record.id, name: 'n8n', licence: 'pro' }])
  vi.mocked(gateway.env.STORE.put).mockRestore()
  expect((await ask('GET', '')).json.keys).toEqual([record])
})
