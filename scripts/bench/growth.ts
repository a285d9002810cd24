import { openClient, type RequestOptions } from './client.ts'
import { cpuMs } from './cpu.ts'
import { type Figure, us } from './figure.ts'
import { dataSource, keyed, posted, settingsBefore } from './gateway-settings.ts'
import { startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

const ROUNDS = 5
/** The largest response may cost this many times as much per unit as a medium one. More would not be linear. */
const MOST_GROWTH = 1.5

interface Growing {
  what: string
  /** From small to large. The first one warms up, the others are compared. */
  sizes: readonly number[]
  path: (size: number) => string
  /** A GET with the key when absent. */
  request?: (size: number) => RequestOptions
}

const OPERATIONS: readonly Growing[] = [
  {
    what: 'utterances as srt',
    sizes: [1000, 10_000, 40_000],
    path: (size) => `/api/v1/recorder/files/u${size}-0/transcript?format=srt`,
  },
  {
    what: 'utterances as json',
    sizes: [1000, 10_000, 40_000],
    path: (size) => `/api/v1/recorder/files/u${size}-0/transcript`,
  },
  {
    what: 'recordings of a sync',
    sizes: [1, 5, 20],
    path: (size) => `/api/v1/recorder/sync?limit=${size}&transcript_format=srt`,
  },
  {
    what: 'orders',
    sizes: [10, 30, 100],
    path: () => '/api/v1/shop/flattened-orders',
    request: (size) => posted({ pageIndex: 0, pageSize: size }),
  },
  {
    what: 'rows inserted',
    sizes: [1, 20, 100],
    path: () => '/api/v1/workspace/bulk-insert',
    request: (size) =>
      posted({
        data_source_id: dataSource(1),
        records: Array.from({ length: size }, (_, index) => ({ Name: `Row ${index}`, Amount: index })),
      }),
  },
]

/**
 * The cost of one unit of a growing response: in the largest one relative to the medium one. It is 1 when the cost is
 * linear.
 */
export async function benchGrowth(): Promise<Figure[]> {
  const upstream = await startUpstream({ utterances: 3000 })
  const settings = { ...settingsBefore(upstream), SUBREQUESTS: '1000' }
  const runtime = await startRuntime([{ name: 'latchkey', settings }])
  try {
    const figures: Figure[] = []
    for (const operation of OPERATIONS) {
      const [, middle = [], large = []] = await perUnit(operation, runtime.origins.latchkey ?? '', runtime.pid)
      const [, middleSize, largeSize] = operation.sizes
      figures.push({
        what: `CPU of one of ${largeSize} ${operation.what}, over one of ${middleSize}`,
        print: us,
        anchor: middle,
        latchkey: large,
        limits: [{ over: 'anchor', most: MOST_GROWTH }],
      })
    }
    return figures
  } finally {
    await runtime.stop()
    await upstream.stop()
  }
}

/** CPU milliseconds per unit at each size, one value per round. */
async function perUnit({ sizes, path, request }: Growing, origin: string, pid: number): Promise<number[][]> {
  const costs = sizes.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, size] of sizes.entries()) {
      const client = await openClient(new URL(path(size), origin), 1, request?.(size) ?? keyed)
      const before = cpuMs(pid)
      await client.ask(0)
      client.close()
      if (round > 0) costs[index]?.push((cpuMs(pid) - before) / size)
    }
  }
  return costs
}
