import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient, type RequestOptions } from './client.ts'
import { restingCpuMs } from './cpu.ts'
import { type Figure, ms } from './figure.ts'
import { ADMIN_KEY, dataSource, keyed, posted, settingsBefore } from './gateway-settings.ts'
import { type BenchWorker, startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

const ROUNDS = 15
/** The isolates of one process whose start is measured together: the process itself takes as much CPU as many of them. */
const ISOLATES = 8

const EMPTY = { name: 'empty', file: 'empty-worker.js', hasObjects: true, settings: {} }
const REFERENCE = { name: 'reference', file: 'reference-worker.ts', hasObjects: true, settings: {} }

const MOST_START = 5
const MOST_FIRST_MS = 8

const rpc = (method: string, params: object = {}) =>
  posted({ jsonrpc: '2.0', id: 1, method, params }, { Accept: 'application/json, text/event-stream' })

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }

interface FirstRequest {
  what: string
  path: string
  request?: RequestOptions
}

const LISTING: FirstRequest = {
  what: 'recorder, a listing',
  path: '/api/v1/recorder/files?limit=20',
  request: keyed,
}

/**
 * The first requests whose cost is measured, each in a separate isolate of a deployment that has had the same request
 * before, so that its Durable Objects exist: at least one of each group and surface.
 */
const FIRST: readonly FirstRequest[] = [
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

/**
 * The cost of a start over an empty Worker, and of an isolate's first request over that of a Worker that only forwards.
 * Every value is a difference within one round, so that the speed of the machine at that moment matters less.
 */
export async function benchCold(): Promise<Figure[]> {
  const upstream = await startUpstream()
  const gateway = { name: 'latchkey', settings: settingsBefore(upstream) }
  const forwarding = { name: 'forwarding', file: 'forwarding-worker.js', settings: { UPSTREAM: upstream.origin } }
  const over = { reference: [] as number[], latchkey: [] as number[] }
  const forwarded: number[] = []
  const first = FIRST.map((): number[] => [])
  const ofDeployment: number[] = []
  const objects = await Promise.all(FIRST.map(() => mkdtemp(join(tmpdir(), 'latchkey-objects-'))))
  try {
    for (const [index, request] of FIRST.entries()) await firstMs(gateway, request, objects[index])
    for (let round = 0; round < ROUNDS; round++) {
      const empty = await startMs(EMPTY)
      over.reference.push((await startMs(REFERENCE)) - empty)
      over.latchkey.push((await startMs(gateway)) - empty)
      forwarded.push(await firstMs(forwarding, { path: '/' }))
      for (const [index, request] of FIRST.entries())
        first[index]?.push(await firstMs(gateway, request, objects[index]))
      ofDeployment.push(await firstMs(gateway, LISTING))
    }
  } finally {
    for (const folder of objects) await rm(folder, { recursive: true })
    await upstream.stop()
  }
  return [
    {
      what: 'CPU of a start over an empty Worker',
      print: ms,
      anchor: over.reference,
      latchkey: over.latchkey,
      limits: [{ over: 'anchor', most: MOST_START }],
    },
    {
      what: `CPU of the first request of a deployment: ${LISTING.what}`,
      print: ms,
      anchor: forwarded,
      latchkey: ofDeployment,
    },
    ...FIRST.map(({ what }, index) => ({
      what: `CPU of the first request: ${what}`,
      print: ms,
      anchor: forwarded,
      latchkey: first[index] ?? [],
      limits: [{ over: 'anchor' as const, more: MOST_FIRST_MS }],
    })),
  ]
}

/** The CPU milliseconds of the start of a Worker, one of ISOLATES in one process. */
async function startMs(worker: BenchWorker): Promise<number> {
  const workers = Array.from({ length: ISOLATES }, (_, index) => ({ ...worker, name: `${worker.name}${index}` }))
  const runtime = await startRuntime(workers)
  try {
    return (await restingCpuMs(runtime.pid)) / ISOLATES
  } finally {
    await runtime.stop()
  }
}

/**
 * Starts a Worker and sends one request. Returns the CPU milliseconds of the request.
 *
 * @param objects the folder of its Durable Objects. By default they are new
 */
async function firstMs(
  worker: BenchWorker,
  { path, request }: Pick<FirstRequest, 'path' | 'request'>,
  objects?: string,
) {
  const runtime = await startRuntime([worker], { objects })
  try {
    const start = await restingCpuMs(runtime.pid)
    const client = await openClient(new URL(path, runtime.origins[worker.name]), 1, request)
    await client.ask(0)
    const after = await restingCpuMs(runtime.pid)
    client.close()
    return after - start
  } finally {
    await runtime.stop()
  }
}
