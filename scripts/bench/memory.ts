import { openClient } from './client.ts'
import { count, type Figure } from './figure.ts'
import { keyed, settingsBefore } from './gateway-settings.ts'
import { startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

const SYNCS = 6
const RECORDINGS = 20
const UTTERANCES = 3000
/**
 * The platform stops an isolate at 128 MB. V8's young generation takes 16, and 40 are for the responses of syncs, which
 * are outside of its heap.
 */
const V8_FLAGS = ['--max-old-space-size=72']

/** How many concurrent syncs of long recordings succeed within the memory of an isolate. */
export async function benchMemory(): Promise<Figure[]> {
  const upstream = await startUpstream({ utterances: UTTERANCES })
  const runtime = await startRuntime([{ name: 'latchkey', settings: settingsBefore(upstream) }], { v8Flags: V8_FLAGS })
  const path = `/api/v1/recorder/sync?limit=${RECORDINGS}&transcript_format=srt`
  const client = await openClient(new URL(path, runtime.origins.latchkey), SYNCS, keyed)
  try {
    const asked = Array.from({ length: SYNCS }, (_, connection) => client.ask(connection))
    const answered = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length
    return [
      {
        what: `syncs of ${RECORDINGS} recordings of ${UTTERANCES} utterances at once, in 128 MB`,
        print: count,
        anchor: [SYNCS],
        latchkey: [answered],
        limits: [{ least: SYNCS }],
      },
    ]
  } finally {
    client.close()
    await runtime.stop()
    await upstream.stop()
  }
}
