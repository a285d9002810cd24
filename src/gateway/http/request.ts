import type { MiddlewareHandler } from 'hono'
import { lazy } from '../../base/lazy.ts'
import type { Platform } from '../../base/platform.ts'
import { getSettings } from '../../base/settings.ts'
import { formatNetwork } from '../../base/url.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import type { Caller } from '../auth/caller.ts'
import { getOperation } from '../operation-type.ts'
import type { AppEnv } from '../state.ts'
import { checkOrigin, refusedOrigin } from './cors.ts'
import { respond } from './respond.ts'
import { type RouteSource, routeMap } from './router.ts'

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
  const allowed = preflightHeaders(router)
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
      arrivedAt: platform.now(),
      upstream,
      routes: map,
      ...(parent && {
        caller: parent.caller,
        isTool: !parent.isPart,
        isPart: parent.isPart ?? false,
        isQuestion: parent.isQuestion ?? false,
      }),
    })
    const origin = c.req.header('Origin')
    if (origin)
      await checkOrigin(
        c.get('state'),
        origin,
        new URL(c.req.url).origin,
        formatNetwork(c.req.header('CF-Connecting-IP') ?? ''),
      )
    if (origin && c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method')) {
      if (c.get('state').allowedOrigin !== undefined) return respond(c, 204, null, await allowed())
      const { parameters, reason } = refusedOrigin(origin)
      c.get('state').failureParameters = parameters
      return respond(c, 204, null, {}, reason)
    }
    return next()
  }
}

/** The headers that any request may have, and those of the MCP transport. */
const COMMON_HEADERS = [
  'X-API-KEY',
  'Authorization',
  'Content-Type',
  'X-Request-Id',
  'X-Account',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
]

/** How long a browser may cache a preflight, in seconds. */
const MAX_AGE = '600'

/**
 * The headers of the response to a CORS preflight of an allowed origin. The methods and headers are those of the
 * operations, collected at the first preflight. That needs no schemas, because a group lists its headers in
 * `operations`: building all schemas would cost the first browser 10 ms or more.
 *
 * @param source the router
 */
const preflightHeaders = (source: RouteSource) =>
  lazy(async () => {
    const routes = await source.allRoutes()
    const methods = routes.flatMap(({ method }) => (method === 'ALL' ? [] : [method]))
    const headers = routes.flatMap(({ handler }) => getOperation(handler)?.groupHeaders ?? [])
    return {
      'Access-Control-Allow-Methods': [...new Set(methods)].join(', '),
      'Access-Control-Allow-Headers': [...new Set([...COMMON_HEADERS, ...headers])].join(','),
      'Access-Control-Max-Age': MAX_AGE,
    }
  })
