import { Hono } from 'hono'
import { VERSION } from '../base/version.ts'
import { respond } from '../gateway/respond.ts'
import type { Gateway } from '../gateway/state.ts'

/** The paths for monitors, which need no key (decisions.md section 10). */
export const health = new Hono<Gateway>()
  .get('/version', (c) => respond(c, 200, JSON.stringify({ version: VERSION })))
  .get('/health', (c) => respond(c, 200, JSON.stringify({ status: 'ok' })))
