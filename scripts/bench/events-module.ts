import { COUNTS_PATH } from '../typical-day/counting-module.ts'

/**
 * Wraps the built Worker and the counting module: sources that find nothing after one call of a product, a clock that
 * jumps from alarm to alarm, a store that is filled like after years, and an object that is evicted between two alarms.
 */
export const eventsModule = (inner: string): string => `
import built, * as own from '${inner}'
export * from '${inner}'

let ahead = 0
const real = Date.now
Date.now = () => real() + ahead

const TYPES = ['recorder.file.ready', 'notes.note.created', 'shop.order.created']
const SOURCES = ['recorder.files', 'notes.notes', 'shop-seller.ordersheets']
let productCalls = 0

const sources = TYPES.map((type, at) => ({
  name: SOURCES[at],
  types: [type],
  ...(SOURCES[at] === 'shop-seller.ordersheets' && { keepMarksMs: 40 * 86_400_000 }),
  isConnected: async () => true,
  async poll({ upstream, cursor, known }) {
    upstream.budget.spend()
    productCalls += 1
    upstream.budget.endCall(0)
    known(['m1', 'm2', 'm3'])
    return { cursor: cursor ?? 'at the end', marks: new Map(), events: [], isMore: false }
  },
}))

const getData = (file_id) => ({ file_id, file_name: 'Weekly meeting with the team', duration: 3600000, start_time: Date.now() })

export class Events extends own.Events {
  constructor(ctx, env) {
    super(ctx, env)
    this.ownSources = sources.slice(0, Number(env.SOURCES))
  }
  async benchSubscribe(url) {
    const key = { id: 'k1', name: 'automation', licence: 'pro' }
    await this.subscribe(key, { url, types: TYPES, include: [], description: null })
  }
  async benchKeep(events) {
    await this.keep(Array.from({ length: events }, (_, at) => ({
      type: TYPES[0], group: 'recorder', subject: 'f' + at, at: Date.now(),
      data: getData('f' + at),
    })))
  }
  async benchFill({ marks = 0, attempts = 0, subscriptions = 0, events = 0, endpoint }) {
    const { sql } = this.ctx.storage
    const source = SOURCES[Number(this.env.SOURCES) - 1] ?? SOURCES[0]
    const now = Date.now()
    const attempt = JSON.stringify({
      event_id: 'evt_' + '0'.repeat(26), type: TYPES[0], attempted_at: new Date(now).toISOString(), attempt: 1,
      ok: true, status: 200, error: null, answer: 'ok', duration_ms: 120, next_attempt_at: null,
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
      sql.exec('INSERT INTO event_outbox (subscription, apart, seq, attempts, unattached, next_at, wait_ms) ' +
        'WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ?2) SELECT ?1, 0, seq, 0, 0, 0, 0 FROM n WHERE ?2 > 0',
        id, events)
    }
    for (let at = 0; at < events; at++)
      sql.exec('INSERT INTO kept_events (id, type, area, at, kept_at, data) VALUES (?, ?, ?, ?, ?, ?)',
        'evt_' + at, TYPES[0], 'recorder', now, now, JSON.stringify(getData('f' + at)))
    for (let at = 0; at < marks; at++)
      sql.exec('INSERT INTO event_marks (source, key, value, at) VALUES (?, ?, ?, ?)', source, 'm' + at, '1', now)
    for (let at = 0; at < attempts; at++)
      sql.exec('INSERT INTO event_attempts (subscription, at, record) VALUES (?, ?, ?)', JSON.parse(record).id, now, attempt)
  }
  async benchSize() {
    return this.ctx.storage.sql.databaseSize
  }
  async benchAlarmIn() {
    const at = await this.ctx.storage.getAlarm()
    return at === null ? null : at - Date.now()
  }
  async benchAttempts() {
    const [{ id }] = await this.subscriptions(null)
    return (await this.deliveries(null, id, { limit: 100 })).value
  }
  async benchRing() {
    await this.alarm()
  }
  async benchEnd() {
    this.ctx.abort('at rest')
  }
}

export class Usage extends own.Usage {
  /** Counts of this many keys, in two groups, on each of this many days. */
  async benchFill({ days, keys }) {
    const today = Math.floor((Date.now() + 9 * 3_600_000) / 86_400_000)
    for (let day = today - days + 1; day <= today; day++)
      await this.add(Array.from({ length: 2 * keys }, (_, at) => ({
        day, key: 'key_' + String(at >> 1).padStart(22, '0'), name: 'automation ' + (at >> 1),
        area: at % 2 === 0 ? 'recorder' : 'notes', ok: 100, refused: 1, failed: 0, last: Date.now(),
      })))
  }
  async benchSize() {
    return this.ctx.storage.sql.databaseSize
  }
}

const toCounts = async (env, context) => {
  const counts = await (await built.fetch(new Request('https://bench${COUNTS_PATH}'), env, context)).json()
  return { rowsRead: counts.rowsRead, rowsWritten: counts.rowsWritten, productCalls }
}
const spentSince = (before, after) => Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]))

export default {
  async fetch(request, env, context) {
    const { method, value } = await request.json()
    if (method === 'pass') {
      ahead += value
      return Response.json(null)
    }
    if (method === 'get') {
      const headers = value.startsWith('/admin/')
        ? { Authorization: 'Bearer ' + env.ADMIN_KEY }
        : { 'X-API-KEY': env.API_KEY }
      return built.fetch(new Request('https://bench/api/v1' + value, { headers }), env, context)
    }
    if (method === 'fillUsage' || method === 'usageSize') {
      const usage = env.USAGE.getByName('usage')
      return Response.json((await (method === 'fillUsage' ? usage.benchFill(value) : usage.benchSize())) ?? null)
    }
    const events = () => env.EVENTS.getByName('events')
    if (method === 'benchFill') {
      await events().benchFill(value)
      // It has cached the previous content.
      await events().benchEnd().catch(() => {})
      return Response.json(null)
    }
    if (method !== 'ring' && method !== 'list') return Response.json((await events()[method](value)) ?? null)
    const wait = await events().benchAlarmIn()
    await events().benchEnd().catch(() => {})
    const before = await toCounts(env, context)
    if (method === 'list') {
      const waiting = (await events().subscriptions(null)).map((one) => one.pending_count)
      return Response.json({ ...spentSince(before, await toCounts(env, context)), waiting })
    }
    ahead += Math.max(0, wait ?? 0)
    await events().benchRing()
    return Response.json(spentSince(before, await toCounts(env, context)))
  },
}
`
