import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_NAME } from '../../../src/base/access.ts'
import type { Env } from '../../../src/base/env.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { connect } from '../../mcp/clients.ts'
import { createNotion, NOTION_TOKENS, type NotionSimulator } from '../../simulators/workspace/index.ts'
import { freshDeployment, storedNames } from '../../support/fresh.ts'
import { createGateway, json, type Overrides } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, holdDeadlines, type World } from '../../support/world.ts'

/** A key that brings a workspace token of its own, and the stored payment account, to /mcp. */

const { STORE } = env as unknown as Env
const PAYMENT = {
  PAYMENT_HOST: 'erp-api.payssam.kr',
  PAYMENT_API_KEY: 'test-payment-key',
  PAYMENT_MEMBER_ID: 'test-member',
  PAYMENT_MERCHANT_ID: 'test-merchant',
  PAYMENT_BUSINESS_NUMBER: '1112233333',
}

let notion: NotionSimulator
let _world: World

beforeEach(() => {
  notion = createNotion()
  _world = createWorld(notion)
  holdDeadlines()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

function deploy(overrides: Overrides = {}) {
  const gateway = createGateway({ ADMIN_KEY, ...PAYMENT, ...overrides })
  const ask = (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
    return gateway.call(`/api/v1/admin/keys${path}`, { ...init, headers, key: null })
  }
  const make = (body: object) => ask('POST', '', { name: 'agent', licence: 'pro', ...body })
  const readBill = async (key: string) =>
    (await (await connect(gateway, { key })).callTool('payment_read_bill', { bill_id: 'a' })).texts[0]
  const search = async (key: string, headers = {}) => {
    const { isError } = await (await connect(gateway, { key, headers })).callTool('workspace_search', { query: 'a' })
    return { isError, token: notion.calls.at(-1)?.headers.get('Authorization') }
  }
  return { gateway, ask, make, readBill, search }
}

async function everythingStored(): Promise<string> {
  const texts = (await storedNames()).map(async (name) => `${name} ${await STORE.get(name)}`)
  return (await Promise.all(texts)).join('\n') + JSON.stringify(await (STORE as unknown as KVNamespace).list())
}

describe('a key with a workspace token', () => {
  it('uses it over MCP, unless the caller sends a header', async () => {
    const { make, search } = deploy()
    const { json: made } = await make({ workspace_token: NOTION_TOKENS.full })
    expect(made.record).toMatchObject({ has_workspace_token: true, stored_payment: false })
    expect(await search(made.key)).toEqual({ isError: false, token: `Bearer ${NOTION_TOKENS.full}` })
    const own = { 'X-Workspace-Token': NOTION_TOKENS.readOnly }
    expect(await search(made.key, own)).toEqual({ isError: false, token: `Bearer ${NOTION_TOKENS.readOnly}` })
    const { json: other } = await make({})
    expect(await search(other.key)).toMatchObject({ isError: true })
  })

  it('never shows it, and stores it encrypted', async () => {
    const { ask, make } = deploy()
    const made = await make({ workspace_token: NOTION_TOKENS.full })
    const shown = [made.text, (await ask('GET', '')).text, await everythingStored()].join('\n')
    expect(shown).not.toContain(NOTION_TOKENS.full)
    expect(await storedNames()).toHaveLength(1)
  })

  it('loses it by null, and gives it to the key that replaces it', async () => {
    const { ask, make, search } = deploy()
    const { json: made } = await make({ workspace_token: NOTION_TOKENS.full })
    const { json: rolled } = await ask('POST', `/${made.record.id}/roll`, { overlap_hours: 1 })
    expect(rolled.record).toMatchObject({ has_workspace_token: true })
    expect(await search(rolled.key)).toMatchObject({ isError: false, token: `Bearer ${NOTION_TOKENS.full}` })
    const change = { workspace_token: null }
    const { json: changed } = await ask('PATCH', `/${rolled.record.id}`, change)
    expect(changed.record).toMatchObject({ has_workspace_token: false })
    // What is taken from a key is taken from the one that it replaced, too.
    for (const key of [rolled.key, made.key]) expect(await search(key)).toMatchObject({ isError: true })
  })

  it('gets another one, and is deleted with it', async () => {
    const { ask, make, search } = deploy()
    const { json: made } = await make({})
    await ask('PATCH', `/${made.record.id}`, { workspace_token: NOTION_TOKENS.readOnly })
    expect(await search(made.key)).toEqual({ isError: false, token: `Bearer ${NOTION_TOKENS.readOnly}` })
    expect((await ask('DELETE', `/${made.record.id}`)).status).toBe(200)
    expect(await storedNames()).toEqual([])
    const rows = await runInDurableObject(OBJECTS.ACCESS.getByName(ACCESS_NAME), (_, { storage }) =>
      storage.sql.exec('SELECT record FROM named_keys').toArray(),
    )
    expect(rows).toEqual([{ record: null }])
  })

  it('gets the newer of two at once, and says so', async () => {
    const { ask, make, search } = deploy()
    const { json: made } = await make({})
    const change = (workspace_token: string | null) => ask('PATCH', `/${made.record.id}`, { workspace_token })
    const answers = await Promise.all([change(NOTION_TOKENS.readOnly), change(null), change(NOTION_TOKENS.full)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { has_workspace_token } = (await ask('GET', '')).json.keys[0]
    expect((await search(made.key)).isError).toBe(!has_workspace_token)
  })

  it('refuses a session token, and does not repeat it', async () => {
    const { make } = deploy()
    const { status, text } = await make({ workspace_token: 'v02:user_token' })
    expect([status, text]).toEqual([400, expect.stringContaining('workspace_token: must be an integration token')])
    expect(text).not.toContain('v02')
  })

  it('keeps it when CREDENTIALS_KEY is rotated', async () => {
    const { make } = deploy()
    const { json: made } = await make({ workspace_token: NOTION_TOKENS.full })
    const again = { CREDENTIALS_KEY: `${'B'.repeat(42)}A=`, CREDENTIALS_KEY_PREVIOUS: `${'A'.repeat(43)}=` }
    const full = { isError: false, token: `Bearer ${NOTION_TOKENS.full}` }
    expect(await deploy(again).search(made.key)).toEqual(full)
    expect(await deploy({ CREDENTIALS_KEY: again.CREDENTIALS_KEY }).search(made.key)).toEqual(full)
  })
})

describe('a key that opens the stored payment account', () => {
  it('reads bills without a header, until that is taken away', async () => {
    const { ask, make, readBill } = deploy()
    const { json: made } = await make({ stored_payment: true })
    expect(made.record).toMatchObject({ has_workspace_token: false, stored_payment: true })
    expect(await readBill(made.key)).not.toContain('#keys')
    await ask('PATCH', `/${made.record.id}`, { stored_payment: false })
    expect(await readBill(made.key)).toMatch(/^this key does not open the payment account: .*#keys$/)
  })

  it('opens no bill over HTTP without the header, as before', async () => {
    const { gateway, make } = deploy()
    const { json: made } = await make({ stored_payment: true })
    const { status } = await gateway.call('/api/v1/payment/read', { ...json('POST', { bill_id: 'a' }), key: made.key })
    expect(status).toBe(400)
  })
})
