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

/** The gateway as a local Worker: in-memory STORE and Durable Objects, settings as text. */
export function gatewayWorker(contents: string, settings: Record<string, string>): WorkerOptions['config'] {
  return {
    name: 'latchkey',
    ...COMPATIBILITY,
    manifest: { mainModule: 'index.js', modules: { 'index.js': { type: 'esm', contents } } },
    env: {
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, { type: 'text', value }])),
      STORE: { type: 'kv', id: 'store' },
      ACCOUNTS: { type: 'durable-object', worker: 'latchkey', exportName: 'Accounts' },
      LEDGER: { type: 'durable-object', worker: 'latchkey', exportName: 'Ledger' },
    },
    exports: {
      Accounts: { type: 'durable-object', storage: 'sqlite' },
      Ledger: { type: 'durable-object', storage: 'sqlite' },
    },
  }
}
