import { readFile } from 'node:fs/promises'
import { Miniflare } from 'miniflare'
import { Pool } from 'undici'
import { COMPATIBILITY, gatewayWorker } from '../support/workerd.ts'
import { median } from './median.ts'
import { startUpstream } from './upstream-process.ts'

const PATH = '/api/v1/recorder/config'
const ROUNDS = 7
const WARM_UP = 3000
const SEQUENTIAL = 600
const PARALLEL_MS = 1200
const CONNECTIONS = 32
const KEY = 'bench-key'

const SETTINGS = { API_KEY: KEY, LICENCE: 'pro', RECORDER_TOKEN: 'bench-user-token' }
const NAMES = ['forwarding', 'handwritten', 'latchkey'] as const
type Name = (typeof NAMES)[number]

export interface RequestFigures {
  /** Milliseconds at the median of one connection's requests, the median over the rounds. */
  p50: number
  /** Requests per second over 32 connections, the median over the rounds. */
  perSecond: number
}

/** Times a proxied GET through each Worker in one workerd, in rounds of reversed order. */
export async function benchRequests(gateway: string): Promise<Record<Name, RequestFigures>> {
  const upstream = await startUpstream(0)
  const plain = async (name: Name) => ({
    name,
    ...COMPATIBILITY,
    manifest: {
      mainModule: 'index.js',
      modules: { 'index.js': { type: 'esm' as const, contents: await source(name) } },
    },
    env: {
      API_KEY: { type: 'text' as const, value: KEY },
      LICENCE: { type: 'text' as const, value: 'pro' },
      UPSTREAM: { type: 'text' as const, value: upstream.origin },
    },
  })
  const own = gatewayWorker(gateway, { ...SETTINGS, RECORDER_API_URL: upstream.origin })
  const configs = [own, await plain('forwarding'), await plain('handwritten')]
  const runtime = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: () => {},
    workers: configs.map((config) => ({
      config: { ...config, triggers: [{ type: 'fetch' as const, pattern: `${config.name}.test/*` }] },
    })),
  })
  try {
    const door = await runtime.ready
    const pools = new Map<Name, Pool>()
    for (const name of NAMES) pools.set(name, new Pool(door, { connections: CONNECTIONS, pipelining: 1 }))
    const figures = new Map(NAMES.map((name) => [name, { p50: [] as number[], perSecond: [] as number[] }]))
    for (const [name, pool] of pools) await repeat(WARM_UP, 8, () => ask(name, pool))

    for (let round = 0; round < ROUNDS; round++) {
      for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
        const pool = pools.get(name)
        const own = figures.get(name)
        if (!pool || !own) continue
        own.p50.push(median(await sequential(name, pool)))
        own.perSecond.push(await parallel(name, pool))
      }
    }
    for (const pool of pools.values()) await pool.close()
    const summary = (name: Name) => {
      const { p50 = [], perSecond = [] } = figures.get(name) ?? {}
      return { p50: median(p50), perSecond: median(perSecond) }
    }
    return { forwarding: summary('forwarding'), handwritten: summary('handwritten'), latchkey: summary('latchkey') }
  } finally {
    await runtime.dispose()
    upstream.stop()
  }
}

const source = (name: Name) => readFile(new URL(`${name}-worker.js`, import.meta.url), 'utf8')

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

async function parallel(name: Name, pool: Pool): Promise<number> {
  const started = performance.now()
  let answered = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - started < PARALLEL_MS) {
        await ask(name, pool)
        answered += 1
      }
    }),
  )
  return answered / ((performance.now() - started) / 1000)
}
