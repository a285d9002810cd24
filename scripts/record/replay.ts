import { gzipSync } from 'node:zlib'
import { type RawAnswer, toEventReader } from '../support/ask.ts'
import { CLOCK_HEADER, clockModule } from '../support/clock-module.ts'
import { DEPLOYMENT_HEADER, deploymentsModule, SETTINGS_HEADER } from '../support/deployments-module.ts'
import { startWorkers } from '../support/gateways.ts'
import type { Outbound } from '../support/outbound.ts'
import type { Connection, Fixture, FixtureCall } from './fixture.ts'

const NAME = 'replaying'
const KEY = 'replay-key-7a31'
const MOST_MS = 60_000

export interface Replayed {
  answer: RawAnswer
  /** Calls of the gateway without a recorded response. */
  unknown: string[]
}

interface Tape extends Replayed {
  calls: readonly FixtureCall[]
  used: Set<FixtureCall>
}

/**
 * The built Worker with recorded products. Each operation runs in a separate deployment, at the time of its recording.
 *
 * @param contents the Worker, from support/build.ts
 */
export async function startReplay(contents: string) {
  const tapes = new Map<string, Omit<Tape, 'answer'>>()
  const gateway = {
    name: NAME,
    settings: { API_KEY: KEY, LICENCE: 'pro' },
    outbound: replaying((deployment) => tapes.get(deployment)),
    before: [deploymentsModule, clockModule(0)],
  }
  const runtime = await startWorkers(contents, [gateway], { hear: () => {} })
  const { ask, close } = toEventReader(await runtime.unsafeGetDirectURL(NAME), MOST_MS)
  return {
    async play(
      { account, calls, recorded_at }: Connection,
      { request, calls: own, operation }: Fixture,
    ): Promise<Replayed> {
      const tape = { calls: [...own, ...calls], used: new Set<FixtureCall>(), unknown: [] }
      const deployment = `${operation}-${tapes.size}`
      tapes.set(deployment, tape)
      const headers = {
        ...account.headers,
        'X-API-KEY': KEY,
        ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
        [DEPLOYMENT_HEADER]: deployment,
        [SETTINGS_HEADER]: JSON.stringify(account.settings),
        [CLOCK_HEADER]: String(Date.parse(recorded_at)),
      }
      const body = request.body === undefined ? {} : { body: Buffer.from(JSON.stringify(request.body)) }
      const answer = await ask({
        method: request.method,
        target: request.target,
        headers: Object.entries(headers),
        ...body,
      })
      return { answer, unknown: tape.unknown }
    },
    async stop() {
      close()
      await runtime.dispose()
    },
  }
}

/**
 * Responds to the upstream calls of each deployment with the recording. A call that was not recorded fails and is
 * reported.
 */
const replaying = (getTape: (deployment: string) => Omit<Tape, 'answer'> | undefined): Outbound => ({
  type: 'node-handler',
  handler(incoming, outgoing) {
    const chunks: Uint8Array[] = []
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = 'GET', url = '/', headers } = incoming
      const tape = getTape(String(headers[DEPLOYMENT_HEADER.toLowerCase()]))
      const asked = new URL(url, `https://${headers.host}`)
      const call = tape && likest(tape, method, asked, Buffer.concat(chunks).toString())
      if (!call) {
        tape?.unknown.push(`${method} ${asked.host}${asked.pathname}`)
        return void incoming.destroy()
      }
      tape.used.add(call)
      const text = getText(call.answer)
      outgoing.writeHead(call.status, { 'Content-Type': call.type }).end(call.gzip ? gzipSync(text) : text)
    })
  },
})

/**
 * The most similar call with the same path, by host, query, body, and whether it was used before. A repeated call gets
 * its next response, and finally the last one again.
 */
function likest(
  { calls, used }: Omit<Tape, 'answer'>,
  method: string,
  asked: URL,
  body: string,
): FixtureCall | undefined {
  const likeness = (call: FixtureCall) =>
    [
      call.host === asked.host,
      (call.query ?? '') === asked.searchParams.toString(),
      getText(call.body ?? '') === body,
      !used.has(call),
    ].reduce((sum, isAlike, at) => sum + (isAlike ? 2 ** (3 - at) : 0), 0)
  const atPath = calls.filter((call) => call.method === method && call.path === asked.pathname)
  const most = Math.max(...atPath.map(likeness))
  const alike = atPath.filter((call) => likeness(call) === most)
  return alike.find((call) => !used.has(call)) ?? alike.at(-1)
}

const getText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))
