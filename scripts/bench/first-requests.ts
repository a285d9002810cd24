import { openClient, type RequestOptions } from './client.ts'
import { ADMIN_KEY, dataSource, keyed, posted } from './gateway-settings.ts'
import { type BenchWorker, startRuntime } from './runtime.ts'

const rpc = (method: string, params: object = {}) =>
  posted({ jsonrpc: '2.0', id: 1, method, params }, { Accept: 'application/json, text/event-stream' })

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }

/** A request, without its name. */
export interface FirstCall {
  path: string
  request?: RequestOptions
}

interface FirstRequest extends FirstCall {
  what: string
}

export const LISTING: FirstRequest = {
  what: 'recorder, a listing',
  path: '/api/v1/recorder/files?limit=20',
  request: keyed,
}

/**
 * The first requests whose cost is measured, each in a separate isolate of a deployment that has had the same request
 * before, so that its Durable Objects exist: at least one of each group and surface.
 */
export const FIRST: readonly FirstRequest[] = [
  { what: 'recorder, a GET that is passed on', path: '/api/v1/recorder/config', request: keyed },
  LISTING,
  {
    what: 'recorder, a transcript as srt',
    path: '/api/v1/recorder/files/u10-0/transcript?format=srt',
    request: keyed,
  },
  { what: 'notes', path: '/api/v1/notes/notes/0c1d2e3f-4a5b-4c6d-8e7f-001122334455', request: keyed },
  {
    what: 'workspace, a query',
    path: `/api/v2/workspace/data-source/${dataSource(1)}/query`,
    request: posted({ page_size: 1 }),
  },
  { what: 'shop, orders', path: '/api/v1/shop/orders', request: posted({ pageIndex: 0, pageSize: 10 }) },
  {
    what: 'payment, stored bills',
    path: '/api/v1/payment/bills',
    request: { headers: { ...keyed.headers, 'X-Payment-Mode': 'true' } },
  },
  { what: 'video, metadata', path: '/api/v1/video/metadata', request: posted({ video_id: 'dQw4w9WgXcQ' }) },
  { what: 'social', path: '/api/v1/social/me', request: keyed },
  { what: 'events, subscriptions', path: '/api/v1/events/subscriptions', request: keyed },
  { what: 'gateway, doctor', path: '/api/v1/doctor?accounts=social', request: keyed },
  {
    what: 'admin, overview',
    path: '/api/v1/admin/overview',
    request: { headers: { Authorization: `Bearer ${ADMIN_KEY}` } },
  },
  { what: 'MCP initialize', path: '/mcp', request: rpc('initialize', INITIALIZE) },
  { what: 'MCP tools/list', path: '/mcp', request: rpc('tools/list') },
  {
    what: 'MCP tools/call, social',
    path: '/mcp',
    request: rpc('tools/call', { name: 'social_get_user', arguments: {} }),
  },
  { what: 'OAuth metadata', path: '/.well-known/oauth-authorization-server' },
  { what: '/openapi.json', path: '/openapi.json' },
  { what: '/health', path: '/health' },
]

/** How many isolates of one process are measured. */
const ISOLATES = 7

/** Copies of a Worker. Each has its own isolate and its own Durable Objects. */
export const copies = (worker: BenchWorker, count: number): BenchWorker[] =>
  Array.from({ length: count }, (_, index) => ({ ...worker, name: `${worker.name}${index}` }))

/**
 * Visits the measured isolates of one process, which have had no request yet. Another isolate gets a request before them, because the
 * first request of a process also loads what all isolates share.
 *
 * @param objects the folder of the Durable Objects. By default they are new
 * @param visit is called for each isolate, with the id of the process and a function that sends the request
 */
export async function askIsolates(
  worker: BenchWorker,
  { path, request }: FirstCall,
  objects: string | undefined,
  visit: (pid: number, ask: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { origins, pid, stop } = await startRuntime(copies(worker, 1 + ISOLATES), { objects })
  const ask = async (origin: string) => {
    const client = await openClient(new URL(path, origin), 1, request)
    await client.ask(0)
    client.close()
  }
  try {
    const [before = '', ...rest] = Object.values(origins)
    await ask(before)
    for (const origin of rest) await visit(pid, () => ask(origin))
  } finally {
    await stop()
  }
}
