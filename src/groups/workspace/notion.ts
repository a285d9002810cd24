import type { Context } from 'hono'
import { asUuid } from '../../base/accounts.ts'
import { badGateway, badInput, GatewayError, hasStatus, unauthorized } from '../../base/errors.ts'
import { at, flag, isObject, type JsonObject, text, textMember, tryParseJson } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { findOwnId } from '../../upstream/accounts.ts'
import { backoffMs, baseUrl, MOST_RETRIES, type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import { BudgetSpent, CallQueue, type UpstreamContext } from '../../upstream/context.ts'
import { clearCredentialCache, findCredentials, readCredentials } from '../../upstream/credentials.ts'
import { codeReason, publicMessage, rejected, requiredFields, toFailure, unreadable } from '../../upstream/failures.ts'
import { NOTION_HOST } from '../hosts.ts'
import { callWebApp, type WebAppCall, type WebAppSession } from './notion-app.ts'
import { NotInSchema } from './property.ts'

export const LACKS_CAPABILITY = 'lacks the capability'

/** Older versions have no data sources, newer ones send no `archived`. */
const VERSION = '2025-09-03'

/** The product behind the workspace group: the public API of Notion. */
const notion: Product = { group: 'workspace', hosts: (host) => host === NOTION_HOST, relayedAs: 'workspace' }

interface NotionCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path from `/v1` on, with the query. */
  path: string
  body?: JsonObject
  /** Whether the call may be repeated. Defaults to true for GET. */
  reads?: boolean
  /** Waits before each attempt, if the account's calls are spaced out. */
  pacing?: (() => Promise<void>) | undefined
}

/** Whether a call only reads. */
export const isRead = ({ method = 'GET', reads = method === 'GET' }: NotionCall): boolean => reads

/** The name of the token in messages: the header of the request, or the stored account. */
export type TokenName = 'X-Workspace-Token' | 'the workspace account'

interface NamedToken {
  readonly token: string
  readonly tokenName: TokenName
}

/** With less than this left of the deadline no call is repeated, because its response might be lost; in milliseconds. */
const RESERVE_MS = 5_000

/**
 * Calls the public API and returns the parsed JSON. Throws the product's refusal, and 502 when the response is not
 * JSON. A call that the product refused because of a conflict saved nothing, so it is repeated, also a write.
 */
async function callNotion(upstream: UpstreamContext, by: NamedToken, call: NotionCall): Promise<unknown> {
  const { platform, budget, deadline } = upstream
  for (let attempt = 0; ; attempt++) {
    const answer = await sendOnce(upstream, by, call)
    const read = tryParseJson(answer.text)
    if (answer.status === 200 && read === undefined) throw unreadable('workspace')
    if (answer.status === 200) return read
    const wait = Math.max((answer.retryAfter ?? 0) * 1000, backoffMs(attempt, platform.random()))
    const mayRepeat = attempt < MOST_RETRIES && budget.callsLeft > 0 && deadline.leftMs >= wait + RESERVE_MS
    if (!isConflict(read) || !mayRepeat) throw failure(upstream, by.tokenName, answer, read, call.path)
    await platform.sleep(wait)
  }
}

/** Any other 409, such as `row_limit_exceeded`, would be the same again. */
const isConflict = (body: unknown) => textMember(body, 'code') === 'conflict_error'

