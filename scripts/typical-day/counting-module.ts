import { OBJECTS } from '../support/workerd.ts'

/** The path that returns the counts. */
export const COUNTS_PATH = '/__counts'

/** What Cloudflare counts for a deployment, in addition to its requests. */
export interface Counts {
  kvReads: number
  kvWrites: number
  kvLists: number
  kvDeletes: number
  objectCalls: number
  rowsRead: number
  rowsWritten: number
  outgoing: number
  logLines: number
}

/**
 * Wraps the built Worker and counts namespace reads and writes, calls of objects, rows that objects read and write,
 * upstream calls and log lines. As in Cloudflare's billing, a value in an object's storage counts as a row, and so does
 * setting an alarm. The Worker itself is not changed.
 */
export const countingModule = (inner: string): string => `
import worker from '${inner}'
import * as own from '${inner}'
export * from '${inner}'

const counts = { kvReads: 0, kvWrites: 0, kvLists: 0, kvDeletes: 0, objectCalls: 0, rowsRead: 0, rowsWritten: 0, outgoing: 0, logLines: 0 }
const cursors = []

const KV = { get: 'kvReads', getWithMetadata: 'kvReads', put: 'kvWrites', delete: 'kvDeletes', list: 'kvLists' }
const ROWS = { get: 'rowsRead', list: 'rowsRead', getAlarm: 'rowsRead', put: 'rowsWritten', delete: 'rowsWritten', setAlarm: 'rowsWritten' }

/** A proxy that counts each call of a named method. Other methods run unchanged. */
const counted = (target, names, over = {}) =>
  new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(over, name)) return over[name]
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...input) => {
        if (Object.hasOwn(names, name)) counts[names[name]]++
        return value.apply(target, input)
      }
    },
  })

const goOut = globalThis.fetch
globalThis.fetch = (...input) => {
  counts.outgoing++
  return goOut(...input)
}
for (const level of ['log', 'warn', 'error']) {
  const write = console[level].bind(console)
  console[level] = (...input) => {
    counts.logLines++
    write(...input)
  }
}

const toObjects = (objects) => ({
  idFromName: (name) => objects.idFromName(name),
  getByName: (name) =>
    new Proxy(objects.getByName(name), {
      get: (stub, method) => (method === 'then' ? undefined : (...input) => {
        counts.objectCalls++
        return stub[method](...input)
      }),
    }),
})

function getRows(Own) {
  return class extends Own {
    constructor(ctx, env) {
      const { storage } = ctx
      const { sql } = storage
      const exec = (...input) => {
        const cursor = sql.exec(...input)
        cursors.push(cursor)
        return cursor
      }
      const over = { sql: counted(sql, {}, { exec }), kv: counted(storage.kv, ROWS) }
      Object.defineProperty(ctx, 'storage', { value: counted(storage, ROWS, over), configurable: true })
      super(ctx, env)
    }
  }
}

${Object.values(OBJECTS)
  .map((name) => `const Counted${name} = getRows(own.${name})\nexport { Counted${name} as ${name} }`)
  .join('\n')}

let bindings
const getBindings = (env) => bindings ??= {
  ...env,
  // A whole day runs within a minute. With the limit, keys would be refused.
  KEY_LIMIT: undefined,
  STORE: counted(env.STORE, KV),
  OAUTH_KV: counted(env.OAUTH_KV, KV),
  ...Object.fromEntries(${JSON.stringify(Object.keys(OBJECTS))}.map((name) => [name, toObjects(env[name])])),
}

export default {
  ...worker,
  fetch(request, env, context) {
    if (new URL(request.url).pathname !== '${COUNTS_PATH}') return worker.fetch(request, getBindings(env), context)
    for (const cursor of cursors.splice(0)) {
      counts.rowsRead += cursor.rowsRead
      counts.rowsWritten += cursor.rowsWritten
    }
    return Response.json(counts)
  },
}
`
