import { BUILT_AT, COMMIT } from '../base/generated/build.ts'
import { VERSION } from '../base/version.ts'
import { respond } from '../gateway/respond.ts'
import { routeList } from '../gateway/router.ts'

/** The paths for monitors, which need no key (decisions.md section 10). */
export const health = routeList()
  // The management app is a static page; where the Worker is asked for it, there is none beside it.
  .get('/', (c) => respond(c, 200, JSON.stringify({ name: 'Latchkey', version: VERSION, docs: '/docs' })))
  .get('/version', (c) => respond(c, 200, JSON.stringify({ version: VERSION, commit: COMMIT, built_at: BUILT_AT })))
  .get('/health', (c) => respond(c, 200, JSON.stringify({ status: 'ok' })))
