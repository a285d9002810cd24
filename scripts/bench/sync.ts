import { openClient } from './client.ts'
import { type Figure, ms } from './figure.ts'
import { KEY, settingsBefore } from './gateway-settings.ts'
import { startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

const ROUNDS = 5
const RECORDINGS = 20
const CONCURRENCY = 4
const DELAY_MS = 100
/** The steps of one recording: its detail, then its transcript. The detail contains the summary. */
const STEPS = 2

/**
 * The duration of a sync of 20 with an upstream that responds in 100 ms, relative to the ideal: the listing, then
 * ceil(n / in flight) times the steps of one recording.
 */
export async function benchSync(): Promise<Figure[]> {
  const upstream = await startUpstream({ delayMs: DELAY_MS })
  const runtime = await startRuntime([{ name: 'latchkey', settings: settingsBefore(upstream) }])
  const path = `/api/v1/recorder/sync?limit=${RECORDINGS}&concurrency=${CONCURRENCY}`
  const client = await openClient(new URL(path, runtime.origins.latchkey), 1, { headers: { 'X-API-KEY': KEY } })
  const spans: number[] = []
  try {
    // The first one exchanges the token and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      const started = performance.now()
      await client.ask(0)
      if (round > 0) spans.push(performance.now() - started)
    }
  } finally {
    client.close()
    await runtime.stop()
    await upstream.stop()
  }
  const ideal = DELAY_MS * (1 + Math.ceil(RECORDINGS / CONCURRENCY) * STEPS)
  return [
    {
      what: `sync of ${RECORDINGS}, upstream in ${DELAY_MS} ms`,
      print: ms,
      anchor: [ideal],
      latchkey: spans,
      limits: [{ over: 'anchor', most: 1.1 }],
    },
  ]
}
