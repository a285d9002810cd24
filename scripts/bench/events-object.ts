import { Miniflare } from 'miniflare'
import { LOCAL_CREDENTIALS_KEY } from '../support/gateways.ts'
import { gatewayWorker } from '../support/workerd.ts'
import { type Counts, countingModule } from '../typical-day/counting-module.ts'
import { eventsModule } from './events-module.ts'

export type Spent = Pick<Counts, 'rowsRead' | 'rowsWritten'> & { productCalls: number }

/** What a store may be filled with, as years of use leave it. */
export interface History {
  marks?: number
  attempts?: number
  /** Further subscriptions. */
  subscriptions?: number
  /** Their endpoint. Without one they are stopped where events wait for them, and it is never asked. */
  endpoint?: string
  /** Events, of which each of these further subscriptions still waits for all. */
  events?: number
}

/** EVENTS of the built Worker in the local runtime, with a clock of its own. */
export interface EventsInRuntime {
  /** Subscribes an endpoint to all types. */
  subscribe(url: string): Promise<void>
  fill(history: History): Promise<void>
  /** Keeps so many events, which then wait to be delivered. */
  keep(events: number): Promise<void>
  /** When the alarm is set to ring, milliseconds from now; null for not at all. */
  alarmIn(): Promise<number | null>
  /** Ends the object, as Cloudflare does with one at rest, moves the clock to its alarm and has it ring. */
  ring(): Promise<Spent>
  /** Has the clock go on. */
  pass(ms: number): Promise<void>
  /** The attempts to deliver to the first subscription, the newest first. */
  attempts(): Promise<readonly { ok: boolean; status: number | null; answer: string }[]>
  /** Ends the object and tells its subscriptions, as the management app has them told. */
  list(): Promise<Spent & { waiting: number[] }>
  /** The size of the store in bytes. */
  size(): Promise<number>
  /** Has USAGE hold what so many keys did in two groups on each of so many days; answers the size of its store in bytes. */
  fillUsage(history: { days: number; keys: number }): Promise<number>
  /** Asks the gateway itself, as a caller or the management app does. */
  get(path: string): Promise<{ ms: number; bytes: number; text: string }>
}

/** @param sources how many sources are watched, none of which ever finds anything */
export async function withEvents(
  worker: string,
  sources: number,
  use: (events: EventsInRuntime) => Promise<void>,
): Promise<void> {
  const keys = { API_KEY: 'bench-api-key-0123456789', ADMIN_KEY: 'bench-admin-key-0123456789' }
  const settings = { LICENCE: 'pro', CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY, ...keys, SOURCES: String(sources) }
  const config = gatewayWorker(worker, settings, { before: [countingModule, eventsModule] })
  const runtime = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: () => {},
    workers: [{ config }],
  })
  try {
    const address = await runtime.ready
    const ask = async (method: string, value: unknown): Promise<string> => {
      const response = await fetch(address, { method: 'POST', body: JSON.stringify({ method, value }) })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return text
    }
    const call = async (method: string, value: unknown = null): Promise<never> =>
      JSON.parse(await ask(method, value)) as never
    await use({
      subscribe: (url) => call('benchSubscribe', url),
      fill: (history) => call('benchFill', history),
      keep: (events) => call('benchKeep', events),
      alarmIn: () => call('benchAlarmIn'),
      ring: () => call('ring'),
      pass: (ms) => call('pass', ms),
      attempts: () => call('benchAttempts'),
      list: () => call('list'),
      size: () => call('benchSize'),
      fillUsage: async (history) => {
        await call('fillUsage', history)
        return call('usageSize')
      },
      get: async (path) => {
        const began = performance.now()
        const text = await ask('get', path)
        return { ms: performance.now() - began, bytes: Buffer.byteLength(text), text }
      },
    })
  } finally {
    await runtime.dispose()
  }
}
