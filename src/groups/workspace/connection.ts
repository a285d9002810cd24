import type { Context } from 'hono'
import { badGateway, badInput, hasStatus } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import { sleep } from '../../base/platform.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { CallQueue, type UpstreamContext } from '../../upstream/context.ts'
import { clearCredentialCache, findCredentials, readCredentials } from '../../upstream/credentials.ts'
import { callNotion, type NotionCall, type TokenName } from './notion.ts'
import { callWebApp, type WebAppCall, type WebAppSession } from './notion-app.ts'

/**
 * A connection to a workspace for one request. It uses the token of the request, which is never stored, or the token of
 * the account.
 */
export interface Connection {
  /** Calls the public API and returns the parsed JSON. */
  call(call: NotionCall): Promise<unknown>
  readonly upstream: UpstreamContext
  readonly token: string
  /** The name of the token in messages. */
  readonly tokenName: TokenName
}

/** The context of a route whose headers were validated. */
type WithHeaders<Names extends string> = Context<AppEnv, string, { out: { header: Record<Names, string> } }>
type WithOptionalToken = Context<AppEnv, string, { out: { header: { 'X-Workspace-Token'?: string | undefined } } }>

/**
 * Concurrent calls of one request. The product accepts three a second on average, so further calls wait instead of
 * getting 429.
 */
const MOST_AT_ONCE = 3

/** The connection to the public API. Throws 400 when the request has no token and no account is connected. */
export async function connect(c: WithOptionalToken): Promise<Connection> {
  const { upstream } = c.get('state')
  const { 'X-Workspace-Token': own } = c.req.valid('header')
  if (own !== undefined) return createConnection(upstream, own, 'X-Workspace-Token')
  const secrets = await findCredentials(upstream, 'workspace')
  if (!secrets) throw badInput('X-Workspace-Token: is required')
  return createConnection(upstream, secrets.WORKSPACE_TOKEN, 'the workspace account')
}

/**
 * The connection of the account, for work outside of a request, whose calls are spaced out. Throws 401 when no account
 * is connected.
 */
export async function connectionBy(upstream: UpstreamContext): Promise<Connection> {
  const { WORKSPACE_TOKEN } = await readCredentials(upstream, 'workspace')
  return createConnection(upstream, WORKSPACE_TOKEN, 'the workspace account', () => waitForTurn(upstream))
}

/** The time between two calls outside of requests, in milliseconds: three a second. */
const PACE_MS = 334
/** A turn further away than every deadline is of a clock that was set back since. */
const LATEST_MS = 30_000

const getPace = perIsolateCache((): { nextAt: number } => ({ nextAt: 0 }))

/** All events of the account have one pace, whatever they read, because the product counts all calls. */
async function waitForTurn({ settings, platform, deadline }: UpstreamContext): Promise<void> {
  const pace = getPace(settings)
  const now = platform.now()
  const at = pace.nextAt > now + LATEST_MS ? now : Math.max(now, pace.nextAt)
  // Like a spent budget: it is tried again later, and nobody is to blame.
  if (at - now >= deadline.leftMs)
    throw badGateway('too many calls to the workspace service are waiting for their turn', 'budget')
  pace.nextAt = at + PACE_MS
  if (at > now) await sleep(platform, at - now)
}

function createConnection(
  upstream: UpstreamContext,
  token: string,
  tokenName: TokenName,
  turn?: () => Promise<void>,
): Connection {
  upstream.redactor.add(token)
  const queue = new CallQueue(upstream.platform, MOST_AT_ONCE)
  const runIdempotent = async (call: NotionCall) => {
    try {
      return await callNotion(upstream, { token, tokenName }, call)
    } catch (error) {
      // The next request reads the account again, so that a reconnected account works at once.
      if (tokenName === 'the workspace account' && hasStatus(error, 401))
        clearCredentialCache(upstream.settings, 'workspace')
      throw error
    }
  }
  return { upstream, token, tokenName, call: (call) => queue.withSlot(() => runIdempotent({ ...call, turn })) }
}

/** The web app, with a browser's session, as one user in one space. */
export interface WebAppConnection {
  /** Calls a method of the web app and returns its object. */
  call(call: WebAppCall): Promise<JsonObject>
  readonly spaceId: string
}

type SessionHeaders = 'X-Workspace-Token' | 'X-Workspace-Space-ID' | 'X-Workspace-User-ID'

/** The connection to the web app, by the session token of the request. */
export function connectWebApp(c: WithHeaders<SessionHeaders>): WebAppConnection {
  const { upstream } = c.get('state')
  const headers = c.req.valid('header')
  const session: WebAppSession = {
    token: headers['X-Workspace-Token'],
    spaceId: headers['X-Workspace-Space-ID'],
    userId: headers['X-Workspace-User-ID'],
  }
  upstream.redactor.add(session.token)
  return { spaceId: session.spaceId, call: (call) => callWebApp(upstream, session, call) }
}
