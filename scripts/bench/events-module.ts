/**
 * Stands before the built Worker: sources that find nothing after one call of a product, counts of what the object reads and
 * writes, and a clock that goes from alarm to alarm.
 */
export const eventsModule = (inner: string): string => `
import * as built from '${inner}'
export * from '${inner}'

let ahead = 0
const real = Date.now
Date.now = () => real() + ahead

const TYPES = ['recorder.file.ready', 'notes.note.created', 'shop.order.created']
let count = { rings: 0, calls: 0, read: 0, written: 0 }
let cursors = []
const sum = () => {
  for (const { rowsRead, rowsWritten } of cursors) { count.read += rowsRead; count.written += rowsWritten }
  cursors = []
}

const sources = TYPES.map((type) => ({
  name: type,
  types: [type],
  isConnected: async () => true,
  async poll({ outgoing, cursor }) {
    outgoing.spend()
    count.calls += 1
    outgoing.wait(0)
    return { cursor: cursor ?? 'at the end', marks: new Map(), events: [], isMore: false }
  },
}))

export class Events extends built.Events {
  constructor(ctx, env) {
    super(ctx, env)
    this.ownSources = sources.slice(0, Number(env.SOURCES))
    const { sql } = ctx.storage
    const prototype = Object.getPrototypeOf(sql)
    if (!prototype.isCounted) {
      const { exec } = prototype
      prototype.isCounted = true
      prototype.exec = function (...args) {
        const cursor = exec.apply(this, args)
        cursors.push(cursor)
        if (cursors.length > 500) sum()
        return cursor
      }
      const storage = Object.getPrototypeOf(ctx.storage)
      const { setAlarm } = storage
      storage.setAlarm = function (...args) {
        count.written += 1
        return setAlarm.apply(this, args)
      }
    }
  }
  async begin(url) {
    const key = { id: 'k1', name: 'automation', licence: 'pro' }
    await this.subscribe(key, { url, types: TYPES, include: [], description: null })
  }
  async fill(events) {
    await this.keep(Array.from({ length: events }, (_, at) => ({
      type: TYPES[0], group: 'recorder', subject: 'f' + at, at: Date.now(),
      data: { file_id: 'f' + at, file_name: 'Weekly meeting with the team', duration: 3600000, start_time: Date.now() },
    })))
  }
  async day() {
    sum()
    count = { rings: 0, calls: 0, read: 0, written: 0 }
    const until = Date.now() + 86_400_000
    for (;;) {
      const at = await this.ctx.storage.getAlarm()
      if (at === null || at > until) break
      ahead += Math.max(0, at - Date.now())
      await this.alarm()
      count.rings += 1
    }
    sum()
    return count
  }
}

export default {
  async fetch(request, env) {
    const { method, value } = await request.json()
    return Response.json((await env.EVENTS.getByName('events')[method](value)) ?? null)
  },
}
`
