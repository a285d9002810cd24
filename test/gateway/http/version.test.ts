import { afterEach, expect, it, vi } from 'vitest'
import { VERSION } from '../../../src/base/version.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { createGateway, type Overrides } from '../../support/gateway.ts'

/** docs/spec/gateway.md, "Descriptions and health" */

afterEach(() => void vi.restoreAllMocks())

const PUBLIC = { version: VERSION, build: expect.stringMatching(/^[0-9a-f]{16}$/) }

const ask = async (headers: Record<string, string>, settings: Overrides = { ADMIN_KEY }) => {
  const { status, json } = await createGateway(settings).call('/version', { headers, key: null })
  return { status, json }
}

it.each([
  ['nobody', {}],
  ['an API key', { 'X-API-KEY': 'test-key' }],
  ['a cookie that is no session', { Cookie: '__Host-latchkey=x' }],
])('returns %s no commit and no time', async (_, headers) => {
  expect(await ask(headers)).toStrictEqual({ status: 200, json: PUBLIC })
})

it('returns the commit to ADMIN_KEY', async () => {
  expect(await ask({ Authorization: `Bearer ${ADMIN_KEY}` })).toStrictEqual({
    status: 200,
    json: {
      ...PUBLIC,
      commit: expect.toSatisfy((commit) => commit === null || /^[0-9a-f]{40}(-dirty)?$/.test(commit)),
      built_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    },
  })
})

it('refuses another key, and counts it as a try', async () => {
  const limit = vi.fn(async () => ({ success: false }))
  const wrong = { Authorization: 'Bearer not-the-admin-key-of-this-gateway' }
  expect(await ask(wrong)).toMatchObject({ status: 401 })
  const gateway = createGateway({ ADMIN_KEY })
  gateway.env.TRY_LIMIT = { limit }
  expect(await gateway.call('/version', { headers: wrong, key: null })).toMatchObject({ status: 429 })
  expect(limit).toHaveBeenCalledOnce()
})
