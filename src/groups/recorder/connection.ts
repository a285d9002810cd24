import type { Context } from 'hono'
import { type CachedToken, type Generation, MAIN_KIND } from '../../base/accounts.ts'
import { sha256Hex } from '../../base/crypto.ts'
import type { Stub } from '../../base/env.ts'
import { badGateway, GatewayError, hasStatus } from '../../base/errors.ts'
import { at, list, number } from '../../base/json.ts'
import { callObject, type ObjectAddress } from '../../base/objects.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { AppEnv } from '../../gateway/state.ts'
import {
  accountObject,
  type ConnectedAccount,
  clearAccountCache,
  fetchCachedToken,
  readAccount,
} from '../../upstream/accounts.ts'
import { baseUrl } from '../../upstream/client.ts'
import { dedupePerRequest, noteKind, type UpstreamContext } from '../../upstream/context.ts'
import { rejected } from '../../upstream/failures.ts'
import { knownOrigin, originOfRegion, PLAUD_ORIGIN } from '../hosts.ts'
import { type ConnectedTokens, getKinds, getTexts, readTokens, splitChoice } from './pasted-tokens.ts'
import {
  callPlaud,
  envelopeFailure,
  isMoved,
  isWrongRegion,
  logUnknownAnswer,
  notOffered,
  type PlaudAnswer,
  type PlaudCall,
} from './plaud.ts'
import { regionOrigin, tokenProvider } from './token-provider.ts'
import { type RecorderToken, readToken, type TokenKind } from './tokens.ts'

/** An account in the per-isolate cache. Its name is the user's id, or the digest of the token. */
interface Account extends ConnectedAccount {
  readonly tokens: ConnectedTokens
  /** The tokens as they are sent, to redact them from everything that a caller reads. */
  readonly texts: readonly string[]
  /** Undefined until it is known, because not every token contains its region. */
  origin: string | undefined
  /** Pasted tokens that the product has refused, while it accepted another one. */
  readonly refused: Set<string>
  /** The generation of the product that it uses. Undefined until ACCOUNTS was asked. */
  generation: Generation | undefined
  /** The positions at which pages of its lists start (library-v4.ts). */
  readonly places: Places
}

/** The cursors of a list that were seen lately, by the number of rows before them. */
export type Places = Map<string, { readAt: number; cursors: Map<number, string> }>

const knownAccounts = perIsolateCache(() => new Map<string, Account>())

/** How often one call may be redirected to another region. */
const MOST_REGIONS = 2

/**
 * How often a refused workspace token is renewed. Both the token of the isolate and the one from ACCOUNTS may be
 * invalid, if the user's own browser minted a newer one. If a new token is refused, the call fails.
 */
const MOST_RENEWALS = 2

/** The facts known about the tokens of the account. */
export interface TokenStatus {
  kinds: TokenKind[]
  /** When the account has to be reconnected, in epoch milliseconds. Undefined when no token contains it. */
  endsAt: number | undefined
  /** Whether the gateway can renew the workspace token by itself. */
  isRenewable: boolean
}

/** A connection to the recorder account, for one request. */
export interface Connection {
  /** Calls a data route, with the workspace token. */
  call(call: PlaudCall): Promise<PlaudAnswer>
  /** The generation of the product that the account uses, as far as it is known. */
  generation(): Promise<Generation>
  /**
   * Does work in the generation of the account. If the product refuses the account there, the work is done in the other
   * one, which is remembered once it has answered. Throws 401 when both refuse it.
   */
  inGeneration<Result>(work: GenerationWork<Result>): Promise<Result>
  places(): Promise<Places>
  /** Calls an account route, with the user token. Throws 401 when none is connected. */
  callAsUser(call: PlaudCall): Promise<PlaudAnswer>
  /** The object that stores this account's token and history. */
  object(): Promise<ObjectAddress<'ACCOUNTS'>>
  readonly upstream: UpstreamContext
  /**
   * The name of the library: the user's id, or a digest of the connected token, and the workspace unless that is the
   * personal one. A different name may be the same library.
   */
  name(): Promise<string>
  /** The id of the workspace that is read. Undefined until it is known. */
  workspaceId(): Promise<string | undefined>
  /** The API origin of the account's region, as far as it is known. */
  origin(): Promise<string>
  /** The user's id, or its id as a member of the workspace, or a digest of the connected token. */
  userId(): Promise<string>
  tokenStatus(): Promise<TokenStatus>
}

