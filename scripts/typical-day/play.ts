import { readFileSync } from 'node:fs'
import { cpuMs } from '../bench/cpu.ts'
import { buildWorker } from '../support/build.ts'
import { CLOCK_HEADER, clockModule } from '../support/clock-module.ts'
import { LOCAL_CREDENTIALS_KEY, startWorkers } from '../support/gateways.ts'
import { makeKey } from '../support/local-key.ts'
import { outboundTo } from '../support/outbound.ts'
import { simulatedProducts } from '../support/products.ts'
import { SetClock } from '../support/set-clock.ts'
import { COUNTS_PATH, type Counts, countingModule } from './counting-module.ts'
import { type Habit, typicalDay } from './day.ts'

export interface Line extends Counts {
  habit: Habit
  requests: number
  /** Responses of 400 and above. There should be none. */
  failed: number
}

export interface Day {
  lines: readonly Line[]
  /** CPU milliseconds of the runtime's process for the whole day. Undefined when the system does not report them. */
  cpuMs: number | undefined
}

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-21T00:00:00Z')
const ADMIN_KEY = 'admin-key-of-a-typical-day'

/**
 * Runs the day with the built Worker and simulated products, at the times of the day, so that caches of a minute expire
 * in between.
 *
 * @param share runs this part of each habit, and scales the counts
 */
export async function playDay(share = 1): Promise<Day> {
  const clock = new SetClock(START)
  const products = simulatedProducts(clock)
  const productAt = (host: string) => products.simulators.find(({ answersFor }) => answersFor(host))
  const settings = {
    API_KEY: 'key-of-a-typical-day',
    ADMIN_KEY,
    LICENCE: 'pro',
    CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY,
  }
  const gateway = {
    ...{ name: 'day', settings: { ...products.settings, ...settings }, outbound: outboundTo(productAt) },
    before: [countingModule, clockModule(START - Date.now())],
  }
  const runtime = await startWorkers(await buildWorker(), [gateway], { hear: () => {} })
  try {
    const origin = await runtime.unsafeGetDirectURL('day')
    const key = await makeKey(origin.origin, ADMIN_KEY, { name: 'automation', licence: 'pro' })
    const keyHeaders = { key: { 'X-API-KEY': key }, owner: { Authorization: `Bearer ${ADMIN_KEY}` }, nobody: {} }
    const lines = typicalDay(products).map((habit): Line => ({ habit, requests: 0, failed: 0, ...NONE }))
    const before = runtimeCpu()
    let counts = await countsAt(origin)
    for (const { at, line } of inTurn(lines, share)) {
      clock.set(START + at)
      for (const { path, body, headers } of line.habit.requests) {
        const response = await fetch(new URL(path, origin), {
          method: body ? 'POST' : 'GET',
          headers: {
            ...{ [CLOCK_HEADER]: String(clock.now()), ...keyHeaders[line.habit.by], ...headers },
            ...(body && { 'Content-Type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        await response.arrayBuffer()
        line.requests++
        if (!response.ok) line.failed++
      }
      const after = await countsAt(origin)
      for (const name of NAMES) line[name] += after[name] - counts[name]
      counts = after
    }
    const cpu = runtimeCpu()
    return { lines, cpuMs: cpu === undefined || before === undefined ? undefined : cpu - before }
  } finally {
    await runtime.dispose()
  }
}

const NONE: Counts = {
  ...{ kvReads: 0, kvWrites: 0, kvLists: 0, kvDeletes: 0, objectCalls: 0 },
  ...{ rowsRead: 0, rowsWritten: 0, outgoing: 0, logLines: 0 },
}
const NAMES = Object.keys(NONE) as (keyof Counts)[]

const countsAt = async (origin: URL) => (await (await fetch(new URL(COUNTS_PATH, origin))).json()) as Counts

/** All habits at their times, earliest first. */
function inTurn(lines: readonly Line[], share: number): { at: number; line: Line }[] {
  const turns = lines.flatMap((line) => {
    const times = Math.ceil(line.habit.times * share)
    return Array.from({ length: times }, (_, index) => ({ at: (DAY_MS / line.habit.times) * index, line }))
  })
  return turns.sort((one, other) => one.at - other.at)
}

/** CPU of the runtime, which is a child process. Undefined when the system does not report it. */
function runtimeCpu(): number | undefined {
  try {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1').trim().split(' ')
    return children.map((pid) => cpuMs(Number(pid))).reduce((sum, one) => sum + one, 0)
  } catch {
    return undefined
  }
}
