import type { MiniflareOptions } from 'miniflare'

import { ROOT } from './build.ts'

type WorkerOptions = Extract<MiniflareOptions, { workers: unknown }>['workers'][number]

/** From wrangler.toml, so that the local runtime behaves like the deployed one. */
export const COMPATIBILITY = {
  compatibilityDate: '2026-11-02',
  compatibilityFlags: ['no_nodejs_compat', 'enable_request_signal', 'global_fetch_strictly_public'],
}

/** The reference page and the generated descriptions, also from wrangler.toml. */
export const PAGES = {
  directory: `${ROOT}public`,
  hasUserWorker: true,
  runWorkerFirst: [
    '/api/*',
    '/mcp*',
    '/openapi*',
    '/health',
    '/version',
    '/connect/social/*',
    '/hooks/*',
    '/oauth/token',
    '/oauth/register',
    '/.well-known/*',
  ],
}

/** The Durable Objects of wrangler.toml: the class of each binding. */
export const OBJECTS = {
  ACCOUNTS: 'Accounts',
  ACCESS: 'Access',
  LEDGER: 'Ledger',
  EVENTS: 'Events',
  USAGE: 'Usage',
}

export interface GatewayOptions {
  /** The name of the Worker within the runtime. */
  name?: string
  /** Another Worker of the runtime whose Durable Objects and STORE this one shares. */
  sharesWith?: string
  /** Another Worker of the runtime whose STORE this one uses by mistake. It has its own objects. */
  sharesNamespacesOf?: string
  /**
   * Modules that wrap the gateway's own, the outermost last. Each gets the name of the module that it wraps, and
   * re-exports it.
   */
  before?: readonly ((inner: string) => string)[]
}

/** The gateway as a local Worker: STORE, Durable Objects, and settings as text. */
export function gatewayWorker(
  contents: string,
  settings: Record<string, string>,
  { name = 'latchkey', sharesWith: owner = name, sharesNamespacesOf: keeper = owner, before = [] }: GatewayOptions = {},
): WorkerOptions['config'] {
  const modules = { 'index.js': { type: 'esm' as const, contents } } as Record<
    string,
    { type: 'esm'; contents: string }
  >
  let mainModule = 'index.js'
  for (const module of before) {
    const outer = `before-${Object.keys(modules).length}.js`
    modules[outer] = { type: 'esm', contents: module(`./${mainModule}`) }
    mainModule = outer
  }
  const objects = Object.entries(OBJECTS)
  return {
    name,
    ...COMPATIBILITY,
    manifest: { mainModule, modules },
    env: {
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, { type: 'text', value }])),
      STORE: { type: 'kv', id: `${keeper}-store` },
      ...Object.fromEntries(
        objects.map(([binding, exportName]) => [binding, { type: 'durable-object', worker: owner, exportName }]),
      ),
      // The files on the disk. `npm start` replaces this by the platform's own file service.
      ASSETS: { type: 'disk', path: PAGES.directory },
      TRY_LIMIT: { type: 'rate-limit', namespace: '1002', simple: { limit: 20, period: 60 } },
      KEY_LIMIT: { type: 'rate-limit', namespace: '1001', simple: { limit: 600, period: 60 } },
      // The runtime writes each mail to a file.
      ...(settings.NOTIFY_FROM && { EMAIL: { type: 'send-email' as const } }),
    },
    ...(owner === name && {
      exports: Object.fromEntries(
        objects.map(([, exportName]) => [exportName, { type: 'durable-object', storage: 'sqlite' }]),
      ),
    }),
  }
}
