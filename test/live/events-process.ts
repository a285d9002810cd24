import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { LOCAL_CREDENTIALS_KEY, startWorkers } from '../../scripts/support/gateways.ts'

/** The arguments of the process, as JSON in its single argument. */
export interface EventsPlan {
  /** The path of the built Worker. */
  worker: string
  /** The folder of what outlives the process. */
  storage: string
  /** The loopback port of product and endpoints. */
  outside: number
  /** How far its clock is ahead of the machine's, in milliseconds. */
  ahead: number
}

/** Waits of 10 s and more pass five times as fast. */
const LONG_MS = 10_000

/**
 * Wraps the built Worker: its events come from a product of the test, the test sets its clock, including alarms and
 * deadlines, and a POST calls a method of EVENTS.
 */
const module = (inner: string): string => `
import * as built from '${inner}'
export * from '${inner}'

let ahead
const real = Date.now
Date.now = () => real() + (ahead ?? 0)
const { setTimeout: wait } = globalThis
globalThis.setTimeout = (ring, ms) => wait(ring, ms >= ${LONG_MS} ? ms / 5 : ms)

const source = {
  name: 'recorder.files',
  types: ['recorder.file.ready'],
  isConnected: async () => true,
  async poll({ upstream, cursor }) {
    upstream.budget.spend()
    const asked = await upstream.deadline.race(fetch('http://product.test/?after=' + (cursor ?? 'now'), { signal: upstream.deadline.signal }).then(async (answer) => answer.ok && (await answer.json()), () => false))
    upstream.budget.endCall(0)
    if (!asked) throw new Error('the product failed')
    const events = cursor === undefined ? [] : asked.changes.map((change) => ({
      type: 'recorder.file.ready', group: 'recorder', subject: 'f' + change, at: Date.now(), data: { change, poll: asked.poll },
    }))
    return { cursor: asked.last, marks: new Map(), events, isMore: asked.isMore }
  },
}

let isPatched = false
export class Events extends built.Events {
  constructor(ctx, env) {
    super(ctx, env)
    this.ownSources = [source]
    ahead ??= Number(env.AHEAD)
    if (isPatched) return
    isPatched = true
    const prototype = Object.getPrototypeOf(ctx.storage)
    const { setAlarm } = prototype
    prototype.setAlarm = function (at, options) { return setAlarm.call(this, Number(at) - ahead, options) }
  }
  async jump(to) {
    ahead = to
    await this.ctx.storage.setAlarm(Date.now())
  }
}

export default {
  async fetch(request, env) {
    const { method, args } = await request.json()
    return Response.json((await env.EVENTS.getByName('events')[method](...args)) ?? null)
  },
}
`

const { worker, storage, outside, ahead } = JSON.parse(process.argv[2] ?? '') as EventsPlan

const runtime = await startWorkers(
  await readFile(worker, 'utf8'),
  [
    {
      name: 'events',
      settings: {
        ...{ LICENCE: 'pro', CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY },
        ...{ EVENTS_POLL_SECONDS: '30', AHEAD: String(ahead) },
      },
      before: [module],
      outbound: {
        type: 'node-handler',
        handler: (incoming, response) => {
          const { method, url: path, headers } = incoming
          const led = request({ host: '127.0.0.1', port: outside, method, path, headers }, (answer) => {
            response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
            answer.pipe(response)
          })
          led.on('error', () => incoming.destroy())
          response.on('close', () => led.destroy())
          incoming.pipe(led)
        },
      },
    },
  ],
  { storage, hear: () => {} },
)
console.log(JSON.stringify(await runtime.unsafeGetDirectURL('events')))
process.stdin.resume().on('end', () => process.exit())
