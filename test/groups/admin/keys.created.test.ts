import { afterEach, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { notes } from '../../contract/notes.rows.ts'
import { Clock } from '../../simulators/clock.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { replaceCalls } from '../../support/stubs.ts'
import { createWorldAt, holdDeadlines } from '../../support/world.ts'

/** What a key created at a product outlives the key, so its deletion lists it (docs/spec/admin.md, "Keys"). */

afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const HOOK = { name: 'Ticket bot', url: 'https://bot.example.com/in', eventTypes: ['note.ended'] }

function deploy() {
  const clock = new Clock()
  const world = createWorldAt(clock, notes.simulate(clock))
  holdDeadlines()
  const gateway = createGateway({ ADMIN_KEY, ...notes.connected })
  const admin = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
    return (await gateway.call(`/api/v1/admin/keys${path}`, { ...init, headers, key: null })).json
  }
  const make = async () => {
    const { key, record } = await admin('POST', '', { name: 'passing', groups: ['notes'] })
    return { key, id: record.id as string }
  }
  const ask = async (key: string, method: string, path: string, body?: unknown) => {
    const answer = await gateway.call(`/api/v1/notes/${path}`, { ...(body ? json(method, body) : { method }), key })
    expect(answer.status).toBeLessThan(300)
    return answer.json
  }
  return { admin, make, ask, gateway, world, at: new Date(clock.now()).toISOString() }
}

it('a deleted key lists the API keys and webhooks that it and its predecessors created and nobody deleted', async () => {
  const { admin, make, ask, at } = deploy()
  const { key, id } = await make()
  const other = await make()
  const { api_key } = await ask(key, 'POST', 'api-keys', { name: 'mine' })
  const { webhook } = await ask(key, 'POST', 'webhooks', HOOK)
  const { api_key: gone } = await ask(key, 'POST', 'api-keys', { name: 'gone' })
  const { webhook: deleted } = await ask(key, 'POST', 'webhooks', HOOK)
  await ask(other.key, 'DELETE', `api-keys/${gone.id}`)
  await ask(key, 'DELETE', `webhooks/${deleted.id}`)
  const rolled = await admin('POST', `/${id}/roll`, { overlap_hours: 1 })
  const { api_key: later } = await ask(rolled.key, 'POST', 'api-keys', { name: 'later' })
  const created = [
    { operation: 'notes_create_api_key', target: api_key.id, at },
    { operation: 'notes_create_webhook', target: webhook.id, at },
    { operation: 'notes_create_api_key', target: later.id, at },
  ]
  expect(await admin('DELETE', `/${other.id}`)).toMatchObject({ created: [] })
  expect(await admin('DELETE', `/${id}`)).toMatchObject({ created })
  const last = await admin('DELETE', `/${rolled.record.id}`)
  expect(last).toMatchObject({ created })
  expect(JSON.stringify(last)).not.toContain(api_key.key)
})

it('a creation is answered although ACCESS cannot record it, because its secret is shown only once', async () => {
  const { make, ask, gateway, world } = deploy()
  const { key } = await make()
  const noteCredential = () => Promise.reject(new Error('the object was reset'))
  const { getByName } = gateway.env.ACCESS
  const failing = (name: string) => replaceCalls(getByName(name), { 'createdCredentials.note': noteCredential })
  gateway.env.ACCESS = { ...gateway.env.ACCESS, getByName: failing }
  expect((await ask(key, 'POST', 'api-keys', { name: 'mine' })).api_key.key).toMatch(/\./)
  expect(world.log.join('\n')).toContain('"bug":"GatewayError"')
})