function sendOnce(upstream: UpstreamContext, { token }: NamedToken, { path, body, ...rest }: NotionCall) {
  const override = upstream.settings.url('WORKSPACE_API_URL')
  return send(upstream, notion, {
    ...rest,
    url: new URL(`${baseUrl(override, `https://${NOTION_HOST}`)}/v1${path}`),
    override,
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      'Notion-Version': VERSION,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

function failure(
  upstream: UpstreamContext,
  tokenName: TokenName,
  answer: UpstreamAnswer,
  body: unknown,
  path: string,
): GatewayError {
  const message = failureMessage(body, path)
  const code = textMember(body, 'code')
  if (code === 'unauthorized') {
    if (tokenName === 'the workspace account') return rejected('workspace')
    return unauthorized(
      'X-Workspace-Token was rejected by the workspace service: reconnect it and send the new one',
      'account rejected',
    )
  }
  // The token lacks a capability. The token itself is valid, even if the message mentions it.
  if (code === 'restricted_resource') {
    const text = publicMessage(upstream, message) || `${tokenName} ${LACKS_CAPABILITY} for this`
    return new GatewayError(403, text, { reason: codeReason(code) })
  }
  // Whatever the status: nothing was saved.
  if (isConflict(body)) return new GatewayError(409, publicMessage(upstream, message), { reason: codeReason(code) })
  return toFailure(upstream, 'workspace', answer, message)
}

/** The product's message, with its advice for another attempt and the limit that was reached. */
function failureMessage(body: unknown, path: string): string | undefined {
  const message = withoutValidator(textMember(body, 'message'), path)
  const texts = (name: string) => [at(body, 'additional_data', name)].flat().filter((one) => typeof one === 'string')
  const more = [...texts('retry_guidance'), ...texts('rate_limit_reason')].join('; ')
  return more ? `${message ?? 'the workspace service failed'} (${more})` : message
}

/** What the product says of an id that is none: its own words name a part of a request that no caller sent. */
const NO_ID =
  /^(?:path|query|body) failed validation: (?:path|query|body)\.((?:\w+\.)*)(\w+_id) should be a valid uuid, instead was `"([^"`]*)"/

function withoutValidator(message: string | undefined, path: string): string | undefined {
  const [, above, field, value = ''] = NO_ID.exec(message ?? '') ?? []
  // The product refuses some that have the form of an id, too. Then only its own words are true.
  if (!field || asUuid(value)) return message
  const thing = /^(?:data_source|database)_id$/.test(field) ? 'table' : 'page'
  // A comment stands on the page of its path, anything else below the page of its body.
  const isParent = above === 'parent.' && field === 'page_id' && path !== '/comments'
  return `${isParent ? 'parent_page_id' : field}: must be the id or the address of a ${thing}: workspace_search finds it`
}

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
  /** Identifies the account, also after it is connected again. One that the request brings is its token. */
  accountName(): Promise<string>
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

/** Names the workspace of the request's own token or session. A token that names none is known by its end. */
export async function nameBroughtAccount(c: Context<AppEnv>): Promise<string | undefined> {
  const { headers } = c.req.raw
  const token = headers.get('X-Workspace-Token')
  if (!token) return undefined
  const space = headers.get('X-Workspace-Space-ID')
  const user = headers.get('X-Workspace-User-ID')
  if (space || user) return [space, user].filter(Boolean).join(', ')
  const { call } = createConnection(c.get('state').upstream, token, 'X-Workspace-Token')
  const me = await call({ path: '/users/me' }).catch((error: unknown) => {
    if (error instanceof GatewayError) return undefined
    throw error
  })
  const names = [text(at(me, 'bot', 'workspace_name')), text(at(me, 'name')), `…${token.slice(-4)}`]
  return names.filter(Boolean).join(', ')
}

/**
 * The connection of the account, for work outside of a request, whose calls are spaced out. Throws 401 when no account
 * is connected.
 */
export async function connectionBy(upstream: UpstreamContext): Promise<Connection> {
  const { WORKSPACE_TOKEN } = await readCredentials(upstream, 'workspace')
  return createConnection(upstream, WORKSPACE_TOKEN, 'the workspace account', () => waitForPace(upstream))
}

/** The time between two calls outside of requests, in milliseconds: three a second. */
const PACE_MS = 334
/** A wait longer than every deadline comes from a clock that was set back since. */
const LATEST_MS = 30_000

/** When the next call of each account is due, in epoch milliseconds. */
const getPaces = perIsolateCache(() => new Map<string, number>())

/** All events of an account have one pace, whatever they read, because the product counts all calls. */
async function waitForPace(upstream: UpstreamContext): Promise<void> {
  const { settings, platform, deadline } = upstream
  const [paces, account] = [getPaces(settings), upstream.accountOf('workspace')]
  const nextAt = paces.get(account) ?? 0
  const now = platform.now()
  const at = nextAt > now + LATEST_MS ? now : Math.max(now, nextAt)
  // Like a spent budget: it is tried again later, and nobody is to blame.
  if (at - now >= deadline.leftMs)
    throw badGateway('too many calls to the workspace service are waiting for their turn', 'budget')
  paces.set(account, at + PACE_MS)
  if (at > now) await platform.sleep(at - now)
}

function createConnection(
  upstream: UpstreamContext,
  token: string,
  tokenName: TokenName,
  pacing?: () => Promise<void>,
): Connection {
  upstream.redactor.add(token)
  const queue = new CallQueue(upstream.platform, MOST_AT_ONCE)
  const callWithToken = async (call: NotionCall) => {
    try {
      return await callNotion(upstream, { token, tokenName }, call)
    } catch (error) {
      // The next request reads the account again, so that a reconnected account works at once.
      if (tokenName === 'the workspace account' && hasStatus(error, 401)) clearCredentialCache(upstream, 'workspace')
      throw error
    }
  }
  return {
    upstream,
    token,
    tokenName,
    accountName: async () =>
      (tokenName === 'the workspace account' && (await findOwnId(upstream, 'workspace'))) || token,
    call: (call) => queue.withSlot(() => callWithToken({ ...call, pacing })),
  }
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

/** The product's message when it gives no specific reason. */
const GENERIC = new RegExp(
  `^(?:insufficient permissions|(?:X-Workspace-Token|the workspace account) ${LACKS_CAPABILITY})`,
  'i',
)

/**
 * The specific reason of a refusal, such as the one for a personal access token. Undefined when there is none, which
 * means that the connection lacks a capability.
 */
export const getReason = ({ message }: GatewayError): string | undefined =>
  GENERIC.test(message) ? undefined : message

/**
 * Replaces the message of a refusal for a missing capability, because the product does not name the capability (facts
 * 7). A specific reason of the product stays, because then no setting helps.
 *
 * @param ability what the token cannot do, such as `read users`
 */
export const needingCapability = <Answer>(
  { tokenName }: Connection,
  answer: Promise<Answer>,
  ability: string,
): Promise<Answer> =>
  answer.catch((error) => {
    if (!hasStatus(error, 403) || error.reason !== 'code restricted_resource' || getReason(error)) throw error
    const message = `${tokenName} ${LACKS_CAPABILITY} to ${ability}: turn it on in the settings of its connection`
    throw new GatewayError(403, message, { reason: error.reason })
  })

/** The most errors that one message lists. */
const MOST_REPORTED = 10

/**
 * The results of all functions. If some are refused, throws one 400 with all messages, as for any input. It is a
 * NotInSchema if one of them is, because a newer schema may accept the input.
 */
export function eachOrRefusals<Value>(works: readonly (() => Value)[]): Value[] {
  const refusals: GatewayError[] = []
  const values = works.flatMap((work) => {
    try {
      return [work()]
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      refusals.push(error)
      return []
    }
  })
  const [first] = refusals
  if (!first) return values
  if (refusals.length === 1) throw first
  const reported = refusals.slice(0, MOST_REPORTED).map(({ message }) => message)
  const more = refusals.length - reported.length
  const message = [...reported, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  throw refusals.some((refusal) => refusal instanceof NotInSchema) ? new NotInSchema(message) : badInput(message)
}

/** The requested page of a list. An empty cursor counts as none. */
export interface PageRequest {
  readonly page_size?: number | null | undefined
  readonly start_cursor?: string | null | undefined
}

/** The query string, including the parameters of the call itself. */
export function pageQuery(request: PageRequest, own: Readonly<Record<string, string>> = {}): URLSearchParams {
  const query = new URLSearchParams(own)
  if (request.page_size) query.set('page_size', String(request.page_size))
  if (request.start_cursor) query.set('start_cursor', request.start_cursor)
  return query
}

/** The paging fields of a product's list. Null when the product omits them. */
export const paging = (answer: unknown) => ({
  next_cursor: text(at(answer, 'next_cursor')),
  has_more: flag(at(answer, 'has_more')),
})

/** The cursor of the next page. Undefined at the end. */
export const nextCursor = (answer: unknown): string | undefined =>
  at(answer, 'has_more') === true ? textMember(answer, 'next_cursor') : undefined

/** The cursors of one walk through a list. */
export class Cursors {
  readonly #seen = new Set<string>()

  /** @param start the cursor at which the walk starts, if any */
  constructor(start?: string | null | undefined) {
    if (start) this.#seen.add(start)
  }

  /** Returns the cursor of the next page. Throws 502 when it was there before, because the walk would never end. */
  next<Cursor extends string | undefined>(cursor: Cursor): Cursor {
    if (cursor !== undefined && this.#seen.has(cursor)) required('next_cursor', undefined)
    if (cursor !== undefined) this.#seen.add(cursor)
    return cursor
  }
}

/** A warning when the product stopped a list early. */
export const incompleteness = (answer: unknown): string[] =>
  at(answer, 'request_status', 'type') === 'incomplete'
    ? ['results: incomplete, the workspace service ends a list at its own limit']
    : []

/**
 * Sends a write once. When its response is lost or a server error, the error says that the outcome is unknown, so that
 * the caller checks before sending it again.
 */
export async function readOutcome<Answer>(write: Promise<Answer>): Promise<Answer> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status < 500 || error instanceof BudgetSpent) throw error
    const message = `${error.message}: whether it was written is not known, so look before you send it again`
    throw new GatewayError(error.status, message, { reason: error.reason, headers: error.headers })
  }
}

/** The most items that one group may hold. */
export const GROUP_SIZE = 100

/** A page with its properties in the product's format. */
export const fetchPage = async (connection: Connection, id: string): Promise<JsonObject> =>
  anyObject(await connection.call({ path: `/pages/${id}` }))

/**
 * Creates a page from a native body and returns the product's page. Throws 502 that says so when the outcome is
 * unknown.
 */
export const postPage = (connection: Connection, body: JsonObject) => readOutcome(post(connection, body))

/**
 * Changes a page with a native body and returns the product's page. Throws 502 that says so when the outcome is
 * unknown.
 */
export const patchPage = (connection: Connection, id: string, body: JsonObject) =>
  readOutcome(patch(connection, id, body))

/** Moves a page and returns the product's page. Throws 502 that says so when the outcome is unknown. */
export const postMove = (connection: Connection, id: string, parent: JsonObject) =>
  readOutcome(connection.call({ method: 'POST', path: `/pages/${id}/move`, body: { parent } }).then(anyObject))

const anyObject = (answer: unknown) => required('', isObject(answer) ? answer : undefined)

export const post = (connection: Connection, body: JsonObject) =>
  connection.call({ method: 'POST', path: '/pages', body }).then(anyObject)

export const patch = (connection: Connection, id: string, body: JsonObject) =>
  connection.call({ method: 'PATCH', path: `/pages/${id}`, body }).then(anyObject)

/** Any object counts as a page. Without one, it is unknown whether the page was written. */
const required = requiredFields('workspace', '', 'next_cursor')
