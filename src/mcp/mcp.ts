import { Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { DEEPEST_JSON, isDeeperThan, member, tryParseJson } from '../base/json.ts'
import { ACCOUNT_HEADER, chooseAccounts } from '../gateway/auth/accounts.ts'
import { respond } from '../gateway/http/respond.ts'
import { MAX_BODY, readText } from '../gateway/http/validate.ts'
import type { AppEnv } from '../gateway/state.ts'
import { authenticateCaller, checkOrigin, parseSelection } from './access.ts'
import type { Router } from './call.ts'
import type { createMcpServer } from './server.ts'

/**
 * The MCP endpoint: Streamable HTTP without sessions, so it only accepts POST.
 *
 * @param router the router of the whole gateway, which runs the calls of tools
 */
export function mcp(router: Router) {
  let serve: ReturnType<typeof createMcpServer> | undefined
  return new Hono<AppEnv>().post('/mcp', async (c) => {
    const state = c.get('state')
    checkOrigin(state, c.req.header('Origin'))
    const caller = await authenticateCaller(c)
    state.caller = caller
    chooseAccounts(state.upstream, caller, c.req.header(ACCOUNT_HEADER))
    const selection = parseSelection((name) => c.req.query(name))
    const message = tryParseJson(await readText(c, MAX_BODY))
    const refusal = checkMessage(message)
    if (refusal) return respond(c, refusal.status, JSON.stringify(refusal.body))
    // Loaded at the first message, because most isolates never get one.
    serve ??= (await import('./server.ts')).createMcpServer(router)
    const answer = await serve({ c, caller, selection, message })
    return respond(c, answer.status as StatusCode, (await answer.text()) || null)
  })
}

/** Refuses messages that the protocol package answers in another way than the protocol, or would hold open. */
function checkMessage(message: unknown) {
  if (message === undefined) return refuse(-32700, 'Parse error: the body is not valid JSON')
  if (Array.isArray(message)) return refuse(-32600, 'Invalid Request: one message for each request, no list')
  if (isDeeperThan(message, DEEPEST_JSON)) {
    return refuse(-32600, `body: must not be nested deeper than ${DEEPEST_JSON} levels`)
  }
  if (member(message, 'method') !== 'subscriptions/listen') return undefined
  // The list never changes, so a stream would stay silent.
  return refuse(-32601, 'Method not found: nothing here can be subscribed to', {
    status: 404,
    id: member(message, 'id'),
  })
}

const refuse = (
  code: number,
  message: string,
  { status = 400, id = null }: { status?: 400 | 404; id?: unknown } = {},
) => ({ status, body: { jsonrpc: '2.0', id: id ?? null, error: { code, message } } })