/** @param isFallback whether the other generation has refused the account in this request */
type GenerationWork<Result> = (generation: Generation, isFallback: boolean) => Promise<Result>

/** The account has no user token. The product rejected nothing, so nothing is removed from the cache. */
class NoUserToken extends GatewayError {
  constructor() {
    super(401, 'the recorder account is connected without a user token')
  }
}

/**
 * A generation refuses the account: 401, or 502 because the account has moved. The work is then done in the other
 * generation.
 */
class RefusedByGeneration extends GatewayError {
  constructor({ status, message, reason }: GatewayError) {
    super(status, message, { reason })
  }
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** Like `connect`, for work outside of a request. */
export function connectionBy(upstream: UpstreamContext): Connection {
  const withMappedErrors = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof RefusedByGeneration) throw error
      if (hasStatus(error, 401) && !(error instanceof NoUserToken))
        clearAccountCache(upstream, 'recorder', knownAccounts)
      // The wrong kind of token for the route. A 403 would blame the caller's own key.
      if (hasStatus(error, 403)) throw badGateway(error.message, error.reason)
      throw error
    }
  }

  // That one generation refuses says nothing yet: the other one is asked next.
  const isPassedOn = (error: GatewayError) => error instanceof RefusedByGeneration
  const note = (call: PlaudCall, work: Promise<PlaudAnswer>) =>
    noteKind(upstream, kindOf(call), withMappedErrors(work), isPassedOn)

  return {
    upstream,
    object: async () => accountObject(upstream.accountOf('recorder'), await fetchAccount(upstream)),
    call: (call) => note(call, callData(upstream, call)),
    callAsUser: (call) => note(call, callAsUser(upstream, call)),
    name: async () => {
      const { name, tokens } = await fetchAccount(upstream)
      return tokens.isPersonal ? name : `${name} ${tokens.workspaceId}`
    },
    workspaceId: async () => {
      const { tokens, cached } = await fetchAccount(upstream)
      // The account of a test is not cached, and its token is in the request.
      const { token } = cached ?? upstream.exchanged?.token ?? {}
      return tokens.workspaceId ?? (token === undefined ? undefined : readToken(token).workspaceId)
    },
    generation: async () => fetchGeneration(upstream, await fetchAccount(upstream)),
    inGeneration: (work) => withMappedErrors(inGeneration(upstream, work)),
    places: async () => (await fetchAccount(upstream)).places,
    origin: async () => fetchOrigin(upstream, await fetchAccount(upstream)),
    userId: async () => {
      const { tokens, name } = await fetchAccount(upstream)
      return tokens.subject ?? tokens.memberId ?? name
    },
    tokenStatus: async () => tokenStatus(await fetchAccount(upstream)),
  }
}

/** Recordings are what people use the account for. Each other kind is the first part of its path. */
const kindOf = ({ path }: PlaudCall): string =>
  /^\/file(-app)?\//.test(path) ? MAIN_KIND : (/^\/([\w-]+)/.exec(path)?.[1] ?? path)

async function callAsUser(upstream: UpstreamContext, call: PlaudCall): Promise<PlaudAnswer> {
  const account = await fetchAccount(upstream)
  if (account.tokens.users.length === 0) throw new NoUserToken()
  return callWithAny(upstream, account, account.tokens.users, call)
}

/**
 * Sends a call with the first of some pasted tokens that the product accepts. Only a refusal leads to the next one. A
 * token does not show whether it was revoked, so those that still last come first, in the order of the pasted text.
 */
