import { openClient } from './client.ts'
import { type Figure, us } from './figure.ts'
import { posted, settingsBefore } from './gateway-settings.ts'
import { median } from './median.ts'
import { inRounds } from './rounds.ts'
import { startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

const ROUNDS = 25
const WARM_UP = 300
const REQUESTS = 100

/** A write without an account. It is recorded in the audit log and among the failed requests. */
const WRITE = {
  ...posted({ bill_id: 'BILL-7', price: 1000 }, { 'X-Payment-Mode': 'true' }),
  status: 401,
}

/**
 * The latency of the audit log and the failed requests, compared with a gateway without USAGE, which records nothing.
 */
export async function benchAudit(): Promise<Figure[]> {
  const upstream = await startUpstream()
  // Without the account, the gateway refuses the write itself.
  const settings = { ...settingsBefore(upstream), PAYMENT_API_KEY: '' }
  const runtime = await startRuntime([
    { name: 'unrecorded', settings, unbound: ['USAGE'] },
    { name: 'latchkey', settings },
  ])
  const run = async (name: 'unrecorded' | 'latchkey', times: number) => {
    const client = await openClient(new URL('/api/v1/payment/cancel', runtime.origins[name]), 1, WRITE)
    const spans: number[] = []
    for (let sent = 0; sent < times; sent++) {
      const began = performance.now()
      await client.ask(0)
      spans.push(performance.now() - began)
    }
    client.close()
    return median(spans)
  }
  try {
    const names = ['unrecorded', 'latchkey'] as const
    for (const name of names) await run(name, WARM_UP)
    const { unrecorded, latchkey } = await inRounds(ROUNDS, names, (name) => run(name, REQUESTS))
    return [
      {
        what: 'p50 of a write that is recorded, over one that is not',
        print: us,
        anchor: unrecorded,
        latchkey,
        limits: [{ over: 'anchor', most: 1.1 }],
      },
    ]
  } finally {
    await runtime.stop()
    await upstream.stop()
  }
}
