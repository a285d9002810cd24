import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import type { Hono } from 'hono'
import { createApp } from '../../src/app.ts'
import type { Env } from '../../src/base/env.ts'
import { platform } from '../../src/base/platform.ts'
import type { AppEnv } from '../../src/gateway/state.ts'
import { BINDINGS, type Overrides, PRO_KEY } from '../support/gateway.ts'

/** The gateway with additional operations of the test. */
export interface Probe {
  env: Env
  /** Sends a request with the deployment's key, unless it brings another. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export function createProbe(routes: Hono<AppEnv>, overrides: Overrides & Partial<Pick<Env, 'ASSETS'>> = {}): Probe {
  const app = createApp(platform)
  app.router.route('/api/v1', routes)
  const settings: Env = { ...BINDINGS, API_KEY: PRO_KEY, LICENCE: 'pro', ...overrides }
  return {
    env: settings,
    async fetch(path, init) {
      const request = new Request(`https://latchkey.test${path}`, init)
      if (!request.headers.has('X-API-KEY')) request.headers.set('X-API-KEY', PRO_KEY)
      const context = createExecutionContext()
      const response = await app.fetch(request, settings, context)
      const answer = new Response(
        await response.arrayBuffer().then((body) => (body.byteLength ? body : null)),
        response,
      )
      await waitOnExecutionContext(context)
      return answer
    },
  }
}
