import { Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { badInput } from '../../base/errors.ts'
import { readJson } from '../../gateway/http/body.ts'
import { respond } from '../../gateway/http/respond.ts'
import { MAX_BODY } from '../../gateway/http/validate.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { authenticateCaller, checkOrigin, parseChoice } from './protocol/access.ts'
import type { createMcpServer } from './protocol/server.ts'
import type { Router } from './tools/call.ts'

/**
 * The MCP endpoint (decisions.md section 10): Streamable HTTP without sessions, so it only accepts POST.
 *
 * @param router the router of the whole gateway, which runs the calls of tools
 */
export function mcp(router: Router) {
  let serve: ReturnType<typeof createMcpServer> | undefined
  const routes = new Hono<AppEnv>().get('/mcp/server-card', async (c) =>
    (await import('./server-card.ts')).serverCard(c),
  )
  return routes.post('/mcp', async (c) => {
    const state = c.get('state')
    checkOrigin(state.settings, c.req.header('Origin'))
    const caller = await authenticateCaller(c)
    state.caller = caller
    const choice = parseChoice((name) => c.req.query(name))
    const message = await readJson(c, MAX_BODY)
    checkBatch(message, c.req.header('MCP-Protocol-Version'))
    // Loaded at the first message, because most isolates never get one.
    serve ??= (await import('./protocol/server.ts')).createMcpServer(router)
    const { status, body, type } = await serve({ c, caller, choice, message })
    return respond(c, status as StatusCode, body, type && { 'Content-Type': type })
  })
}

/** Equal to the default of SUBREQUESTS, so that every message of a batch can make a call. */
const MOST_IN_BATCH = 50

/**
 * Throws 400 for a batch, except in the revision 2025-03-26, whose clients send no version header. 2025-06-18 removed
 * batches.
 */
function checkBatch(message: unknown, revision: string | undefined): void {
  if (!Array.isArray(message)) return
  if (revision !== undefined && revision > '2025-03-26') {
    throw badInput('body: must be one message, since this revision of the protocol has no batches')
  }
  if (message.length > MOST_IN_BATCH) throw badInput(`body: must be a batch of at most ${MOST_IN_BATCH} messages`)
}
