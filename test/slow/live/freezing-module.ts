import { OBJECTS } from '../../../scripts/support/workerd.ts'

/** Paths that freeze and release the reads of STORE. */
export const FREEZE = '/test/freeze'
export const THAW = '/test/thaw'

/**
 * Wraps the built Worker: while STORE is frozen, each read of this isolate returns what was there when it was frozen,
 * as KV may for a minute. Writes arrive. Objects are frozen too, in the isolate that they run in.
 */
export const freezingModule = (inner: string): string => `
import built from '${inner}'
import * as classes from '${inner}'
export * from '${inner}'

let frozen

async function copyOf(kv) {
  const copy = new Map()
  let cursor
  do {
    const page = await kv.list({ cursor })
    for (const { name, metadata } of page.keys) copy.set(name, { text: await kv.get(name), metadata })
    cursor = page.list_complete ? undefined : page.cursor
  } while (cursor)
  return copy
}

const stale = {
  async get(name, type) {
    const text = frozen.get(name)?.text ?? null
    return type === 'json' && text !== null ? JSON.parse(text) : text
  },
  async list({ prefix = '' }) {
    const keys = [...frozen].filter(([name]) => name.startsWith(prefix))
    return { keys: keys.map(([name, { metadata }]) => ({ name, metadata })), list_complete: true }
  },
}

const freezing = (kv) =>
  new Proxy(kv, {
    get: (_, name) => (...input) => (frozen && stale[name] ? stale[name](...input) : kv[name](...input)),
  })

${Object.values(OBJECTS)
  .map(
    (name) => `export class ${name} extends classes.${name} {
  constructor(ctx, env) {
    super(ctx, { ...env, STORE: freezing(env.STORE) })
  }
}`,
  )
  .join('\n')}

// The caches of an isolate belong to its bindings.
let bindings

export default {
  ...built,
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (pathname === '${FREEZE}') frozen = await copyOf(env.STORE)
    if (pathname === '${THAW}') frozen = undefined
    if (pathname === '${FREEZE}' || pathname === '${THAW}') return new Response(null, { status: 204 })
    bindings ??= { ...env, STORE: freezing(env.STORE) }
    return built.fetch(request, bindings, context)
  },
}
`
