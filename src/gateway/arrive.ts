import type { MiddlewareHandler } from 'hono'
import type { Platform } from '../base/platform.ts'
import { settingsOf } from '../base/settings.ts'
import { Outgoing } from '../upstream/outgoing.ts'
import { preflightHeaders } from './cors.ts'
import type { RouteMap } from './paths.ts'
import { respond } from './respond.ts'
import type { Gateway } from './state.ts'

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/

const wholes = new WeakMap<Request, Outgoing>()

/**
 * Makes a request, which the router is asked within another one, a part of that: both go by one deadline and one budget
 * of calls.
 */
export function asPartOf(whole: Outgoing, request: Request): Request {
  wholes.set(request, whole)
  return request
}

/** The door in: gives the request its state, and answers a CORS preflight, whatever the path. */
export const arrive = (platform: Platform, routes: RouteMap): MiddlewareHandler<Gateway> =>
  async function arrive(c, next) {
    const settings = settingsOf(c.env)
    const givenId = c.req.header('X-Request-Id')
    c.set('state', {
      id: givenId && REQUEST_ID.test(givenId) ? givenId : platform.uuid(),
      settings,
      platform,
      outgoing: new Outgoing(settings, platform, wholes.get(c.req.raw)),
      routes,
    })
    if (c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method')) {
      const origin = c.req.header('Origin')
      if (origin) return respond(c, 204, null, preflightHeaders(settings, origin))
    }
    return next()
  }
