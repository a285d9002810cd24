import { COUNTS_PATH } from '../typical-day/counting-module.ts'

/**
 * Stands before the built Worker, and before the module that counts: sources that find nothing after one call of a product, a
 * clock that goes from alarm to alarm, a store that is filled as years would, and an object that ends between two alarms.
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
  async poll({ outgoing, cursor, known }) {
    outgoing.spend()
    productCalls += 1
    outgoing.wait(0)
    known(['m1', 'm2', 'm3'])
    return { cursor: cursor ?? 'at the end', marks: new Map(), events: [], isMore: false }
  },
}))

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
      data: { file_id: 'f' + at, file_name: 'Weekly meeting with the team', duration: 3600000, start_time: Date.now() },
    })))
  }
  async benchFill({ marks = 0, attempts = 0, subscriptions = 0, events = 0 }) {
    const { sql } = this.ctx.storage
    const source = SOURCES[Number(this.env.SOURCES) - 1] ?? SOURCES[0]
    const now = Date.now()
    const { record } = sql.exec('SELECT record FROM event_subscriptions LIMIT 1').one()
    for (let at = 0; at < subscriptions; at++) {
      const id = 'sub_' + String(at).padStart(26, '0')
      // Stopped by its owner, so that what waits for it stays.
      sql.exec('INSERT INTO event_subscriptions (id, record) VALUES (?, ?)',
        id, JSON.stringify({ ...JSON.parse(record), id, ...(events > 0 && { stopped: 'owner' }) }))
      sql.exec('INSERT INTO event_outbox (subscription, apart, seq, attempts, unattached, next_at, wait_ms) ' +
        'WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ?2) SELECT ?1, 0, seq, 0, 0, 0, 0 FROM n WHERE ?2 > 0',
        id, events)
    }
    for (let at = 0; at < events; at++)
      sql.exec('INSERT INTO kept_events (id, type, area, at, kept_at, data) VALUES (?, ?, ?, ?, ?, ?)',
        'evt_' + at, TYPES[0], 'recorder', now, now, '{}')
    for (let at = 0; at < marks; at++)
      sql.exec('INSERT INTO event_marks (source, key, value, at) VALUES (?, ?, ?, ?)', source, 'm' + at, '1', now)
    for (let at = 0; at < attempts; at++)
      sql.exec('INSERT INTO event_attempts (subscription, at, record) VALUES (?, ?, ?)', JSON.parse(record).id, now, '{}')
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

const countsOf = async (env, context) => {
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
    const events = () => env.EVENTS.getByName('events')
    if (method !== 'ring' && method !== 'list') return Response.json((await events()[method](value)) ?? null)
    const wait = await events().benchAlarmIn()
    await events().benchEnd().catch(() => {})
    const before = await countsOf(env, context)
    if (method === 'list') {
      const waiting = (await events().subscriptions(null)).map((one) => one.waiting)
      return Response.json({ ...spentSince(before, await countsOf(env, context)), waiting })
    }
    ahead += Math.max(0, wait ?? 0)
    await events().benchRing()
    return Response.json(spentSince(before, await countsOf(env, context)))
  },
}
`
