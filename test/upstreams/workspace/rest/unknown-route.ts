import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/** Nothing but middleware stands on the way of this request. */
export const isUnknownRoute = (c: Context) => matchedRoutes(c).every(({ method }) => method === 'ALL')
