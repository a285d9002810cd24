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
  /** Further subscriptions, whose endpoint is never asked. */
  subscriptions?: number
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
}

/** @param sources how many sources are watched, none of which ever finds anything */
export async function withEvents(
  worker: string,
  sources: number,
  use: (events: EventsInRuntime) => Promise<void>,
): Promise<void> {
  const settings = { LICENCE: 'pro', CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY, SOURCES: String(sources) }
  const config = gatewayWorker(worker, settings, { before: [countingModule, eventsModule] })
  const runtime = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: () => {},
    workers: [{ config }],
  })
  try {
    const address = await runtime.ready
    const call = async (method: string, value: unknown = null): Promise<never> => {
      const response = await fetch(address, { method: 'POST', body: JSON.stringify({ method, value }) })
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()) as never
    }
    await use({
      subscribe: (url) => call('benchSubscribe', url),
      fill: (history) => call('benchFill', history),
      keep: (events) => call('benchKeep', events),
      alarmIn: () => call('benchAlarmIn'),
      ring: () => call('ring'),
      pass: (ms) => call('pass', ms),
      attempts: () => call('benchAttempts'),
      list: () => call('list'),
    })
  } finally {
    await runtime.dispose()
  }
}
