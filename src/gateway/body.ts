import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { GatewayError } from './errors.ts'
import type { Gateway } from './state.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/**
 * Makes a body readable for the validator by the rules of decisions.md section 2: at most `maxSize` bytes, chunked ones
 * too (413); no Content-Type is read as JSON, another declared type is 415; an empty body is `{}`.
 */
export function jsonBody(maxSize: number): MiddlewareHandler<Gateway> {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new GatewayError(413, `body: is larger than ${maxSize} bytes`)
    },
  })
  return async function jsonBody(c, next) {
    const declared = c.req.header('Content-Type')
    if (declared !== undefined && !JSON_TYPE.test(declared)) {
      throw new GatewayError(415, 'Content-Type: must be application/json')
    }
    await limit(c, async () => {})
    const text = await c.req.text()
    if (declared === undefined || text.trim() === '') {
      const headers = new Headers(c.req.raw.headers)
      headers.set('Content-Type', 'application/json')
      const { method, signal } = c.req.raw
      c.req.raw = new Request(c.req.url, { method, headers, signal, body: text.trim() || '{}' })
      c.req.bodyCache = {}
    }
    return next()
  }
}
