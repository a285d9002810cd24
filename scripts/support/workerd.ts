import type { MiniflareOptions } from 'miniflare'

import { ROOT } from './build.ts'

type WorkerOptions = Extract<MiniflareOptions, { workers: unknown }>['workers'][number]

/** wrangler.toml's own: the local runtime behaves as the deployed one. */
export const COMPATIBILITY = {
  compatibilityDate: '2026-11-02',
  compatibilityFlags: ['no_nodejs_compat', 'enable_request_signal'],
}

/** The reference page, beside the Worker; wrangler.toml's own, too. */
export const PAGES = {
  directory: `${ROOT}public`,
  hasUserWorker: true,
  runWorkerFirst: ['/api/*', '/mcp', '/openapi*', '/health', '/version'],
}

export interface GatewayOptions {
  /** The name of the Worker among those of one runtime. */
  name?: string
  /** Another Worker of the runtime whose Durable Objects, and whose STORE, this one uses as well. */
  sharesWith?: string
  /** A module that stands before the gateway's own and re-exports it. */
  before?: string
}

/** The gateway as a local Worker: STORE, Durable Objects, and settings as text. */
export function gatewayWorker(
  contents: string,
  settings: Record<string, string>,
  { name = 'latchkey', sharesWith: owner = name, before }: GatewayOptions = {},
): WorkerOptions['config'] {
  const modules = { 'index.js': { type: 'esm' as const, contents } }
  return {
    name,
    ...COMPATIBILITY,
    manifest: before
      ? { mainModule: 'before.js', modules: { ...modules, 'before.js': { type: 'esm', contents: before } } }
      : { mainModule: 'index.js', modules },
    env: {
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, { type: 'text', value }])),
      STORE: { type: 'kv', id: `${owner}-store` },
      ACCOUNTS: { type: 'durable-object', worker: owner, exportName: 'Accounts' },
      LEDGER: { type: 'durable-object', worker: owner, exportName: 'Ledger' },
      KEY_LIMIT: { type: 'rate-limit', namespace: '1001', simple: { limit: 600, period: 60 } },
    },
    ...(owner === name && {
      exports: {
        Accounts: { type: 'durable-object', storage: 'sqlite' },
        Ledger: { type: 'durable-object', storage: 'sqlite' },
      },
    }),
  }
}
