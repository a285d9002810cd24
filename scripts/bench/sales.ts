import { openClient, type RequestOptions } from './client.ts'
import { cpuMs } from './cpu.ts'
import { type Figure, ms } from './figure.ts'
import { keyed, settingsBefore } from './gateway-settings.ts'
import { inRounds } from './rounds.ts'
import { startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

const ROUNDS = 9
const WARM_UP = 60
/** Each takes more than a second, because the gateway makes five calls a second. So several run at the same time. */
const AT_ONCE = 20
const MOST = 1.33

const PATHS = { parsing: '/', latchkey: '/api/v1/shop/sales?from=2026-11-01&to=2026-11-07&group_by=day_product' }

/** The cost of the sales of 100 order sheets, compared with a Worker that makes the same calls and parses them. */
export async function benchSales(): Promise<Figure[]> {
  const upstream = await startUpstream()
  const runtime = await startRuntime([
    { name: 'parsing', file: 'sales-worker.js', settings: { UPSTREAM: upstream.origin } },
    { name: 'latchkey', settings: settingsBefore(upstream) },
  ])
  const run = async (name: keyof typeof PATHS, times: number) => {
    const request: RequestOptions = name === 'latchkey' ? keyed : {}
    const client = await openClient(new URL(runtime.origins[name] + PATHS[name]), times, request)
    const before = cpuMs(runtime.pid)
    await Promise.all(Array.from({ length: times }, (_, at) => client.ask(at)))
    client.close()
    return (cpuMs(runtime.pid) - before) / times
  }
  try {
    for (const name of ['parsing', 'latchkey'] as const) await run(name, WARM_UP)
    const { parsing, latchkey } = await inRounds(ROUNDS, ['parsing', 'latchkey'], (name) => run(name, AT_ONCE))
    const what = 'CPU of the sales of 100 order sheets'
    return [{ what, print: ms, anchor: parsing, latchkey, limits: [{ over: 'anchor', most: MOST }] }]
  } finally {
    await runtime.stop()
    await upstream.stop()
  }
}
