import type { simulatedProducts } from '../support/products.ts'

/** Requests of one kind during a day. */
export interface Habit {
  who: string
  what: string
  /** How often per day, evenly spread from midnight on. */
  times: number
  /** With a named key, with ADMIN_KEY, or without a key. */
  by: 'key' | 'owner' | 'nobody'
  requests: readonly Request[]
}

export interface Request {
  path: string
  /** Sent as JSON, with POST. */
  body?: object
  headers?: Readonly<Record<string, string>>
}

const mcp = (method: string, params: object): Request => ({
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method, params },
  headers: { Accept: 'application/json, text/event-stream' },
})
const tool = (name: string, args: object) => mcp('tools/call', { name, arguments: args })

/**
 * The requests of one owner's deployment in a day: automations that poll, an agent at work, a monitor, and views of the
 * management app.
 */
export function typicalDay({ headers }: Pick<ReturnType<typeof simulatedProducts>, 'headers'>): readonly Habit[] {
  const workspace = headers.workspace ?? {}
  const query = '/api/v2/workspace/data-source/2f1c0de0-0003-4000-8000-000000000001/query'
  const orders = { pageIndex: 0, pageSize: 10, year: 2025 }
  const payment = { 'X-Payment-Mode': 'true' }
  const file = '31401bd46bc6a0b170be6953155ddfc0'
  return [
    {
      ...{ who: 'automation', what: 'new recordings, every 5 minutes', times: 288, by: 'key' },
      requests: [{ path: '/api/v1/recorder/files/webhook-candidates?limit=20' }],
    },
    {
      ...{ who: 'automation', what: 'transcript and summary of 6 recordings', times: 6, by: 'key' },
      requests: ['transcript?format=srt', 'summary'].map((part) => ({
        path: `/api/v1/recorder/files/${file}/${part}`,
      })),
    },
    {
      ...{ who: 'automation', what: 'notes, every 15 minutes', times: 96, by: 'key' },
      requests: [{ path: '/api/v1/notes/notes?size=20' }],
    },
    {
      ...{ who: 'automation', what: 'orders, every 30 minutes', times: 48, by: 'key' },
      requests: [{ path: '/api/v1/shop/flattened-orders', body: orders }],
    },
    {
      ...{ who: 'automation', what: 'replies, every hour', times: 24, by: 'key' },
      requests: [{ path: '/api/v1/social/posts?limit=10' }],
    },
    {
      ...{ who: 'automation', what: 'rows of a table', times: 40, by: 'key' },
      requests: [{ path: query, body: { page_size: 50 }, headers: workspace }],
    },
    {
      ...{ who: 'shop', what: 'bills checked', times: 20, by: 'key' },
      requests: [{ path: '/api/v1/payment/read', body: { bill_id: '1112233333PAID000001' }, headers: payment }],
    },
    {
      ...{ who: 'agent', what: 'sessions of 8 tool calls', times: 6, by: 'key' },
      requests: [
        mcp('initialize', {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'day', version: '1' },
        }),
        mcp('tools/list', {}),
        ...Array.from({ length: 4 }, () => tool('recorder_list_files', { limit: 5 })),
        ...Array.from({ length: 4 }, () => tool('notes_list_notes', { size: 5 })),
      ],
    },
    {
      ...{ who: 'monitor', what: 'health, every minute', times: 1440, by: 'nobody' },
      requests: [{ path: '/health' }],
    },
    {
      ...{ who: 'monitor', what: 'the doctor, every hour', times: 24, by: 'key' },
      requests: [{ path: '/api/v1/doctor' }],
    },
    {
      ...{ who: 'owner', what: 'opens the management app', times: 3, by: 'owner' },
      requests: ['overview', 'accounts', 'keys', 'usage?days=7'].map((page) => ({ path: `/api/v1/admin/${page}` })),
    },
  ]
}
