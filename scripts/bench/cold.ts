import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restingCpuMs } from './cpu.ts'
import { type Figure, ms } from './figure.ts'
import { askIsolates, copies, FIRST, type FirstCall, LISTING } from './first-requests.ts'
import { settingsBefore } from './gateway-settings.ts'
import { median } from './median.ts'
import { inRounds } from './rounds.ts'
import { type BenchWorker, startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

/** How many isolates start in one process. There are several, because the start of a process takes as much CPU as many isolates. */
const ISOLATES = 16
const ROUNDS = { starting: 8, asked: 3 }

const EMPTY = { name: 'empty', file: 'empty-worker.js', settings: {} }
const REFERENCE = { name: 'reference', file: 'reference-worker.ts', settings: {} }

const MOST_START = 5
const MOST_FIRST_MS = 8

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

/** The CPU milliseconds of the start of an isolate. */
async function startMs(worker: BenchWorker): Promise<number> {
  const runtime = await startRuntime(copies(worker, ISOLATES))
  try {
    return (await restingCpuMs(runtime.pid)) / ISOLATES
  } finally {
    await runtime.stop()
  }
}

/**
 * The CPU milliseconds of the first request of an isolate: the median of several in one process.
 *
 * @param objects the folder of the Durable Objects. By default they are new
 */
async function firstMs(worker: BenchWorker, request: FirstCall, objects?: string): Promise<number> {
  const measured: number[] = []
  await askIsolates(worker, request, objects, async (pid, ask) => {
    const before = await restingCpuMs(pid)
    await ask()
    measured.push((await restingCpuMs(pid)) - before)
  })
  return median(measured)
}
