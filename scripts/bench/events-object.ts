import { Miniflare } from 'miniflare'
import { LOCAL_CREDENTIALS_KEY } from '../support/gateways.ts'
import { gatewayWorker } from '../support/workerd.ts'
import { type Counts, countingModule } from '../typical-day/counting-module.ts'
import { eventsModule } from './events-module.ts'

export type Spent = Pick<Counts, 'rowsRead' | 'rowsWritten'> & { productCalls: number }

/** The content of a store after years of use. */
export interface History {
  marks?: number
  attempts?: number
  /** Additional subscriptions. */
  subscriptions?: number
  /** Their endpoint. Without one, subscriptions with pending events are stopped, and the endpoint is never called. */
  endpoint?: string
  /** Events, all of which are pending for each of these subscriptions. */
  events?: number
}

/** EVENTS of the built Worker in the local runtime, with a separate clock. */
export interface EventsInRuntime {
  /** Subscribes an endpoint to all types. */
  subscribe(url: string): Promise<void>
  fill(history: History): Promise<void>
  /** Stores this many events, which then are pending. */
  keep(events: number): Promise<void>
  /** The time until the alarm, in milliseconds. Null when none is set. */
  alarmIn(): Promise<number | null>
  /** Evicts the object, as Cloudflare does when it is idle, moves the clock to its alarm and runs the alarm. */
  ring(): Promise<Spent>
  /** Moves the clock. */
  pass(ms: number): Promise<void>
  /** The delivery attempts to the first subscription, newest first. */
  attempts(): Promise<readonly { ok: boolean; status: number | null; answer: string }[]>
  /** Evicts the object and lists its subscriptions, like the management app. */
  list(): Promise<Spent & { waiting: number[] }>
  /** The size of the store in bytes. */
  size(): Promise<number>
  /**
   * Fills USAGE with the counts of this many keys in two groups on each of this many days. Returns the size of its
   * store in bytes.
   */
  fillUsage(history: { days: number; keys: number }): Promise<number>
  /** Sends a request to the gateway itself, like a caller or the management app. */
  get(path: string): Promise<{ ms: number; bytes: number; text: string }>
}

/** @param sources how many sources are watched; none of them ever finds anything */
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
