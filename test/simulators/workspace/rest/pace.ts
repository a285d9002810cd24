import { createMiddleware } from 'hono/factory'
import { slidingWindow } from '../../rest.ts'
import { refusal } from '../errors.ts'
import type { Notion, RestEnv } from '../product.ts'
import { isUnknownRoute } from './guard.ts'

/**
 * The calls of one connection that are accepted within a second (facts 7), if the switch limits them. Refused ones do
 * not count.
 */
export function pace(notion: Notion) {
  const calls = slidingWindow(1_000)
  return createMiddleware<RestEnv>(async function paced(c, next) {
    if (isUnknownRoute(c)) return next()
    const now = notion.clock.now()
    const connection = c.get('connection')
    if (calls.count(connection, now) >= notion.switches.callsPerSecond) {
      const message = 'You have been rate limited. Please try again in a few seconds.'
      const refused = refusal(429, 'rate_limited', message, {
        rate_limit_reason: 'public_api_request_rate_limit',
      }).getResponse()
      refused.headers.set('Retry-After', '1')
      return refused
    }
    calls.add(connection, now)
    await next()
  })
}
