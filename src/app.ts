import type { Platform } from './base/platform.ts'
import { health } from './gateway/http/health.ts'
import { createRequestContext } from './gateway/http/request.ts'
import { fail } from './gateway/http/respond.ts'
import { type Gateway, lazyRouter, type Mount } from './gateway/http/router.ts'
import { unknownPath } from './gateway/http/unknown-path.ts'

const connectors = async () => (await import('./registry.ts')).ACCOUNT_CONNECTORS

/**
 * The whole gateway. A request enters through gateway/http/request.ts, which responds to preflights, passes the
 * access policy of its operation (gateway/operation.ts), is handled by its group, and leaves through
 * gateway/http/respond.ts. The table has the module that serves each prefix.
 */
export function createApp(platform: Platform): Gateway {
  const oauth: Mount = ['/', async () => (await import('./gateway/auth/oauth/routes.ts')).oauth]
  const openapi: Mount = ['/', async () => (await import('./openapi/openapi.ts')).openapi()]
  const own: Mount = [
    '/api/v1',
    async () => (await import('./groups/gateway/routes.ts')).gateway(await connectors(), gateway),
  ]
  const admin: Mount = ['/api/v1', async () => (await import('./groups/admin/routes.ts')).admin(await connectors())]
  const gateway = lazyRouter({
    '/mcp': ['/', async () => (await import('./mcp/mcp.ts')).mcp(gateway)],
    '/oauth': oauth,
    '/.well-known': oauth,
    '/openapi.json': openapi,
    '/openapi': openapi,
    '/api/v1/recorder': ['/api/v1', async () => (await import('./groups/recorder/routes.ts')).recorder],
    '/api/v1/notes': ['/api/v1', async () => (await import('./groups/notes/routes.ts')).notes],
    '/api/v1/workspace': ['/api/v1', async () => (await import('./groups/workspace/routes.ts')).workspace],
    '/api/v2/workspace': ['/api/v2', async () => (await import('./groups/workspace/routes.ts')).workspaceV2],
    '/api/v1/shop': ['/api/v1', async () => (await import('./groups/shop/routes.ts')).shop],
    '/api/v1/payment': ['/api/v1', async () => (await import('./groups/payment/routes.ts')).payment],
    '/api/v1/video': ['/api/v1', async () => (await import('./groups/video/routes.ts')).video],
    '/api/v1/social': ['/api/v1', async () => (await import('./groups/social/routes.ts')).social],
    '/api/v1/events': ['/api/v1', async () => (await import('./groups/events/routes.ts')).events],
    '/api/v1/doctor': own,
    '/api/v1/search': own,
    '/api/v1/accounts': own,
    '/api/v1/admin': admin,
    '/api/v1/connect': admin,
    '/connect': ['/', async () => (await import('./groups/admin/connect-pages.ts')).connectPages(await connectors())],
    '/hooks/payment': ['/', async () => (await import('./groups/payment/callback.ts')).paymentHook],
    '/hooks/email': ['/', async () => (await import('./groups/events/confirm-email.ts')).confirmEmail],
    '/hooks/workspace': ['/', async () => (await import('./groups/workspace/push.ts')).workspaceHook],
  })
  const { router } = gateway
  router.use(createRequestContext(platform, gateway))
  router.route('/', health)
  router.notFound(async (c) => fail(c, await unknownPath(c)))
  router.onError((error, c) => fail(c, error))
  return gateway
}
