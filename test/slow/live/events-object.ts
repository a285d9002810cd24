import { Miniflare } from 'miniflare'
import { LOCAL_CREDENTIALS_KEY } from '../../../scripts/support/gateways.ts'
import { gatewayWorker } from '../../../scripts/support/workerd.ts'

export interface Spent {
  rowsRead: number
  rowsWritten: number
  productCalls: number
}

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
  /** Evicts the object, as Cloudflare does when it is idle, moves the clock to its alarm and runs the alarm. */
  ring(): Promise<Spent>
  /** Moves the clock. */
  pass(ms: number): Promise<void>
  /** The delivery attempts to the first subscription, newest first. */
  attempts(): Promise<readonly { ok: boolean; status: number | null; response_body: string }[]>
  /** Evicts the object and lists its subscriptions, like the management app. */
  list(): Promise<Spent & { waiting: number[] }>
}

/** @param sources how many sources are watched; none of them ever finds anything */
export async function withEvents(
  worker: string,
  sources: number,
  use: (events: EventsInRuntime) => Promise<void>,
): Promise<void> {
  const keys = { API_KEY: 'live-api-key-0123456789', ADMIN_KEY: 'live-admin-key-0123456789' }
  const settings = { LICENCE: 'pro', CREDENTIALS_KEY: LOCAL_CREDENTIALS_KEY, ...keys, SOURCES: String(sources) }
  const config = gatewayWorker(worker, settings, { before: [eventsModule] })
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
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return JSON.parse(text) as never
    }
    await use({
      subscribe: (url) => call('testSubscribe', url),
      fill: (history) => call('testFill', history),
      keep: (events) => call('testKeep', events),
      ring: () => call('ring'),
      pass: (ms) => call('pass', ms),
      attempts: () => call('testAttempts'),
      list: () => call('list'),
    })
  } finally {
    await runtime.dispose()
  }
}

/**
 * Wraps the built Worker: EVENTS with sources that find nothing after one call of a product, a clock that jumps from alarm to
 * alarm, a store that is filled like after years, and an object that is evicted between two alarms. It counts the rows that the
 * object reads and writes. As in Cloudflare's billing, a value in its storage counts as a row, and so does setting an alarm.
 */
