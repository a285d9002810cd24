import { BUILD, BUILT_AT, COMMIT } from '../base/generated/build.ts'
import { VERSION } from '../base/version.ts'
import { requireAdmin } from '../gateway/auth/admin/admin-access.ts'
import { respond } from '../gateway/http/respond.ts'
import { routeList } from '../gateway/http/router.ts'

/** The paths for monitors, which need no key (decisions.md section 10). */
export const health = routeList()
  // The management app is a static page; where the Worker is asked for it, there is none beside it.
  .get('/', (c) => respond(c, 200, JSON.stringify({ name: 'Latchkey', version: VERSION, docs: '/docs' })))
  .get('/version', async (c) => {
    const about = { version: VERSION, build: BUILD }
    // Which faults a deployment has can be read from its commit.
    if (c.req.header('Authorization') === undefined) return respond(c, 200, JSON.stringify(about))
    await requireAdmin(c, { reads: true })
    return respond(c, 200, JSON.stringify({ ...about, commit: COMMIT, built_at: BUILT_AT }))
  })
  .get('/health', (c) => respond(c, 200, JSON.stringify({ status: 'ok' })))
