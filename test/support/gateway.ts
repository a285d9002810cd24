import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createApp } from '../../src/app.ts'
import type { Env } from '../../src/base/env.ts'
import { platform } from '../../src/base/platform.ts'
import { eventsStandIn } from './events.ts'
import { OBJECTS } from './objects.ts'

export const PRO_KEY = 'test-pro-key'

export type Overrides = Partial<
  Record<
    Exclude<
      keyof Env,
      'STORE' | 'ACCOUNTS' | 'ACCESS' | 'LEDGER' | 'EVENTS' | 'USAGE' | 'ASSETS' | 'KEY_LIMIT' | 'TRY_LIMIT' | 'EMAIL'
    >,
    string
  >
>

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body, undefined when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer and fails on what is not there
  json: any
}

export interface Gateway {
  /** Sends a request as a caller with the deployment's key does; `key: null` sends none. */
  call(path: string, init?: RequestInit & { key?: string | null }): Promise<Answer>
  env: Env
}

/**
 * The bindings of the runtime without two. TRY_LIMIT counts by the real clock, across tests, so a test of it creates
 * its own limiter. With USAGE a request may continue for 10 s after its response.
 */
const { TRY_LIMIT: _limit, USAGE: _usage, ...bindings } = env as unknown as Env
const { USAGE: _ownUsage, ...objects } = OBJECTS as unknown as Pick<Env, keyof typeof OBJECTS>
export const BINDINGS: Env = { ...bindings, ...objects }

/** One app for all gateways, like in an isolate. Its caches are separated by settings. */
const app = createApp(platform)

/** The gateway as it is deployed except for EVENTS, with the test's settings, through the public router. */
export function createGateway(overrides: Overrides & Partial<Pick<Env, 'EVENTS' | 'EMAIL'>> = {}): Gateway {
  const settings: Env = { ...BINDINGS, EVENTS: eventsStandIn(), API_KEY: PRO_KEY, LICENCE: 'pro', ...overrides }
  return {
    env: settings,
    async call(path, { key = PRO_KEY, ...init } = {}) {
      const request = new Request(new URL(path, 'https://latchkey.test'), init)
      if (key !== null) request.headers.set('X-API-KEY', key)
      const context = createExecutionContext()
      const response = await app.fetch(request, settings, context)
      const text = await response.text()
      await waitOnExecutionContext(context)
      return { status: response.status, headers: response.headers, text, json: tryJson(text) }
    },
  }
}

/** A JSON request body, as most callers send it. */
export const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
