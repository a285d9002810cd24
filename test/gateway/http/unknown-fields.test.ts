import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'

/** Decisions.md section 2.7: a misspelt field of the management API, or of a subscription, must not be ignored. */

beforeEach(() => void createWorld())
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const headers = { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' }
const admin = async (method: string, path: string, body?: object) => {
  const init = { method, headers, key: null, ...(body && { body: JSON.stringify(body) }) }
  const { status, json: told } = await createGateway({ ADMIN_KEY }).call(`/api/v1/admin/${path}`, init)
  return `${status} ${told?.error}`
}
const call = async (path: string, init: RequestInit = {}) => {
  const { status, json: told } = await createGateway().call(`/api/v1/${path}`, init)
  return `${status} ${told?.error}`
}

it.each([
  [{ name: 'n8n', group: ['notes'] }, 'group: is not known: did you mean groups?'],
  [{ name: 'n8n', readonly: true }, 'readonly: is not known: did you mean read_only?'],
  [{ name: 'n8n', 'groups\u202e': null }, 'groups\ufffd: is not known: did you mean groups?'],
  [{ name: 'n8n', zzzzzzzz: 1 }, 'zzzzzzzz: is not known: known are name, licence, groups, read_only, expires_at'],
  [JSON.parse('{"name":"n8n","__proto__":1}'), '__proto__: is not known: known are'],
])('a key cannot be created from %j', async (body, error) => {
  expect(await admin('POST', 'keys', body)).toMatch(`400 ${error}`)
})

it('a body where none is expected is ignored, and a query is validated everywhere', async () => {
  expect(await admin('GET', 'usage?day=30')).toBe('400 day: is not known: did you mean days?')
  expect(await admin('GET', 'overview?x=1')).toBe('400 x: is not known: there is none')
})

it('a subscription and the list of events are validated the same way', async () => {
  const body = { url: 'https://hooks.example.com/x', types: ['recorder.file.ready'], includes: ['summary'] }
  expect(await call('events/subscriptions', json('POST', body))).toBe(
    '400 includes: is not known: did you mean include?',
  )
  expect(await call('events?type=recorder.file.ready')).toBe('400 type: is not known: did you mean types?')
})

it('other groups ignore unknown fields, as before', async () => {
  expect(await call('notes/notes?unknown=1')).toMatch(/^401 notes account is not connected/)
})
