import { expect, it } from 'vitest'
import { platform } from '../../../../../src/base/platform.ts'
import { connected, leaveNothingBehind } from '../../../../groups/recorder/connected.ts'
import { note, type Recording, readyRecording } from '../../../../simulators/recorder/index.ts'
import { type CountOptions, countCalls } from '../../../../support/count-calls.ts'
import { holdDeadlines } from '../../../../support/world.ts'

leaveNothingBehind()

/** Like the product's: the detail contains the summary, but not the transcript. */
const library = (count: number): Recording[] =>
  Array.from({ length: count }, (_, number) =>
    readyRecording({
      filename: `talk ${number}`,
      id: number.toString(16).padStart(32, '0'),
      start_time: Date.parse('2026-10-01T00:00:00Z') + number * 60_000,
      notes: [note('# Talk', { placement: 'inline' })],
    }),
  )

/** The cost of an isolate's second sync, and how many recordings it returns. */
async function synced(query: string, SUBREQUESTS: string, options?: CountOptions) {
  const { get } = connected({ recordings: library(20), settings: { SUBREQUESTS } })
  holdDeadlines()
  await get('/devices')
  let files = 0
  const fetch = async ({ url }: Request) => {
    const { status, json } = await get(`/sync${new URL(url).search}`)
    expect([status, json.stats?.bundle_errors]).toEqual([200, 0])
    files = json.files.length
  }
  const request = new Request(`https://latchkey.test/?${query}`)
  return { ...(await countCalls({ platform, fetch }, request, options)), files }
}

const ALL = 'limit=20&include=transcript,summary,share,audio_url'

/** The platform opens this many connections for one request. */
const SIX = { connections: 6 }

it.each([
  // The listing, then five rounds of four recordings: the details, then the transcripts.
  ['limit=20', '50', SIX, { calls: 41, depth: 11, files: 20 }],
  ['limit=20', '500', {}, { calls: 41, depth: 11, files: 20 }],
  ['limit=20&concurrency=8', '50', {}, { calls: 41, depth: 7, files: 20 }],
  // The listing, and as many ticks as six connections need for five calls of each recording: 45 / 6 and 100 / 6.
  [ALL, '50', SIX, { calls: 46, depth: 9, files: 9 }],
  [ALL, '500', SIX, { calls: 101, depth: 18, files: 20 }],
  // No recording is started that might not fit: it could need six calls.
  [ALL, '51', SIX, { calls: 46, depth: 9, files: 9 }],
  [ALL, '52', SIX, { calls: 51, depth: 10, files: 10 }],
])('GET /recorder/sync?%s with SUBREQUESTS %s in as few steps as can be', async (query, budget, options, expected) => {
  expect(await synced(query, budget, options)).toEqual(expected)
})

it('GET /recorder/sync: calls that a recording does not need are available for the next one at once', async () => {
  // Twelve calls suffice for the listing and two recordings of four calls at most. Their summaries take none, which
  // makes room for a third recording, which starts while their transcripts are fetched.
  expect(await synced('limit=20&include=transcript,summary,audio_url', '12', SIX)).toEqual({
    calls: 10,
    depth: 4,
    files: 3,
  })
})
