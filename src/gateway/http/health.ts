import { Hono } from 'hono'
import { BUILD, BUILT_AT, COMMIT } from '../../base/generated/build.ts'
import { VERSION } from '../../base/version.ts'
import { requireAdmin } from '../auth/admin.ts'
import type { AppEnv } from '../state.ts'
import { respond } from './respond.ts'

/** Paths for monitors, which need no key. */
export const health = new Hono<AppEnv>()
  // The management app is a static page. The Worker gets this path only when that page is missing.
  .get('/', (c) => respond(c, 200, JSON.stringify({ name: 'Latchkey', version: VERSION, docs: '/docs' })))
  .get('/version', async (c) => {
    const about = { version: VERSION, build: BUILD }
    // The commit shows which bugs a deployment has, so only authorized callers get it.
    if (c.req.header('Authorization') === undefined) return respond(c, 200, JSON.stringify(about))
    await requireAdmin(c, { reads: true })
    return respond(c, 200, JSON.stringify({ ...about, commit: COMMIT, built_at: BUILT_AT }))
  })
  .get('/health', (c) => respond(c, 200, JSON.stringify({ status: 'ok' })))
