import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import { Miniflare, type MiniflareOptions } from 'miniflare'

export type Worker = Extract<MiniflareOptions, { workers: unknown }>['workers'][number]['config']

export interface Request {
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string
}

export interface Cost {
  /** CPU milliseconds of the whole runtime for each request. */
  cpu: number
  /** Milliseconds until the response is read. */
  wait: number
}

export interface Runtime {
  /** Sends the request that many times, over so many connections. Rejects when one is not answered with 200. */
  load(worker: string, request: Request, amount: number, connections?: number): Promise<Cost>
  /** The body of the response. */
  read(worker: string, request: Request): Promise<string>
  /** CPU milliseconds so far, once the runtime is idle. */
  restingCpu(): Promise<number>
  stop(): Promise<void>
}

/** Runs Workers in one runtime, each with a socket and an isolate of its own. */
export async function startRuntime(workers: readonly Worker[]): Promise<Runtime> {
  const before = childProcesses()
  const runtime = new Miniflare({
    host: '127.0.0.1',
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: () => {},
    workers: workers.map((config) => ({
      config,
      dev: { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }], cacheAPI: false },
    })),
  })
  await runtime.ready
  const pid = childProcesses().find((child) => !before.includes(child)) ?? ''
  const urlOf = async (worker: string, path: string) => new URL(path, await runtime.unsafeGetDirectURL(worker)).href
  const read = async (worker: string, { path, ...request }: Request) => {
    const response = await fetch(await urlOf(worker, path), request)
    const text = await response.text()
    if (response.ok) return text
    throw new Error(`${worker} answers ${path} with ${response.status} ${text.slice(0, 600)}`)
  }
  return {
    read,
    stop: () => runtime.dispose(),
    async load(worker, request, amount, connections = 1) {
      const { path, ...options } = request
      const url = await urlOf(worker, path)
      const [cpu, started] = [cpuMs(pid), performance.now()]
      const result = await autocannon({ url, ...options, connections, amount, timeout: 60, sampleInt: 10 })
      const cost = { cpu: (cpuMs(pid) - cpu) / amount, wait: (performance.now() - started) / amount }
      if (result['2xx'] === amount) return cost
      await read(worker, request)
      throw new Error(`${worker} answers ${path} with 200 only ${result['2xx']} times of ${amount}`)
    },
    async restingCpu() {
      let last = cpuMs(pid)
      for (let idle = 0; idle < 2; ) {
        await setTimeout(25)
        const now = cpuMs(pid)
        idle = now - last < 0.3 ? idle + 1 : 0
        last = now
      }
      return last
    },
  }
}

const childProcesses = () =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'latin1').split(' ').filter(Boolean),
  )

/** CPU of all threads of a process. Linux reports it in nanoseconds. */
function cpuMs(pid: string): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Measures each name once a round, every other round in reverse, so that none always follows the same one. */
export async function inRounds<Name extends string>(
  rounds: number,
  names: readonly Name[],
  measure: (name: Name) => Promise<number>,
): Promise<Record<Name, number[]>> {
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) values[name].push(await measure(name))
  return values
}