const eventsModule = (inner: string): string => `
import * as own from '${inner}'
export * from '${inner}'

let ahead = 0
const real = Date.now
Date.now = () => real() + ahead

const counts = { rowsRead: 0, rowsWritten: 0, productCalls: 0 }
const cursors = []
const ROWS = { get: 'rowsRead', list: 'rowsRead', getAlarm: 'rowsRead', put: 'rowsWritten', delete: 'rowsWritten', setAlarm: 'rowsWritten' }

/** A proxy that counts each call of a named method. Other methods run unchanged. */
const counted = (target, over = {}) =>
  new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(over, name)) return over[name]
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...input) => {
        if (Object.hasOwn(ROWS, name)) counts[ROWS[name]]++
        return value.apply(target, input)
      }
    },
  })

const TYPES = ['recorder.file.ready', 'notes.note.created', 'shop.order.created']
const SOURCES = ['recorder.files', 'notes.notes', 'shop-seller.ordersheets']

const sources = TYPES.map((type, at) => ({
  name: SOURCES[at],
  types: [type],
  account: SOURCES[at].split('.')[0],
  ...(SOURCES[at] === 'shop-seller.ordersheets' && { keepMarksMs: 40 * 86_400_000 }),
  isConnected: async () => true,
  async poll({ upstream, cursor, known }) {
    upstream.budget.spend()
    counts.productCalls++
    upstream.budget.endCall(0)
    known(['m1', 'm2', 'm3'])
    return { cursor: cursor ?? 'at the end', marks: new Map(), events: [], isMore: false }
  },
}))

const getData = (file_id) => ({ file_id, file_name: 'Weekly meeting with the team', duration: 3600000, start_time: Date.now() })

export class Events extends own.Events {
  constructor(ctx, env) {
    const { storage } = ctx
    const exec = (...input) => {
      const cursor = storage.sql.exec(...input)
      cursors.push(cursor)
      return cursor
    }
    const over = { sql: counted(storage.sql, { exec }), kv: counted(storage.kv) }
    Object.defineProperty(ctx, 'storage', { value: counted(storage, over), configurable: true })
    super(ctx, env)
    this.ownSources = sources.slice(0, Number(env.SOURCES))
  }
  async testSubscribe(url) {
    const key = { id: 'k1', name: 'automation', licence: 'pro' }
    await this.subscribe(key, { url, types: TYPES, include: [], description: null })
  }
  async testKeep(events) {
    await this.keep(Array.from({ length: events }, (_, at) => ({
      type: TYPES[0], account: 'recorder', subject: 'f' + at, at: Date.now(),
      data: getData('f' + at),
    })))
  }
  async testFill({ marks = 0, attempts = 0, subscriptions = 0, events = 0, endpoint }) {
    const { sql } = this.ctx.storage
    const source = SOURCES[Number(this.env.SOURCES) - 1] ?? SOURCES[0]
    const now = Date.now()
    const attempt = JSON.stringify({
      event_id: 'evt_' + '0'.repeat(26), type: TYPES[0], attempted_at: new Date(now).toISOString(), attempt: 1,
      ok: true, status: 200, error: null, duration_ms: 120, next_attempt_at: null,
    })
    const { record } = sql.exec('SELECT record FROM event_subscriptions LIMIT 1').one()
    for (let at = 0; at < subscriptions; at++) {
      let id = 'sub_' + crypto.randomUUID().replaceAll('-', '')
      if (endpoint) {
        const key = { id: 'admin', name: 'admin', licence: 'pro' }
        const fields = { url: endpoint + '?' + at, types: TYPES, include: [], description: null }
        id = (await this.subscribe(key, fields)).value.subscription.id
      } else {
        // Stopped by its owner, so that its pending deliveries stay.
        sql.exec('INSERT INTO event_subscriptions (id, record) VALUES (?, ?)',
          id, JSON.stringify({ ...JSON.parse(record), id, ...(events > 0 && { stopped: 'owner' }) }))
      }
      sql.exec('INSERT INTO event_outbox (subscription, isolated, seq, attempts, unattached, next_at, wait_ms) ' +
        'WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ?2) SELECT ?1, 0, seq, 0, 0, 0, 0 FROM n WHERE ?2 > 0',
        id, events)
    }
    for (let at = 0; at < events; at++)
      sql.exec('INSERT INTO kept_events (id, type, account, at, kept_at, data) VALUES (?, ?, ?, ?, ?, ?)',
        'evt_' + at, TYPES[0], 'recorder', now, now, JSON.stringify(getData('f' + at)))
    for (let at = 0; at < marks; at++)
      sql.exec('INSERT INTO event_marks (source, key, value, at) VALUES (?, ?, ?, ?)', source, 'm' + at, '1', now)
    for (let at = 0; at < attempts; at++)
      sql.exec('INSERT INTO event_attempts (subscription, account, at, record) VALUES (?, ?, ?, ?)',
        JSON.parse(record).id, 'recorder', now, attempt)
  }
  async testAlarmIn() {
    const at = await this.ctx.storage.getAlarm()
    return at === null ? 0 : at - Date.now()
  }
  async testAttempts() {
    const [{ id }] = await this.subscriptions(null)
    return (await this.deliveries(null, id, { limit: 100 })).value
  }
  async testRing() {
    await this.alarm()
  }
  async testEnd() {
    this.ctx.abort('at rest')
  }
}

function takeCounts() {
  for (const cursor of cursors.splice(0)) {
    counts.rowsRead += cursor.rowsRead
    counts.rowsWritten += cursor.rowsWritten
  }
  return { ...counts }
}

export default {
  async fetch(request, env) {
    const { method, value } = await request.json()
    if (method === 'pass') {
      ahead += value
      return Response.json(null)
    }
    const events = () => env.EVENTS.getByName('events')
    const evict = () => events().testEnd().catch(() => {})
    if (method === 'testFill') {
      await events().testFill(value)
      // It has cached the previous content.
      await evict()
      return Response.json(null)
    }
    if (method !== 'ring' && method !== 'list') return Response.json((await events()[method](value)) ?? null)
    const wait = await events().testAlarmIn()
    await evict()
    const before = takeCounts()
    let waiting
    if (method === 'list') {
      waiting = (await events().subscriptions(null)).map((one) => one.pending_count)
    } else {
      ahead += Math.max(0, wait)
      await events().testRing()
    }
    const spent = Object.entries(takeCounts()).map(([name, count]) => [name, count - before[name]])
    return Response.json({ ...Object.fromEntries(spent), waiting })
  },
}
`
