import { Pool } from 'undici'
import { median } from './median.ts'
import { startProcess } from './process.ts'

const PATH = '/api/v1/recorder/config'
/** Many short rounds: two Workers are compared within one, before the machine turns to something else. */
const ROUNDS = 25
const WARM_UP = 3000
const SEQUENTIAL = 160
const PARALLEL_MS = 400
const CONNECTIONS = 32
const KEY = 'bench-key'

const NAMES = ['forwarding', 'handwritten', 'latchkey'] as const
type Name = (typeof NAMES)[number]

/** One value a round. */
export interface RequestFigures {
  /** Milliseconds of the middle request while 32 connections are busy. */
  p50: number[]
  /** Requests per second over 32 connections. */
  perSecond: number[]
  /** Milliseconds of the middle request of one connection, one after another. */
  alone: number[]
}

/** Times a proxied GET through each Worker in one workerd, in rounds of reversed order. */
export async function benchRequests(): Promise<Record<Name, RequestFigures>> {
  const upstream = await startProcess('upstream.ts', '0')
  const workers = await startProcess('workers.ts', upstream.origin, KEY)
  const open = () => new Pool(workers.origin, { connections: CONNECTIONS, pipelining: 1 })
  const pools: Record<Name, Pool> = { forwarding: open(), handwritten: open(), latchkey: open() }
  const none = (): RequestFigures => ({ p50: [], perSecond: [], alone: [] })
  const figures: Record<Name, RequestFigures> = { forwarding: none(), handwritten: none(), latchkey: none() }
  try {
    for (const name of NAMES) await repeat(WARM_UP, 8, () => ask(name, pools[name]))

    for (let round = 0; round < ROUNDS; round++) {
      for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
        const own = figures[name]
        own.alone.push(median(await sequential(name, pools[name])))
        const times = await parallel(name, pools[name])
        own.p50.push(median(times))
        own.perSecond.push(times.length / (PARALLEL_MS / 1000))
      }
    }
    for (const name of NAMES) await pools[name].close()
    return figures
  } finally {
    workers.stop()
    upstream.stop()
  }
}

async function ask(name: Name, pool: Pool): Promise<void> {
  const { statusCode, body } = await pool.request({
    path: PATH,
    method: 'GET',
    headers: { 'x-api-key': KEY, host: `${name}.test` },
  })
  const text = await body.text()
  if (statusCode !== 200 || !text.includes('feature_number_59'))
    throw new Error(`answered ${statusCode}: ${text.slice(0, 200)}`)
}

async function repeat(times: number, connections: number, work: () => Promise<void>): Promise<void> {
  let left = times
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) await work()
    }),
  )
}

async function sequential(name: Name, pool: Pool): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < SEQUENTIAL; i++) {
    const started = performance.now()
    await ask(name, pool)
    times.push(performance.now() - started)
  }
  return times
}

/** Times of the requests that ended within PARALLEL_MS. */
async function parallel(name: Name, pool: Pool): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + PARALLEL_MS
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let started = performance.now(); started < end; started = performance.now()) {
        await ask(name, pool)
        if (performance.now() < end) times.push(performance.now() - started)
      }
    }),
  )
  return times
}