async function callWithAny(
  upstream: UpstreamContext,
  account: Account,
  tokens: readonly RecorderToken[],
  call: PlaudCall,
): Promise<PlaudAnswer> {
  const now = upstream.platform.now()
  const isLast = ({ text, endsAt = Infinity }: RecorderToken) => account.refused.has(text) || endsAt <= now
  const texts = tokens.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b))).map(({ text }) => text)
  for (const [place, text] of texts.entries()) {
    try {
      const answer = await callInRegion(upstream, account, text, call)
      for (const refused of texts.slice(0, place)) account.refused.add(refused)
      return answer
    } catch (error) {
      if (!hasStatus(error, 401) || place === texts.length - 1) throw error
    }
  }
  throw new NoUserToken()
}

/** A failure of the other generation that does not refuse the account decides nothing. */
async function inGeneration<Result>(upstream: UpstreamContext, work: GenerationWork<Result>): Promise<Result> {
  const account = await fetchAccount(upstream)
  const own = await fetchGeneration(upstream, account)
  const other = own === 3 ? 4 : 3
  try {
    return await work(own, false)
  } catch (error) {
    if (!(error instanceof RefusedByGeneration)) throw error
    return work(other, true).catch((second) => {
      // The token is refused, and the routes of the other generation may not even exist.
      const isUnproven = error.status === 401 && isRefusal(second) && account.generation !== other
      if (!(second instanceof RefusedByGeneration || isUnproven)) throw second
      const { reason } = [error, second].find(({ status }) => status === 401) ?? second
      throw rejected('recorder', reason)
    })
  }
}

/** A refusal of the request, and no failure that passes. */
const isRefusal = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.status < 500 && error.status !== 429

/** Calls with the workspace token, which is renewed if it is refused. A route that answers shows the generation. */
async function callData(upstream: UpstreamContext, call: PlaudCall): Promise<PlaudAnswer> {
  const account = await fetchAccount(upstream)
  const answer = await callWithTokens(upstream, account, call)
  if (call.generation !== undefined && isProof(call)) await keepGeneration(upstream, account, call.generation)
  return answer
}

/** Only routes of the library prove a generation: others of 3.0 may answer a moved account (recorder facts, 15.1). */
const isProof = ({ generation, path }: PlaudCall): boolean => generation === 4 || path.startsWith('/file/')

async function callWithTokens(upstream: UpstreamContext, account: Account, call: PlaudCall): Promise<PlaudAnswer> {
  const { workspaceTokens } = account.tokens
  if (!isRenewable(account)) {
    return callWithAny(upstream, account, workspaceTokens, call).catch((error) => throwRefusal(call, error))
  }
  let current: CachedToken = await fetchToken(upstream, account)
  for (let renewals = MOST_RENEWALS + workspaceTokens.length; ; ) {
    try {
      const send = current.isStandIn ? callWithFallback : callInRegion
      return await send(upstream, account, current.token, call)
    } catch (error) {
      const hasMoved = call.generation !== undefined && error instanceof GatewayError && isMoved(error)
      const isRefused = hasMoved || hasStatus(error, 401)
      const isRenewed = call.isFallback && renewedIn(upstream).has(current.token)
      const mayRenew = isRefused && renewals > 0 && !current.isStandIn && !isRenewed
      const renewed = mayRenew ? await renew(upstream, account, current.token, hasMoved) : undefined
      if (hasMoved || !renewed) return throwRefusal(call, error)
      renewals = renewed.isFresh && !renewed.isPasted ? 0 : renewals - 1
      current = renewed
    }
  }
}

/** Throws the error of a call, as a refusal of its generation if it is one. */
function throwRefusal({ generation }: PlaudCall, error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  // A route of both generations says nothing about the library.
  if (generation === undefined) throw isMoved(error) ? notOffered() : error
  throw isMoved(error) || error.status === 401 ? new RefusedByGeneration(error) : error
}

