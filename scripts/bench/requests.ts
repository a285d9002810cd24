import { openClient } from './client.ts'
import { cpuMs } from './cpu.ts'
import { type Figure, perSecond, times, us } from './figure.ts'
import { KEY, settingsBefore } from './gateway-settings.ts'
import { median } from './median.ts'
import { inRounds } from './rounds.ts'
import { startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

/** Many short rounds: the Workers are compared within one round, before other load on the machine changes. */
const ROUNDS = 25
const WARM_UP_MS = 1500
const PARALLEL_MS = 400
const SEQUENTIAL_MS = 100
const CONNECTIONS = 32

const NAMES = ['forwarding', 'handwritten', 'latchkey'] as const
type Name = (typeof NAMES)[number]

interface Measured {
  p50: number
  perSecond: number
  /** CPU milliseconds of the runtime per request. */
  cpu: number
  /** CPU milliseconds of the client per request. */
  clientCpu: number
}

/** The cost of a proxied GET, compared with a Worker that only forwards and with a handwritten one. */
export async function benchRequests(): Promise<Figure[]> {
  const upstream = await startUpstream()
  const settings = { API_KEY: KEY, LICENCE: 'pro', UPSTREAM: upstream.origin }
  const runtime = await startRuntime([
    { name: 'forwarding', file: 'forwarding-worker.js', settings },
    { name: 'handwritten', file: 'handwritten-worker.js', settings },
    { name: 'latchkey', settings: settingsBefore(upstream) },
  ])
  const run = (name: Name, connections: number, milliseconds: number) =>
    load(new URL('/api/v1/recorder/config', runtime.origins[name]), connections, milliseconds, runtime.pid)
  try {
    for (const name of NAMES) await run(name, CONNECTIONS, WARM_UP_MS)
    const parallel = await inRounds(ROUNDS, NAMES, (name) => run(name, CONNECTIONS, PARALLEL_MS))
    const alone = await inRounds(ROUNDS, NAMES, (name) => run(name, 1, SEQUENTIAL_MS))
    return figures(parallel, alone)
  } finally {
    await runtime.stop()
    await upstream.stop()
  }
}

/** Keeps the connections busy for a while, each with one request after another. */
async function load(address: URL, connections: number, milliseconds: number, pid: number): Promise<Measured> {
  const client = await openClient(address, connections, { headers: { 'X-API-KEY': KEY } })
  const spans: number[] = []
  const [cpuBefore, clientBefore, begun] = [cpuMs(pid), process.cpuUsage(), performance.now()]
  const end = begun + milliseconds
  const work = async (connection: number) => {
    for (let started = begun; started < end; ) {
      await client.ask(connection)
      const now = performance.now()
      spans.push(now - started)
      started = now
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => work(connection)))
  const elapsed = performance.now() - begun
  const { user, system } = process.cpuUsage(clientBefore)
  const cpu = (cpuMs(pid) - cpuBefore) / spans.length
  client.close()
  const clientCpu = (user + system) / 1000 / spans.length
  return { p50: median(spans), perSecond: spans.length / (elapsed / 1000), cpu, clientCpu }
}

type Rounds = Record<Name, Measured[]>

function figures(parallel: Rounds, alone: Rounds): Figure[] {
  const of = (rounds: Rounds, key: keyof Measured) => ({
    anchor: rounds.forwarding.map((round) => round[key]),
    byHand: rounds.handwritten.map((round) => round[key]),
    latchkey: rounds.latchkey.map((round) => round[key]),
  })
  return [
    {
      what: 'CPU of a proxied GET, 32 connections',
      print: us,
      ...of(parallel, 'cpu'),
      limits: [{ over: 'byHand', most: 1.06 }],
    },
    { what: 'p50 of the same', print: us, ...of(parallel, 'p50'), limits: [{ over: 'byHand', most: 1.04 }] },
    {
      what: 'requests/s of the same',
      print: perSecond,
      ...of(parallel, 'perSecond'),
      limits: [{ over: 'byHand', least: 0.95 }],
    },
    {
      what: 'CPU of the client over that of the server',
      print: times,
      latchkey: clientShare(parallel),
      limits: [{ most: 0.1 }],
    },
    { what: 'CPU of a proxied GET, one connection', print: us, ...of(alone, 'cpu') },
    { what: 'p50 of the same', print: us, ...of(alone, 'p50') },
  ]
}

const clientShare = ({ latchkey }: Rounds) => latchkey.map(({ clientCpu, cpu }) => clientCpu / cpu)
