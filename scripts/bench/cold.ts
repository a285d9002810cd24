import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient, type RequestOptions } from './client.ts'
import { restingCpuMs } from './cpu.ts'
import { type Figure, ms } from './figure.ts'
import { ADMIN_KEY, dataSource, keyed, posted, settingsBefore } from './gateway-settings.ts'
import { median } from './median.ts'
import { inRounds } from './rounds.ts'
import { type BenchWorker, startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

/** How many isolates one process has. There are several, because the start of a process takes as much CPU as many isolates. */
const ISOLATES = { starting: 16, asked: 8 }
const ROUNDS = { starting: 8, asked: 3 }

const EMPTY = { name: 'empty', file: 'empty-worker.js', settings: {} }
const REFERENCE = { name: 'reference', file: 'reference-worker.ts', settings: {} }

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

/** The cost of a start over an empty Worker, and of an isolate's first request over that of a Worker that only forwards. */
export async function benchCold(): Promise<Figure[]> {
  const upstream = await startUpstream()
  const gateway = { name: 'latchkey', settings: settingsBefore(upstream) }
  const settings = { UPSTREAM: upstream.origin }
  const forwarding = { name: 'forwarding', file: 'forwarding-worker.js', settings }
  const logging = { name: 'logging', file: 'logging-worker.js', settings }
  const forwarded: number[] = []
  const logged: number[] = []
  const first = FIRST.map((): number[] => [])
  const ofDeployment: number[] = []
  const objects = await Promise.all(FIRST.map(() => mkdtemp(join(tmpdir(), 'latchkey-objects-'))))
  try {
    for (const [index, request] of FIRST.entries()) await firstMs(gateway, request, objects[index])
    for (let round = 0; round < ROUNDS.asked; round++) {
      forwarded.push(await firstMs(forwarding, { path: '/' }))
      logged.push(await firstMs(logging, { path: '/' }))
      for (const [index, request] of FIRST.entries())
        first[index]?.push(await firstMs(gateway, request, objects[index]))
      ofDeployment.push(await firstMs(gateway, LISTING))
    }
  } finally {
    for (const folder of objects) await rm(folder, { recursive: true })
    await upstream.stop()
  }
  return [
    await benchStart(),
    {
      what: 'CPU of the first request of the anchor if it logs a line',
      print: ms,
      anchor: forwarded,
      latchkey: logged,
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

/**
 * The least CPU of all rounds, because other load on the machine only adds to it, and a start takes little. The empty Worker that is
 * subtracted from the gateway has the same size, because the runtime first reads a configuration that contains all scripts.
 */
async function benchStart(): Promise<Figure> {
  const workers = {
    empty: EMPTY,
    reference: REFERENCE,
    emptyOfSameSize: { ...EMPTY, data: process.env.BENCH_GATEWAY },
    latchkey: { name: 'latchkey', settings: {}, hasObjects: false },
  }
  const names = ['empty', 'reference', 'emptyOfSameSize', 'latchkey'] as const
  const { empty, reference, emptyOfSameSize, latchkey } = await inRounds(ROUNDS.starting, names, (name) =>
    startMs(workers[name]),
  )
  return {
    what: 'CPU of a start over an empty Worker',
    print: ms,
    anchor: [Math.min(...reference) - Math.min(...empty)],
    latchkey: [Math.min(...latchkey) - Math.min(...emptyOfSameSize)],
    limits: [{ over: 'anchor', most: MOST_START }],
  }
}

/** Copies of a Worker. Each has its own isolate and its own Durable Objects. */
const copies = (worker: BenchWorker, count: number): BenchWorker[] =>
  Array.from({ length: count }, (_, index) => ({ ...worker, name: `${worker.name}${index}` }))

/** The CPU milliseconds of the start of an isolate. */
async function startMs(worker: BenchWorker): Promise<number> {
  const runtime = await startRuntime(copies(worker, ISOLATES.starting))
  try {
    return (await restingCpuMs(runtime.pid)) / ISOLATES.starting
  } finally {
    await runtime.stop()
  }
}

/**
 * The CPU milliseconds of the first request of an isolate: the median of several in one process, without the first, because its
 * request also loads what the process needs once.
 *
 * @param objects the folder of the Durable Objects. By default they are new
 */
async function firstMs(
  worker: BenchWorker,
  { path, request }: Pick<FirstRequest, 'path' | 'request'>,
  objects?: string,
): Promise<number> {
  const runtime = await startRuntime(copies(worker, ISOLATES.asked), { objects })
  const measured: number[] = []
  try {
    for (const origin of Object.values(runtime.origins)) {
      const before = await restingCpuMs(runtime.pid)
      const client = await openClient(new URL(path, origin), 1, request)
      await client.ask(0)
      measured.push((await restingCpuMs(runtime.pid)) - before)
      client.close()
    }
  } finally {
    await runtime.stop()
  }
  return median(measured.slice(1))
}
