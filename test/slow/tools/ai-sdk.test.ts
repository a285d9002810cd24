import { createMCPClient, type MCPClient } from '@ai-sdk/mcp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PRO_KEY, startGateway } from '../../node/scripts/started-gateway.ts'
import { NOTION_TOKENS } from '../../simulators/workspace/index.ts'

/** Tasks of test/tasks with a client that is not of the protocol's authors, on the built Worker. */

let gateway: Awaited<ReturnType<typeof startGateway>>
let client: MCPClient

const REACH: Record<string, string> = {
  workspace_upsert_records: 'gateway_change',
  payment_destroy_bill: 'gateway_send',
}
const HEADERS = { 'X-API-KEY': PRO_KEY, 'X-Workspace-Token': NOTION_TOKENS.full, 'X-Payment-Mode': 'true' }

beforeAll(async () => {
  // With it, the gateway has an address at which the product reports a payment.
  gateway = await startGateway({ CREDENTIALS_KEY: `${'A'.repeat(43)}=` })
  const url = new URL('/mcp', gateway.origin).href
  client = await createMCPClient({ transport: { type: 'http', url, headers: HEADERS } })
})

afterAll(async () => {
  await client.close()
  await gateway.stop()
})

// biome-ignore lint/suspicious/noExplicitAny: a script looks into any answer and fails on what is not there
type Read = any

/** Reads under their own name; a change that the list does not have through the tool that runs it. */
async function call(name: string, args: Record<string, unknown> = {}): Promise<{ isError: boolean; texts: string[] }> {
  const reach = REACH[name]
  const asked = reach ? { name: reach, arguments: { tool: name, arguments: args } } : { name, arguments: args }
  const { isError = false, content } = (await client.callTool(asked)) as Read
  return { isError, texts: content.map(({ text }: { text: string }) => text) }
}

async function read(name: string, args: Record<string, unknown> = {}): Promise<Read> {
  const { isError, texts } = await call(name, args)
  expect(isError, texts.join('\n')).toBe(false)
  return JSON.parse(texts[0] ?? '')
}

async function http(path: string, body?: object): Promise<Read> {
  const answer = await fetch(new URL(path, gateway.origin), {
    method: body ? 'POST' : 'GET',
    headers: { ...HEADERS, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

describe('the client of the AI SDK', () => {
  it('gets the default list and the instructions', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['recorder_sync', 'payment_request_bill', 'gateway_change', 'gateway_send']),
    )
    expect(client.instructions).toMatch(/^The accounts of one person/)
    // It converts each schema for a model.
    expect(Object.keys(await client.tools())).toEqual(tools.map(({ name }) => name))
  })

  it('finds a recording by its content, and reads the passage', async () => {
    const { files } = await read('recorder_search', { query: '알림 설정' })
    const [{ id }] = files
    const { text } = await read('recorder_get_transcript', { id, around: '알림 설정' })
    const said = text.split('\n').find((line: string) => line.includes('알림 설정'))
    expect((await http(`/api/v1/recorder/files/${id}/transcript?format=text`)).text).toContain(said)
  })

  it('sums sales', async () => {
    const window = { from: '2026-10-01', to: '2026-10-31', group_by: 'day_product' }
    const { result } = await read('shop_list_sales', { ...window, fields: 'all' })
    expect(result).toEqual((await http(`/api/v1/shop/sales?${new URLSearchParams(window)}`)).result)
  })

  it('writes rows once', async () => {
    const { results } = await read('workspace_search', { query: 'Tasks', type: 'data_source' })
    const [{ id: data_source_id }] = results
    const upsert = () =>
      read('workspace_upsert_records', { data_source_id, key: 'Name', records: [{ Name: 'By another client' }] })
    expect([(await upsert()).created, (await upsert()).unchanged]).toEqual([1, 1])
    const { results: rows } = await http(`/api/v2/workspace/data-source/${data_source_id}/query`, {
      filters: [{ key: 'Name', value: 'By another client' }],
    })
    expect(rows).toHaveLength(1)
  })

  it('sends a bill once, and takes it back', async () => {
    const bill = {
      ...{ product_nm: '수강료', member_nm: '홍길동', phone: '010-1234-5678', price: 33_000 },
      ...{ expire_dt: '2099-12-31', idempotency_key: 'another-client' },
    }
    const { bill_id } = (await read('payment_request_bill', bill)).result
    expect((await read('payment_request_bill', bill)).result.bill_id).toBe(bill_id)
    await read('payment_destroy_bill', { bill_id, price: 33_000, idempotency_key: 'another-client-2' })
    expect((await http('/api/v1/payment/read', { bill_id })).result.appr_state).toBe('D')
  })

  it('reads how to correct a call', async () => {
    const { isError, texts } = await call('recorder_get_summary', { id: 'nope' })
    expect(isError).toBe(true)
    expect(texts).toEqual([expect.stringContaining('there is no recording with this id')])
  })
})
