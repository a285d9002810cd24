import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { createWorld } from '../../support/world.ts'

/**
 * The admin key in the place of an API key: only its sender reads that it is this key (docs/spec/gateway.md, "Refusals
 * say what to do next").
 */

beforeEach(() => void createWorld())
afterEach(() => vi.restoreAllMocks())

const TOLD = /^X-API-KEY: this is the admin key, which opens the management app/
const PATH = '/api/v1/notes/notes'
const TOOLS = json('POST', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

it('is told so, over HTTP and MCP', async () => {
  const gateway = createGateway({ ADMIN_KEY })
  for (const answer of [
    await gateway.call(PATH, { key: ADMIN_KEY }),
    await gateway.call('/mcp', { ...TOOLS, key: ADMIN_KEY }),
  ]) {
    expect([answer.status, answer.json.error]).toEqual([401, expect.stringMatching(TOLD)])
    expect(answer.headers.get('X-Error-Code')).toBe('invalid_key')
    expect(answer.text).not.toContain(ADMIN_KEY)
  }
})

it.each([ADMIN_KEY.slice(0, -1), `${ADMIN_KEY}x`, ADMIN_KEY.toUpperCase(), 'a-wrong-admin-key-of-20', 'short'])(
  'is not told to the holder of %s',
  async (key) => {
    const { status, json } = await createGateway({ ADMIN_KEY }).call(PATH, { key })
    expect([status, json.error]).toEqual([401, 'X-API-KEY is not valid'])
  },
)

it('is not told where ADMIN_KEY is unset or too short to sign in with', async () => {
  for (const given of ['', 'under-20-characters']) {
    const { json } = await createGateway({ ADMIN_KEY: given }).call(PATH, { key: given || 'x'.repeat(20) })
    expect(json.error).toBe('X-API-KEY is not valid')
  }
})

describe('guessing', () => {
  it('is not possible here: after too many attempts of an address nothing is compared', async () => {
    const gateway = createGateway({ ADMIN_KEY })
    const counts = new Map<string, number>()
    gateway.env.TRY_LIMIT = {
      limit: async ({ key }) => {
        counts.set(key, (counts.get(key) ?? 0) + 1)
        return { success: (counts.get(key) ?? 0) <= 3 }
      },
    }
    const ask = (key: string, address: string) => gateway.call(PATH, { key, headers: { 'CF-Connecting-IP': address } })
    for (let guess = 0; guess < 3; guess++) await ask(`a-guess-of-the-admin-key-${guess}`, '192.0.2.1')
    expect((await ask(ADMIN_KEY, '192.0.2.1')).json.error).toBe('X-API-KEY is not valid')
    expect((await ask(ADMIN_KEY, '192.0.2.2')).json.error).toMatch(TOLD)
    // The owner can still sign in: these attempts are counted apart.
    const headers = { Authorization: `Bearer ${ADMIN_KEY}`, 'CF-Connecting-IP': '192.0.2.1' }
    expect((await gateway.call('/api/v1/admin/session', { headers, key: null })).status).toBe(200)
  })
})