const renewalsOf = new WeakMap<UpstreamContext, Set<string>>()

/** The tokens that a request has renewed in vain, or got by a renewal. */
function renewedIn(upstream: UpstreamContext): Set<string> {
  const known = renewalsOf.get(upstream) ?? new Set()
  renewalsOf.set(upstream, known)
  return known
}

/**
 * A new token instead of a refused one. Undefined if the product gives none: then the refused one is all that the
 * account has. For an account that has moved the old one may still work, so that no other failure counts, either.
 */
async function renew(upstream: UpstreamContext, account: Account, refused: string, hasMoved: boolean) {
  try {
    const renewed = await fetchToken(upstream, account, refused)
    if (renewed.isFresh && !renewed.isPasted) renewedIn(upstream).add(renewed.token)
    return renewed
  } catch (error) {
    if (!hasStatus(error, 401) && !(hasMoved && error instanceof GatewayError)) throw error
    renewedIn(upstream).add(refused)
    return undefined
  }
}

/** Sends a call with one token, in the account's region. Throws the error in the response's envelope. */
async function callInRegion(
  upstream: UpstreamContext,
  account: Account,
  token: string,
  call: PlaudCall,
): Promise<PlaudAnswer> {
  for (let regions = 0; ; regions++) {
    const answer = await callPlaud(upstream, await fetchOrigin(upstream, account), token, call)
    const { status } = answer.body
    if (status === 0 || call.accepts?.includes(status)) return answer
    if (!isWrongRegion(answer.body) || regions === MOST_REGIONS) {
      const failure = envelopeFailure(upstream, answer.body, call.generation)
      if (call.generation === 4 && failure.status === 502 && !isMoved(failure)) logUnknownAnswer(call, answer.body)
      throw failure
    }
    await keepOrigin(upstream, account, regionOrigin(upstream, answer.body))
  }
}

/**
 * Sends a call with the user token when the product gives no workspace token. A refusal then says nothing about the
 * account or the recording. On a regional host a user token sees an apparently empty account, so an empty listing and a
 * 404 prove nothing there.
 */
async function callWithFallback(
  upstream: UpstreamContext,
  account: Account,
  userToken: string,
  call: PlaudCall,
): Promise<PlaudAnswer> {
  try {
    const answer = await callInRegion(upstream, account, userToken, call)
    if (isEmptyListing(answer) && isRegional(upstream, account)) throw unseenByUserToken()
    return answer
  } catch (error) {
    const isRefused = hasStatus(error, 401) || hasStatus(error, 403)
    throw isRefused || (hasStatus(error, 404) && isRegional(upstream, account)) ? unseenByUserToken() : error
  }
}

function isEmptyListing({ body }: PlaudAnswer): boolean {
  const rows = at(body, 'data_file_list') ?? at(body, 'data', 'items')
  return rows !== undefined && list(rows).length === 0 && !number(at(body, 'data_file_total'))
}

const unseenByUserToken = () =>
  badGateway('the recorder service gives no workspace token, without which it may not show what the account has')

const isRegional = (upstream: UpstreamContext, { origin, tokens }: Account): boolean =>
  originOfRegion(tokens.region) !== PLAUD_ORIGIN || (!getOverride(upstream) && origin !== PLAUD_ORIGIN)

const isRenewable = ({ tokens }: Account): boolean => tokens.users.length > 0 || tokens.refreshTokens.length > 0

const tokenStatus = (account: Account): TokenStatus => {
  const { users, workspaceTokens, refreshTokens } = account.tokens
  const lasting = isRenewable(account) ? [...users, ...refreshTokens] : workspaceTokens
  const ends = lasting.flatMap(({ endsAt }) => endsAt ?? [])
  return {
    kinds: getKinds(account.tokens),
    endsAt: account.cached?.endsAt ?? (ends.length > 0 ? Math.max(...ends) : undefined),
    isRenewable: isRenewable(account),
  }
}

