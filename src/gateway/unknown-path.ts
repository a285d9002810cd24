import type { Context } from 'hono'
import { GatewayError } from './errors.ts'
import type { Gateway } from './state.ts'

/** 404, or 405 with `Allow` when the contract has the path with other methods. */
export function unknownPath(c: Context<Gateway>): GatewayError {
  const methods = c.get('state').methodsAt(c.req.path)
  if (methods.length === 0) return new GatewayError(404, `there is no ${c.req.path} here`, { reason: 'unknown path' })
  const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  return new GatewayError(405, `${c.req.method} is not allowed here`, { headers: { Allow: allow.join(', ') } })
}

/** Refuses a path whose parameter took the place of a fixed segment; the router cannot tell the two apart. */
export function checkPath(c: Context<Gateway>): void {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  if (!c.get('state').methodsAt(c.req.path).includes(method)) throw unknownPath(c)
}
