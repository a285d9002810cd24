import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { Clock } from '../../simulators/clock.ts'
import { createTiro } from '../../simulators/notes/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json, type Overrides } from '../../support/gateway.ts'
import { createWorld, holdDeadlines } from '../../support/world.ts'

/**
 * docs/spec/admin.md, "The page and its API": a failure of the management API has a code and parameters, which the app
 * words itself.
 */

beforeEach(() => {
  createWorld(createTiro({ clock: new Clock() }))
  holdDeadlines()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

async function ask(method: string, path: string, body?: object, overrides: Overrides = {}) {
  const init = body ? json(method, body) : { method }
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
  const answer = await createGateway({ ADMIN_KEY, ...overrides }).call(`/api/v1${path}`, {
    ...init,
    headers,
    key: null,
  })
  const { code, parameters } = answer.json
  return [answer.status, code, parameters]
}

it.each<[string, string, object]>([
  ['POST', '/admin/keys', { name: '', groups: [], expires_at: '2020-01-01', limits: { max_amount: 0 } }],
  ['PATCH', '/admin/keys/0123456789abcdef', { name: 'a\nb', groups: [], limits: { max_amount: 0 } }],
])('%s %s names all invalid fields', async (method, path, body) => {
  const [status, code, { fields }] = await ask(method, path, body)
  expect([status, code]).toEqual([400, 'invalid_input'])
  expect(fields).toEqual(expect.arrayContaining(['name', 'groups', 'limits.max_amount']))
})

it.each<[string, string, object, object]>([
  ['POST', '/admin/keys', { name: 'n8n', expires_at: '2020-01-01' }, { fields: ['expires_at'] }],
  ['POST', '/admin/keys', { name: 'n8n', licenc: 'pro' }, { fields: ['licenc'] }],
  ['PUT', '/admin/accounts/notes', {}, { fields: ['token'] }],
  [
    'PUT',
    '/admin/accounts/payment',
    { host: 'h', api_key: 'k', member_id: 'm', merchant_id: 'a\nb' },
    { fields: ['merchant_id', 'business_number'] },
  ],
])('%s %s %j: %j', async (method, path, body, parameters) => {
  expect(await ask(method, path, body)).toEqual([400, 'invalid_input', parameters])
})

it('names the account, the link and the setting', async () => {
  expect(await ask('PUT', '/admin/accounts/notes', { token: 'id.wrong' })).toEqual([
    400,
    'invalid_input',
    { account: 'notes' },
  ])
  const session = { account: 'notes', token: 'x'.repeat(43) }
  expect(await ask('POST', '/connect/session', session)).toEqual([401, 'invalid_link', { link: 'wrong' }])
  expect(await ask('PUT', '/admin/accounts/notes', { token: 'id.wrong' }, { CREDENTIALS_KEY: '' })).toEqual([
    500,
    'setting_missing',
    { setting: 'CREDENTIALS_KEY' },
  ])
  expect(await ask('GET', '/admin/overview', undefined, { ADMIN_KEY: '' })).toEqual([
    401,
    'setting_missing',
    { setting: 'ADMIN_KEY' },
  ])
})
