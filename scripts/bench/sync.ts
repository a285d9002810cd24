import { Miniflare } from 'miniflare'
import { gatewayWorker } from '../support/workerd.ts'
import { median } from './median.ts'
import { startProcess } from './process.ts'

const ROUNDS = 5
const RECORDINGS = 20
const CONCURRENCY = 4
const DELAY_MS = 100
/** One recording of the benchmark: its detail, then its transcript; the summary stands in the detail. */
const STEPS = 2

/**
 * Milliseconds that a sync of 20 takes against an upstream that answers in 100 ms, and the ideal: the listing, then
 * ceil(n / in flight) times the steps of one recording.
 */
export async function benchSync(gateway: string): Promise<{ measured: number; ideal: number }> {
  const upstream = await startProcess('upstream.ts', String(DELAY_MS))
  const settings = {
    API_KEY: 'bench-key',
    LICENCE: 'pro',
    RECORDER_TOKEN: 'bench-user-token',
    RECORDER_API_URL: upstream.origin,
  }
  const runtime = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: () => {},
    workers: [{ config: gatewayWorker(gateway, settings) }],
  })
  try {
    const url = new URL(`/api/v1/recorder/sync?limit=${RECORDINGS}&concurrency=${CONCURRENCY}`, await runtime.ready)
    const times: number[] = []
    // The first round exchanges the token and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      const started = performance.now()
      const response = await fetch(url, { headers: { 'X-API-KEY': 'bench-key' } })
      const { files, stats } = (await response.json()) as { files: unknown[]; stats: { bundle_errors: number } }
      if (files.length !== RECORDINGS || stats.bundle_errors > 0) throw new Error('the sync is not whole')
      if (round > 0) times.push(performance.now() - started)
    }
    return { measured: median(times), ideal: DELAY_MS * (1 + Math.ceil(RECORDINGS / CONCURRENCY) * STEPS) }
  } finally {
    await runtime.dispose()
    upstream.stop()
  }
}
