import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_NAME } from '../../../src/base/access.ts'
import { ADMIN_KEY } from '../../contract/admin.rows.ts'
import { keepKeyRecord } from '../../gateway/auth/keys/named-keys.ts'
import { connect } from '../../mcp/clients.ts'
import { createNotion, NOTION_TOKENS, type NotionSimulator } from '../../simulators/workspace/index.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { createGateway, json } from '../../support/gateway.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, holdDeadlines } from '../../support/world.ts'

/** Keys that an earlier version gave a workspace token of their own, and the stored payment account. */

const ACCOUNTS = {
  WORKSPACE_TOKEN: NOTION_TOKENS.full,
  PAYMENT_HOST: 'erp-api.payssam.kr',
  PAYMENT_API_KEY: 'test-payment-key',
  PAYMENT_MEMBER_ID: 'test-member',
  PAYMENT_MERCHANT_ID: 'test-merchant',
  PAYMENT_BUSINESS_NUMBER: '1112233333',
}
const TOKEN = { iv: 'an iv', data: 'a token, encrypted' }
const CLOSED = /^this API key opens no workspace account until its accounts list one/

let notion: NotionSimulator

beforeEach(() => {
  notion = createNotion()
  createWorld(notion)
  holdDeadlines()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

type Stored = Readonly<Record<string, unknown>>

/** A key as an earlier version stored it: its record in ACCESS, and the copy in STORE. */
async function deploy(stored: Stored) {
  const gateway = createGateway({ ADMIN_KEY, ...ACCOUNTS })
  const ask = (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : json(method, body)
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${ADMIN_KEY}`)
    return gateway.call(`/api/v1/admin/keys${path}`, { ...init, headers, key: null })
  }
  const { key, record } = (await ask('POST', '', { name: 'agent', licence: 'pro' })).json
  const inAccess = <Value>(work: (sql: SqlStorage) => Value) =>
    runInDurableObject(OBJECTS.ACCESS.getByName(ACCESS_NAME), (_, { storage }) => work(storage.sql))
  const readRecord = () =>
    inAccess(
      (sql) => sql.exec<{ record: string }>('SELECT record FROM named_keys WHERE id = ?', record.id).one().record,
    )
  const earlier = { ...JSON.parse(await readRecord()), ...stored }
  await inAccess((sql) => {
    sql.exec('UPDATE named_keys SET record = ? WHERE id = ?', JSON.stringify(earlier), record.id)
  })
  await keepKeyRecord(key, earlier)
  const change = async (body: object, id = record.id) => (await ask('PATCH', `/${id}`, body)).json.record
  const me = (headers = {}, of = key) => gateway.call('/api/v2/workspace/users/me', { key: of, headers })
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError, texts } = await (await connect(gateway, { key })).callTool(name, args)
    return { isError, text: texts[0] }
  }
  return { gateway, ask, change, me, call, readRecord, key, id: record.id }
}

describe('a key that had a workspace token', () => {
  it('opens no workspace account, and never the first one in its place', async () => {
    const { gateway, ask, me, call, key } = await deploy({ workspace_token: TOKEN })
    expect((await ask('GET', '')).json.keys[0]).toMatchObject({ accounts: null, needs_workspace_account: true })
    const refused = await me()
    expect(refused).toMatchObject({ status: 403, json: { error: expect.stringMatching(CLOSED) } })
    expect(refused.json.error).toMatch(
      / at https:\/\/latchkey\.test\/#keys, or with `latchkey keys change <key> --accounts workspace`/,
    )
    expect(refused.headers.get('X-Error-Code')).toBe('insufficient_scope')
    expect(await me({ 'X-Account': 'workspace' })).toMatchObject({
      status: 403,
      json: { error: 'this API key does not open the account workspace' },
    })
    const { isError, text } = await call('workspace_search', { query: 'a' })
    expect([isError, text]).toEqual([true, expect.stringMatching(CLOSED)])
    expect(text).toMatch(/: the owner decides which accounts it opens at https:\/\/latchkey\.test\/#keys$/)
    const { accounts } = (await gateway.call('/api/v1/accounts', { key })).json
    expect(accounts.map(({ account }: { account: string }) => account)).not.toContain('workspace')
    expect(notion.calls).toEqual([])
  })

  it('uses the token of a request as before', async () => {
    const { me } = await deploy({ workspace_token: TOKEN })
    expect((await me({ 'X-Workspace-Token': NOTION_TOKENS.full })).status).toBe(200)
  })

  it('opens the account that the owner lists for it, until they take that away', async () => {
    const { change, me, readRecord } = await deploy({ workspace_token: TOKEN })
    const listed = await change({ accounts: ['workspace', 'notes'] })
    expect(listed).toMatchObject({ accounts: ['workspace', 'notes'] })
    expect(listed).not.toHaveProperty('needs_workspace_account')
    expect((await me()).status).toBe(200)
    // The token is gone with the first change.
    expect(await readRecord()).not.toContain(TOKEN.data)
    await change({ accounts: ['notes'] })
    expect((await me()).status).toBe(403)
    expect(await change({ accounts: null })).toMatchObject({ accounts: null, needs_workspace_account: true })
    expect((await me()).status).toBe(403)
  })

  it('stays so for the key that replaces it', async () => {
    const { ask, me, id } = await deploy({ workspace_token: TOKEN })
    const rolled = (await ask('POST', `/${id}/roll`, { overlap_hours: 1 })).json
    expect(rolled.record.needs_workspace_account).toBe(true)
    expect((await me({}, rolled.key)).status).toBe(403)
    expect((await me()).status).toBe(403)
  })
})

describe('a key that had the stored payment account', () => {
  const bill = { bill_id: 'a' }

  it('lists it among its accounts', async () => {
    const { ask, call, change, gateway, key } = await deploy({ stored_payment: true })
    const [listed] = (await ask('GET', '')).json.keys
    expect(listed.accounts).toEqual(['payment'])
    expect((await call('payment_read_bill', bill)).text).not.toMatch(/names no payment account/)
    const read = await gateway.call('/api/v1/payment/read', { ...json('POST', bill), key })
    expect(read.json.error).not.toMatch(/^connection: /)
    expect((await change({ accounts: null })).accounts).toBeNull()
    expect((await call('payment_read_bill', bill)).text).toMatch(/^this connection names no payment account: /)
  })

  it('beside the accounts that it had', async () => {
    const one = await deploy({ stored_payment: true, accounts: ['payment:two', 'notes:two'] })
    expect((await one.ask('GET', '')).json.keys[0].accounts).toEqual(['payment:two', 'notes:two'])
    const other = await deploy({ stored_payment: true, accounts: ['notes:two'] })
    const keys = (await other.ask('GET', '')).json.keys
    expect(keys.at(-1).accounts).toEqual(['notes:two', 'payment'])
  })
})

it.each([{ workspace_token: 'ntn_test' }, { stored_payment: true }])(
  '%j is no field of a key any more',
  async (field) => {
    const { ask, id } = await deploy({})
    const [name = ''] = Object.keys(field)
    const refused = { status: 400, json: { error: expect.stringContaining(`${name}: is not known`) } }
    expect(await ask('POST', '', { name: 'other', ...field })).toMatchObject(refused)
    expect(await ask('PATCH', `/${id}`, field)).toMatchObject(refused)
  },
)
