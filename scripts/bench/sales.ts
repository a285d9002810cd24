import { openClient, type RequestOptions } from './client.ts'
import { restingCpuMs } from './cpu.ts'
import { type Figure, ms } from './figure.ts'
import { keyed, settingsBefore } from './gateway-settings.ts'
import { inRounds } from './rounds.ts'
import { startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

const ROUNDS = 15
const WARM_UP = 60
/** Each takes more than a second, because the gateway makes five calls a second. So several run at the same time. */
const AT_ONCE = 60
const MOST = 1.33

const PATHS = {
  parsing: (month: string) => `/${month}`,
  latchkey: (month: string) => `/api/v1/shop/sales?from=${month}-01&to=${month}-07&group_by=day_product`,
}
type Name = keyof typeof PATHS

/** A month with 100 order sheets in its first week, and one without any. */
const FULL = '2026-11'
const EMPTY = '2026-10'

/**
 * What 100 order sheets add to the cost of a week's sales, compared with a Worker that makes the same calls and parses their
 * responses. What a request costs anyway, such as its key and its record of usage, is in the other figures.
 */
export async function benchSales(): Promise<Figure[]> {
  const upstream = await startUpstream()
  const runtime = await startRuntime([
    { name: 'parsing', file: 'sales-worker.js', settings: { UPSTREAM: upstream.origin } },
    { name: 'latchkey', settings: settingsBefore(upstream) },
  ])
  const run = async (name: Name, month: string, times: number) => {
    const request: RequestOptions = name === 'latchkey' ? keyed : {}
    const client = await openClient(new URL(runtime.origins[name] + PATHS[name](month)), times, request)
    const before = await restingCpuMs(runtime.pid)
    await Promise.all(Array.from({ length: times }, (_, at) => client.ask(at)))
    client.close()
    return ((await restingCpuMs(runtime.pid)) - before) / times
  }
  try {
    for (const name of ['parsing', 'latchkey'] as const) await run(name, FULL, WARM_UP)
    const { parsing, latchkey } = await inRounds(
      ROUNDS,
      ['parsing', 'latchkey'],
      async (name) => (await run(name, FULL, AT_ONCE)) - (await run(name, EMPTY, AT_ONCE)),
    )
    const what = 'CPU of 100 order sheets in the sales of a week'
    return [{ what, print: ms, anchor: parsing, latchkey, limits: [{ over: 'anchor', most: MOST }] }]
  } finally {
    await runtime.stop()
    await upstream.stop()
  }
}
