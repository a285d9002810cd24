import type { MiddlewareHandler } from 'hono'
import type { Platform } from '../../base/platform.ts'
import { getSettings } from '../../base/settings.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import type { Caller } from '../auth/access.ts'
import type { AppEnv } from '../state.ts'
import { isAllowedOrigin, refusedOrigin } from './cors.ts'
import { type RouteSource, routeMap } from './paths.ts'
import { preflight } from './preflight.ts'
import { respond } from './respond.ts'

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/

interface Nesting {
  /** Whether it is one of several requests for one response. Then only that response is logged and counted. */
  isPart?: boolean
  /** Whether it only asks what a person has to know before they agree. Then nothing is done. */
  isQuestion?: boolean
}

/** The context and the caller of the request that caused a nested request. */
const parents = new WeakMap<Request, { upstream: UpstreamContext; caller: Caller } & Nesting>()

/**
 * Marks a request that the gateway sends to its own router, such as an MCP tool call, as part of the request that
 * caused it. Both share one deadline, one call budget and one caller, who is already authenticated.
 */
export function toNestedRequest(
  upstream: UpstreamContext,
  caller: Caller,
  request: Request,
  nesting: Nesting = {},
): Request {
  parents.set(request, { upstream, caller, ...nesting })
  return request
}

/**
 * Creates the state of the request, and responds to CORS preflights for any path.
 *
 * @param router the router that this middleware is mounted in
 */
export function createRequestContext(platform: Platform, router: RouteSource): MiddlewareHandler<AppEnv> {
  const map = routeMap(router)
  const preflightHeaders = preflight(router)
  return async function arrive(c, next) {
    const settings = getSettings(c.env)
    const givenId = c.req.header('X-Request-Id')
    const parent = parents.get(c.req.raw)
    const upstream = new UpstreamContext(settings, platform, parent?.upstream)
    upstream.waitUntil = (work) => c.executionCtx.waitUntil(work)
    c.set('state', {
      id: givenId && REQUEST_ID.test(givenId) ? givenId : platform.uuid(),
      settings,
      platform,
      upstream,
      routes: map,
      ...(parent && {
        caller: parent.caller,
        isTool: !parent.isPart,
        isPart: parent.isPart ?? false,
        isQuestion: parent.isQuestion ?? false,
      }),
    })
    if (c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method')) {
      const origin = c.req.header('Origin')
      if (origin) {
        const headers = await preflightHeaders(settings, origin)
        if (isAllowedOrigin(settings, origin)) return respond(c, 204, null, headers)
        const { parameters, reason } = refusedOrigin(origin)
        c.get('state').failureParameters = parameters
        return respond(c, 204, null, headers, reason)
      }
    }
    return next()
  }
}
