import { openClient, type RequestOptions } from './client.ts'
import { cpuMs } from './cpu.ts'
import { type Figure, ms } from './figure.ts'
import { dataSource, keyed, posted, settingsBefore } from './gateway-settings.ts'
import { inRounds } from './rounds.ts'
import { startRuntime } from './runtime.ts'
import { startUpstream } from './start-upstream.ts'

const ROUNDS = 15
const WARM_UP = 25
const REQUESTS = 4
const UTTERANCES = 3000

interface Answer {
  what: string
  anchorPath: string
  path: string
  request: RequestOptions
  most: number
}

const transcript = `/api/v1/recorder/files/u${UTTERANCES}-0/transcript`

const ANSWERS: readonly Answer[] = [
  {
    what: `CPU of a transcript of ${UTTERANCES} utterances as json`,
    anchorPath: `/transcript/u${UTTERANCES}-0`,
    path: transcript,
    request: keyed,
    most: 1.15,
  },
  {
    what: 'CPU of the same as srt',
    anchorPath: `/transcript/u${UTTERANCES}-0`,
    path: `${transcript}?format=srt`,
    request: keyed,
    most: 1.6,
  },
  {
    what: 'CPU of 100 workspace rows of 30 properties',
    anchorPath: `/rows/${dataSource(100)}`,
    path: `/api/v2/workspace/data-source/${dataSource(100)}/query`,
    request: posted({ page_size: 100 }),
    most: 1.45,
  },
]

/** The cost of large responses when warm, compared with a Worker that parses and serializes the same bytes. */
export async function benchLargeAnswers(): Promise<Figure[]> {
  const upstream = await startUpstream()
  const settings = { UPSTREAM: upstream.origin }
  const runtime = await startRuntime([
    { name: 'printing', file: 'printing-worker.js', settings },
    { name: 'latchkey', settings: settingsBefore(upstream) },
  ])
  const run = async (url: string, request: RequestOptions, times: number) => {
    const client = await openClient(new URL(url), 1, request)
    const before = cpuMs(runtime.pid)
    for (let i = 0; i < times; i++) await client.ask(0)
    client.close()
    return (cpuMs(runtime.pid) - before) / times
  }
  try {
    const figures: Figure[] = []
    for (const { what, anchorPath, path, request, most } of ANSWERS) {
      const ask = (name: 'printing' | 'latchkey', times: number) =>
        name === 'printing'
          ? run(runtime.origins.printing + anchorPath, {}, times)
          : run(runtime.origins.latchkey + path, request, times)
      await ask('printing', WARM_UP)
      await ask('latchkey', WARM_UP)
      const { printing, latchkey } = await inRounds(ROUNDS, ['printing', 'latchkey'], (name) => ask(name, REQUESTS))
      figures.push({ what, print: ms, anchor: printing, latchkey, limits: [{ over: 'anchor', most }] })
    }
    return figures
  } finally {
    await runtime.stop()
    await upstream.stop()
  }
}
