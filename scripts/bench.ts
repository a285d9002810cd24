import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchAudit } from './bench/audit.ts'
import { benchCalls } from './bench/calls.ts'
import { benchCold } from './bench/cold.ts'
import { type Figure, getColumns, HEAD, isReached, kib } from './bench/figure.ts'
import { benchGrowth } from './bench/growth.ts'
import { benchLargeAnswers } from './bench/large.ts'
import { benchLimits } from './bench/limits.ts'
import { benchMemory } from './bench/memory.ts'
import { benchRequests } from './bench/requests.ts'
import { benchSales } from './bench/sales.ts'
import { benchSync } from './bench/sync.ts'
import { buildWorker } from './support/build.ts'
import { fail, readCommand } from './support/usage.ts'

const MOST_BYTES = 1.5 * 1024 * 1024

const PARTS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  requests: benchRequests,
  audit: benchAudit,
  large: benchLargeAnswers,
  cold: benchCold,
  growth: benchGrowth,
  memory: benchMemory,
  sync: benchSync,
  calls: benchCalls,
  limits: benchLimits,
  sales: benchSales,
}

/**
 * `npm run bench`: prints the figures of docs/measurements.md as ratios and sizes, with their limits. Needs Linux, but
 * no network.
 */
const { positionals } = readCommand({
  usage: `npm run bench [part]

Prints the figures of the gateway on this machine, and fails when one misses its limit. It takes about seven minutes, and wants
a machine that does nothing else. The parts are ${Object.keys(PARTS).join(', ')}.`,
  options: {},
  words: 1,
})
const [only] = positionals
if (process.platform !== 'linux') fail('The CPU time of a process can only be read on Linux: run this on Linux.')
if (only !== undefined && !(only in PARTS)) fail(`${only}: the parts are ${Object.keys(PARTS).join(', ')}`)

const worker = await buildWorker()
const size: Figure = {
  what: 'the whole upload',
  print: kib,
  latchkey: [Buffer.byteLength(worker)],
  limits: [{ most: MOST_BYTES }],
}

const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
process.env.BENCH_GATEWAY = join(folder, 'index.js')
await writeFile(process.env.BENCH_GATEWAY, worker)
const figures: Figure[] = []
try {
  for (const [name, measure] of Object.entries(PARTS)) if (!only || only === name) figures.push(...(await measure()))
} finally {
  await rm(folder, { recursive: true })
}
figures.push(size)

const rows = [HEAD, ...figures.map(getColumns)]
const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
for (const row of rows) console.log(line(row).trimEnd())

const missed = figures.filter((figure) => !isReached(figure))
if (missed.length > 0) fail(`\nMissed: ${missed.map(({ what }) => what).join('; ')}`)