/** The workspace token, from the isolate or from ACCOUNTS, which also returns the account's origin. */
async function fetchToken(upstream: UpstreamContext, account: Account, refused?: string) {
  const before = account.cached
  const token = await fetchCachedToken(upstream, 'recorder', account, tokenProvider, { refused })
  if (account.cached !== before) account.generation = token.generation ?? FIRST_GENERATION
  if (account.cached !== before && !getOverride(upstream)) {
    account.origin = token.origin ?? account.origin ?? originOfRegion(account.tokens.region)
  }
  return token
}

/** Asks ACCOUNTS for the generation, once per isolate. An account that is tested is asked at the product itself. */
async function fetchGeneration(upstream: UpstreamContext, account: Account): Promise<Generation> {
  if (account.generation === undefined && !upstream.candidate) {
    if (isRenewable(account)) await fetchToken(upstream, account)
    else
      account.generation = await upstream.deadline.race(call(upstream, account, (object) => object.generation.read()))
  }
  return account.generation ?? FIRST_GENERATION
}

/** Remembers the generation that has answered. */
async function keepGeneration(upstream: UpstreamContext, account: Account, generation: Generation): Promise<void> {
  if ((account.generation ?? FIRST_GENERATION) === generation) return
  account.generation = generation
  if (upstream.candidate) return
  await settle(
    upstream,
    call(upstream, account, (object) => object.keepGeneration(generation)),
  )
}

const FIRST_GENERATION: Generation = 3

const onceForRequest = dedupePerRequest<string | undefined>()

/** Asks ACCOUNTS for the origin, once per isolate, if neither the token's region nor a workspace token has shown it. */
async function fetchOrigin(upstream: UpstreamContext, account: Account): Promise<string> {
  // Testing an account uses no object: if the guess is wrong, the product names the right region.
  if (upstream.candidate) account.origin ??= PLAUD_ORIGIN
  if (account.origin !== undefined) return account.origin
  const ask = () => upstream.deadline.race(call(upstream, account, (object) => object.origin.read()))
  const learned = await onceForRequest(upstream, account.name, ask)
  account.origin ??= learned ?? PLAUD_ORIGIN
  return account.origin
}

async function fetchAccount(upstream: UpstreamContext): Promise<Account> {
  const account = await readAccount(upstream, 'recorder', knownAccounts, async (connected) => {
    const tokens = readTokens(connected)
    const name = tokens.subject ?? (await sha256Hex(splitChoice(connected).pasted))
    const override = getOverride(upstream)
    const origin = override ? baseUrl(override, '') : knownOrigin(tokens.region)
    const texts = getTexts(tokens)
    const unknown = { cached: undefined, generation: undefined }
    return { connected, tokens, texts, name, origin, ...unknown, refused: new Set<string>(), places: new Map() }
  })
  for (const text of account.texts) upstream.redactor.add(text)
  return account
}

/** Stores the account's origin. With RECORDER_API_URL there is nothing to store, because the relay is the origin. */
async function keepOrigin(upstream: UpstreamContext, account: Account, origin: string): Promise<void> {
  if (account.origin === origin || getOverride(upstream)) return
  account.origin = origin
  if (upstream.candidate) return
  await settle(
    upstream,
    call(upstream, account, (object) => object.keepOrigin(origin)),
  )
}

/** The call continues while something is stored. What could not be stored is found again. */
async function settle({ waitUntil }: UpstreamContext, stored: Promise<void>): Promise<void> {
  if (waitUntil) waitUntil(stored.catch(() => {}))
  else await stored
}

/** Calls the object of the account. */
const call = <Value>(upstream: UpstreamContext, account: Account, work: (object: Stub<'ACCOUNTS'>) => Promise<Value>) =>
  callObject(upstream.settings, accountObject(upstream.accountOf('recorder'), account), work)

const getOverride = ({ settings }: UpstreamContext) => settings.url('RECORDER_API_URL')
