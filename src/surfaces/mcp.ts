import { Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { jsonBody } from '../gateway/body.ts'
import { badInput } from '../gateway/errors.ts'
import { respond } from '../gateway/respond.ts'
import type { Gateway } from '../gateway/state.ts'
import { MAX_BODY } from '../gateway/validate.ts'
import { checkOrigin, groupsOf, identify } from './mcp.access.ts'
import type { Router } from './mcp.call.ts'
import type { createMcpServer } from './mcp.server.ts'

const readBody = jsonBody(MAX_BODY)

/**
 * The MCP endpoint (decisions.md section 10): Streamable HTTP without sessions, so POST is its only method.
 *
 * @param router the whole product, which the calls of tools go through
 */
export function mcp(router: Router) {
  let serve: ReturnType<typeof createMcpServer> | undefined
  return new Hono<Gateway>().post('/mcp', async (c) => {
    const state = c.get('state')
    checkOrigin(state.settings, c.req.header('Origin'))
    const { caller, key } = await identify(state, c.req.raw.headers)
    state.caller = caller
    const groups = groupsOf(c.req.query('groups'))
    await readBody(c, async () => {})
    const message: unknown = await c.req.json().catch(() => {
      throw badInput('body: is not valid JSON')
    })
    serve ??= (await import('./mcp.server.ts')).createMcpServer(router)
    const response = await serve({ c, caller, key, groups, message })
    return respond(c, response.status as StatusCode, (await response.text()) || null, streamType(response.headers))
  })
}

/** Only the answer to `subscriptions/listen` is a stream, and one that ends at once, since the tools never change. */
const streamType = (headers: Headers): Record<string, string> =>
  headers.get('Content-Type') === 'text/event-stream' ? { 'Content-Type': 'text/event-stream' } : {}
