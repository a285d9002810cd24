import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'
import { Miniflare } from 'miniflare'
import { buildWorker } from '../support/build.ts'
import { LOCAL_CREDENTIALS_KEY } from '../support/gateways.ts'
import { gatewayWorker } from '../support/workerd.ts'
import { eventsModule } from './events-module.ts'

/** `npm run bench:events`: what EVENTS delivers in a second, and what it costs a day at rest (docs/measurements.md). */

const BACKLOG = 1000
/** A tick of the kernel's account of CPU time, in milliseconds. */
const TICK_MS = 10

interface Day {
  rings: number
  calls: number
  read: number
  written: number
}

const worker = await buildWorker()

for (const ms of [0, 100]) {
  const times: number[] = []
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', async () => {
      if (ms > 0) await pass(ms)
      times.push(performance.now())
      outgoing.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await withEvents(0, async (call) => {
    await call('begin', `http://127.0.0.1:${port}/hook`)
    await call('fill', BACKLOG)
    while (times.length < BACKLOG) await pass(50)
  })
  server.close()
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
  console.log(`backlog of ${BACKLOG}, endpoint of ${ms} ms: ${Math.round(BACKLOG / seconds)} deliveries per second`)
}

for (const sources of [0, 1, 3]) {
  await withEvents(sources, async (call, cpuMs) => {
    await call('begin', 'https://hooks.example.com/')
    const warm: Day = await call('day', 0)
    const before = cpuMs()
    const { rings, calls, read, written }: Day = await call('day', 0)
    const cpu = rings === 0 ? 0 : (cpuMs() - before) / rings
    console.log(
      `a quiet day with ${sources} watched sources: ${rings} alarms (${warm.rings} the day before), ${calls} calls of products, ${read} rows read, ${written} rows written, ${cpu.toFixed(1)} ms of CPU for each alarm`,
    )
  })
}

/** Runs EVENTS with so many sources that never find anything. */
async function withEvents(
  sources: number,
  use: (call: (method: string, value: unknown) => Promise<never>, cpuMs: () => number) => Promise<void>,
): Promise<void> {
  const settings = { LICENCE: 'pro', CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY, SOURCES: String(sources) }
  const config = gatewayWorker(worker, settings, { before: [eventsModule] })
  const runtime = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: () => {},
    workers: [{ config }],
  })
  try {
    const address = await runtime.ready
    const call = async (method: string, value: unknown): Promise<never> => {
      const response = await fetch(address, { method: 'POST', body: JSON.stringify({ method, value }) })
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()) as never
    }
    await use(call, cpuOfWorkerd)
  } finally {
    await runtime.dispose()
  }
}

/** The CPU time of the runtime, in milliseconds: this process has no other child of the name. */
function cpuOfWorkerd(): number {
  const pids = execFileSync('pgrep', ['-P', String(process.pid), 'workerd'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS
  }, 0)
}
