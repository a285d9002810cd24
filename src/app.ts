import type { Platform } from './base/platform.ts'
import { CONNECTABLES } from './connectors.ts'
import { createRequestContext } from './gateway/http/request-context.ts'
import { fail } from './gateway/http/respond.ts'
import { gatewayRouter } from './gateway/http/router.ts'
import { unknownPath } from './gateway/http/unknown-path.ts'
import { clickPages } from './groups/admin/click.ts'
import { admin } from './groups/admin/routes.ts'
import { events } from './groups/events/routes.ts'
import { gateway } from './groups/gateway/routes.ts'
import { notes } from './groups/notes/routes.ts'
import { paymentHook } from './groups/payment/callback/hook.ts'
import { payment } from './groups/payment/routes.ts'
import { recorder } from './groups/recorder/routes.ts'
import { shop } from './groups/shop/routes.ts'
import { social } from './groups/social/routes.ts'
import { video } from './groups/video/routes.ts'
import { workspaceHook } from './groups/workspace/push/hook.ts'
import { workspace, workspaceV2 } from './groups/workspace/routes.ts'
import { health } from './surfaces/health.ts'
import { mcp } from './surfaces/mcp/mcp.ts'
import { oauth } from './surfaces/oauth/oauth.ts'
import { openapi } from './surfaces/openapi/openapi.ts'

/**
 * The whole gateway. A request enters through gateway/http/request-context.ts, which responds to preflights, passes the
 * access policy of its operation (gateway/operation.ts), is handled by its group, and leaves through
 * gateway/http/respond.ts.
 */
export function createApp(platform: Platform) {
  const app = gatewayRouter()
  app.use(createRequestContext(platform, () => app.routes))
  app.route('/', health)
  app.route('/', mcp(app))
  app.route('/', oauth)
  app.route('/', openapi())
  app.route('/api/v1', recorder)
  app.route('/api/v1', notes)
  app.route('/api/v1', workspace)
  app.route('/api/v2', workspaceV2)
  app.route('/api/v1', shop)
  app.route('/api/v1', payment)
  app.route('/api/v1', video)
  app.route('/api/v1', social)
  app.route('/api/v1', events)
  app.route('/api/v1', gateway(CONNECTABLES, app))
  app.route('/api/v1', admin(CONNECTABLES))
  app.route('/', clickPages(CONNECTABLES))
  app.route('/', paymentHook)
  app.route('/', workspaceHook)
  app.notFound((c) => fail(c, unknownPath(c)))
  app.onError((error, c) => fail(c, error))
  return app
}
