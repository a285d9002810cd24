import { LOCAL_CREDENTIALS_KEY, startWorkers } from '../../../scripts/support/gateways.ts'
import type { Stub } from '../../../src/base/env.ts'
import { builtWorker } from '../../support/build.ts'
import type { Outside } from './events-outside.ts'

type Methods = Omit<Stub<'EVENTS'>, 'webhookTokens'> & { jump(ahead: number): Promise<void> }

export interface EventsRuntime {
  call<Name extends keyof Methods>(
    method: Name,
    ...args: Parameters<Methods[Name]>
  ): Promise<Awaited<ReturnType<Methods[Name]>>>
  /** Sends SIGKILL to the runtime. May be called twice. */
  kill(): Promise<void>
}

/** Waits of 10 s and more pass five times as fast. */
const LONG_MS = 10_000

/**
 * Wraps the built Worker: its events come from a product of the test, the test sets its clock, including alarms and
 * deadlines, and a POST calls a method of EVENTS.
 */
const eventsModule = (inner: string): string => `
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
  account: 'recorder',
  isConnected: async () => true,
  async poll({ upstream, cursor }) {
    upstream.budget.spend()
    const asked = await upstream.deadline.race(fetch('http://product.test/?after=' + (cursor ?? 'now'), { signal: upstream.deadline.signal }).then(async (answer) => answer.ok && (await answer.json()), () => false))
    upstream.budget.endCall(0)
    if (!asked) throw new Error('the product failed')
    const events = cursor === undefined ? [] : asked.changes.map((change) => ({
      type: 'recorder.file.ready', account: 'recorder', subject: 'f' + change, at: Date.now(), data: { change, poll: asked.poll },
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

/**
 * EVENTS in the built Worker, which can be killed.
 *
 * @param storage the folder of what outlives the runtime
 * @param ahead how far its clock is ahead of the machine's, in milliseconds
 */
export async function startEvents(storage: string, outside: Outside, ahead: number): Promise<EventsRuntime> {
  const gateway = {
    name: 'events',
    settings: {
      ...{ LICENCE: 'pro', CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY },
      ...{ EVENTS_POLL_SECONDS: '30', AHEAD: String(ahead) },
    },
    before: [eventsModule],
    outbound: outside.outbound,
  }
  const runtime = await startWorkers(await builtWorker(), [gateway], { storage, hear: () => {} })
  const address = await runtime.unsafeGetDirectURL('events')
  let killed: Promise<void> | undefined
  return {
    async call(method, ...args) {
      const response = await fetch(address, { method: 'POST', body: JSON.stringify({ method, args }) })
      if (!response.ok) throw new Error(`${method} failed: ${(await response.text()).slice(0, 300)}`)
      return response.json() as never
    },
    kill() {
      killed ??= runtime.dispose()
      return killed
    },
  }
}
