import { type Context, Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { badInput, GatewayError } from '../base/errors.ts'
import { type Area, GROUPS } from '../base/groups.ts'
import { DEEPEST_JSON, isDeeperThan, member, tryParseJson } from '../base/json.ts'
import type { Settings } from '../base/settings.ts'
import { authenticate, type Caller } from '../gateway/auth/access.ts'
import { explainRefusal } from '../gateway/auth/admin.ts'
import { authenticateGrant, isAccessToken } from '../gateway/auth/oauth/grants.ts'
import { getResourceMetadataUrl, oauthLack } from '../gateway/auth/oauth/server.ts'
import { scopesFor } from '../gateway/auth/scopes.ts'
import { isAllowedOrigin, refusedOrigin, respond } from '../gateway/http/respond.ts'
import { MAX_BODY, readText } from '../gateway/http/validate.ts'
import type { Operation } from '../gateway/operation-type.ts'
import type { AppEnv } from '../gateway/state.ts'
import type { Router } from './call.ts'
import type { createMcpServer } from './server.ts'
import type { Selection } from './tools.ts'

/** Throws 403 for an origin that ALLOWED_ORIGINS does not list. Only browsers send one. */
function checkOrigin(settings: Settings, origin: string | undefined): void {
  if (origin && !isAllowedOrigin(settings, origin)) throw refusedOrigin(origin)
}

/** The token in Authorization. Empty without one. A token in the URL is never used (RFC 9700, section 2.6). */
const parseBearer = (headers: Headers): string => /^Bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? ''

/**
 * The caller of the request, identified by a key in X-API-KEY or as a Bearer token, or by an access
 * token of a grant. Throws like `authenticate`. A 401 includes a `WWW-Authenticate` header, as RFC 6750 section 3
 * requires.
 */
async function authenticateCaller(c: Context<AppEnv>): Promise<Caller> {
  const state = c.get('state')
  const { headers } = c.req.raw
  const bearer = parseBearer(headers)
  const key = headers.get('X-API-KEY') || bearer
  try {
    return await (key === bearer && isAccessToken(bearer) && isOffered(c)
      ? authenticateGrant(c, bearer)
      : authenticate(state, key, state.platform.now()))
  } catch (refusal) {
    const error = await explainRefusal(c, key, refusal)
    if (!(error instanceof GatewayError && error.status === 401)) throw error
    throw new GatewayError(401, error.message, {
      reason: error.reason,
      headers: { 'WWW-Authenticate': challenge(c, key !== '') },
    })
  }
}

const isOffered = (c: Context<AppEnv>) => oauthLack(c.get('state').settings, new URL(c.req.url).origin) === undefined

/** When OAuth is offered, the header contains the URL of its metadata (RFC 9728, section 5.1). */
function challenge(c: Context<AppEnv>, isRefused: boolean): string {
  return [
    'Bearer realm="mcp"',
    ...(isRefused ? ['error="invalid_token"'] : []),
    ...(isOffered(c)
      ? ['scope="read"', `resource_metadata="${getResourceMetadataUrl(new URL(c.req.url).origin)}"`]
      : []),
  ].join(', ')
}

/**
 * 403 for an operation that the access token does not allow, with the required scopes (RFC 6750, section 3.1), so that
 * a client can ask the owner for them. The token's current scopes are included, so that none get lost.
 */
export function insufficientScope(
  c: Context<AppEnv>,
  { scopes = [] }: Caller,
  name: string,
  operation: Pick<Operation, 'group' | 'reads'>,
): GatewayError {
  const needed = scopesFor(operation, scopes).join(' ')
  const challenge = [
    'Bearer realm="mcp"',
    'error="insufficient_scope"',
    `scope="${needed}"`,
    `resource_metadata="${getResourceMetadataUrl(new URL(c.req.url).origin)}"`,
    `error_description="${name} needs more than the owner of this gateway has allowed"`,
  ]
  return new GatewayError(
    403,
    `insufficient_scope: ${name} needs the scopes ${needed}: the person connects the client again, and allows this on the page that opens`,
    {
      reason: 'refused scope',
      headers: { 'WWW-Authenticate': challenge.join(', ') },
    },
  )
}

const WITH_TOOLS: readonly Area[] = [...GROUPS, 'gateway']

/** What the query of the URL selects. Throws 400 for an unknown value. */
function parseSelection(query: (name: string) => string | undefined): Selection {
  return {
    groups: parseGroups(query('groups')),
    all: getWord('tools', query('tools'), ['default', 'all']) === 'all',
    readOnly: /^(1|true)$/.test(getWord('readonly', query('readonly'), ['0', '1', 'false', 'true'])),
  }
}

/** The groups in `?groups=a,b`. */
function parseGroups(list: string | undefined): ReadonlySet<Area> | undefined {
  if (!list) return undefined
  return new Set<Area>(
    list.split(',').map((word) => {
      const group = WITH_TOOLS.find((known) => known === word.trim())
      if (!group) throw badInput(`groups: must be a comma list of ${WITH_TOOLS.join(', ')}`)
      return group
    }),
  )
}

function getWord(name: string, text: string | undefined, words: readonly [string, ...string[]]): string {
  if (!text) return words[0]
  if (!words.includes(text)) throw badInput(`${name}: must be one of ${words.join(', ')}`)
  return text
}

/**
 * The MCP endpoint: Streamable HTTP without sessions, so it only accepts POST.
 *
 * @param router the router of the whole gateway, which runs the calls of tools
 */
export function mcp(router: Router) {
  let serve: ReturnType<typeof createMcpServer> | undefined
  return new Hono<AppEnv>().post('/mcp', async (c) => {
    const state = c.get('state')
    checkOrigin(state.settings, c.req.header('Origin'))
    const caller = await authenticateCaller(c)
    state.caller = caller
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

/** What the protocol package answers in another way than the protocol, or would hold open. */
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
