import type { Platform } from './base/platform.ts'
import { createRequestContext } from './gateway/http/request-context.ts'
import { fail } from './gateway/http/respond.ts'
import { GatewayRouter } from './gateway/http/router.ts'
import { unknownPath } from './gateway/http/unknown-path.ts'
import { health } from './surfaces/health.ts'

const connectors = async () => (await import('./connectors.ts')).CONNECTABLES

/**
 * The whole gateway. A request enters through gateway/http/request-context.ts, which responds to preflights, passes the
 * access policy of its operation (gateway/operation.ts), is handled by its group, and leaves through
 * gateway/http/respond.ts. Each line names the paths and the module that serves them, which is loaded with their first
 * request.
 */
export function createApp(platform: Platform): GatewayRouter {
  const app = new GatewayRouter()
  app.use(createRequestContext(platform, app))
  app.route('/', health)
  app.lazyRoute('/', ['mcp'], async () => (await import('./surfaces/mcp/mcp.ts')).mcp(app))
  app.lazyRoute('/', ['oauth', '.well-known'], async () => (await import('./surfaces/oauth/oauth.ts')).oauth)
  app.lazyRoute('/', ['openapi.json', 'openapi'], async () => (await import('./surfaces/openapi/openapi.ts')).openapi())
  app.lazyRoute('/api/v1', ['recorder'], async () => (await import('./groups/recorder/routes.ts')).recorder)
  app.lazyRoute('/api/v1', ['notes'], async () => (await import('./groups/notes/routes.ts')).notes)
  app.lazyRoute('/api/v1', ['workspace'], async () => (await import('./groups/workspace/routes.ts')).workspace)
  app.lazyRoute('/api/v2', ['workspace'], async () => (await import('./groups/workspace/routes.ts')).workspaceV2)
  app.lazyRoute('/api/v1', ['shop'], async () => (await import('./groups/shop/routes.ts')).shop)
  app.lazyRoute('/api/v1', ['payment'], async () => (await import('./groups/payment/routes.ts')).payment)
  app.lazyRoute('/api/v1', ['video'], async () => (await import('./groups/video/routes.ts')).video)
  app.lazyRoute('/api/v1', ['social'], async () => (await import('./groups/social/routes.ts')).social)
  app.lazyRoute('/api/v1', ['events'], async () => (await import('./groups/events/routes.ts')).events)
  app.lazyRoute('/api/v1', ['doctor', 'search'], async () =>
    (await import('./groups/gateway/routes.ts')).gateway(await connectors(), app),
  )
  app.lazyRoute('/api/v1', ['admin', 'connect'], async () =>
    (await import('./groups/admin/routes.ts')).admin(await connectors()),
  )
  app.lazyRoute('/', ['connect'], async () => (await import('./groups/admin/click.ts')).clickPages(await connectors()))
  app.lazyRoute('/', ['hooks/payment'], async () => (await import('./groups/payment/callback/hook.ts')).paymentHook)
  app.lazyRoute('/', ['hooks/workspace'], async () => (await import('./groups/workspace/push/hook.ts')).workspaceHook)
  app.notFound(async (c) => fail(c, await unknownPath(c)))
  app.onError((error, c) => fail(c, error))
  return app
}
