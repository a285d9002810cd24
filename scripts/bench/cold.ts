import { openClient, type RequestOptions } from './client.ts'
import { restingCpuMs } from './cpu.ts'
import { type Figure, ms } from './figure.ts'
import { dataSource, keyed, posted, settingsBefore } from './gateway-settings.ts'
import { median } from './median.ts'
import { type BenchWorker, startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

const ROUNDS = 9
const MOST_START = 2
const MOST_FIRST_MS = 10

const rpc = (method: string, params: object = {}) =>
  posted({ jsonrpc: '2.0', id: 1, method, params }, { Accept: 'application/json, text/event-stream' })

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }

/** The first requests whose cost is measured, each in a separate isolate. */
const FIRST: readonly { what: string; path: string; request?: RequestOptions }[] = [
  { what: '/health', path: '/health' },
  { what: '/openapi.json', path: '/openapi.json' },
  { what: 'MCP initialize', path: '/mcp', request: rpc('initialize', INITIALIZE) },
  { what: 'MCP tools/list', path: '/mcp', request: rpc('tools/list') },
  { what: 'a GET that is passed on', path: '/api/v1/recorder/config', request: keyed },
  { what: 'a listing', path: '/api/v1/recorder/files?limit=20', request: keyed },
  { what: 'a transcript', path: '/api/v1/recorder/files/u10-0/transcript?format=srt', request: keyed },
  { what: 'orders of the shop', path: '/api/v1/shop/orders', request: posted({ pageIndex: 0, pageSize: 10 }) },
  {
    what: 'a workspace query',
    path: `/api/v2/workspace/data-source/${dataSource(1)}/query`,
    request: posted({ page_size: 1 }),
  },
]

/** The cost of a start compared with an empty Worker, and of an isolate's first request compared with its start. */
export async function benchCold(): Promise<Figure[]> {
  const upstream = await startUpstream()
  const gateway = { name: 'latchkey', settings: settingsBefore(upstream) }
  const starts = { empty: [] as number[], reference: [] as number[], latchkey: [] as number[] }
  const first = FIRST.map((): number[] => [])
  try {
    for (let round = 0; round < ROUNDS; round++) {
      starts.empty.push((await cold({ name: 'empty', file: 'empty-worker.js', settings: {} })).start)
      starts.reference.push(
        (await cold({ name: 'reference', file: 'reference-worker.ts', settings: {} }, '/hello?name=bench')).start,
      )
      for (const [index, { path, request }] of FIRST.entries()) {
        const { start, first: cost } = await cold(gateway, path, request)
        starts.latchkey.push(start)
        first[index]?.push(cost)
      }
    }
  } finally {
    await upstream.stop()
  }
  const empty = median(starts.empty)
  const overEmpty = (values: readonly number[]) => values.map((value) => value - empty)
  return [
    {
      what: 'CPU of a start over an empty Worker',
      print: ms,
      anchor: overEmpty(starts.reference),
      latchkey: overEmpty(starts.latchkey),
      limits: [{ over: 'anchor', most: MOST_START }],
    },
    ...FIRST.map(({ what }, index) => ({
      what: `CPU of the first request: ${what}`,
      print: ms,
      latchkey: first[index] ?? [],
      limits: [{ most: MOST_FIRST_MS }],
    })),
  ]
}

/** Starts a Worker and sends one request. Returns the CPU milliseconds of each. */
async function cold(worker: BenchWorker, path = '/', request: RequestOptions = {}) {
  const runtime = await startRuntime([worker])
  const client = await openClient(new URL(path, runtime.origins[worker.name]), 1, request)
  const start = await restingCpuMs(runtime.pid)
  await client.ask(0)
  const after = await restingCpuMs(runtime.pid)
  client.close()
  await runtime.stop()
  return { start, first: after - start }
}
