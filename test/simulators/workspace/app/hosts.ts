import { createMiddleware } from 'hono/factory'
import type { Notion } from '../product.ts'

/** The host of the web app that takes no calls: it names the other one, or knows no such path (facts 8). */
export const moved = ({ switches }: Notion) =>
  createMiddleware(async function atItsHost(c, next) {
    const url = new URL(c.req.url)
    if (url.hostname === switches.appHost) return next()
    const status = switches.otherAppHostStatus
    if (status === 404) return new Response('Not Found', { status })
    return new Response(null, { status, headers: { location: `https://${switches.appHost}${url.pathname}` } })
  })
