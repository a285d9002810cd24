import type { Context } from 'hono'
import type { CachedToken } from '../../base/accounts.ts'
import { sha256Hex } from '../../base/crypto.ts'
import type { Stub } from '../../base/env.ts'
import { badGateway, GatewayError, hasStatus } from '../../base/errors.ts'
import { at, list, number } from '../../base/json.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { AppEnv } from '../../gateway/state.ts'
import {
  accountObject,
  type ConnectedAccount,
  clearAccountCache,
  fetchHeldToken,
  readAccount,
} from '../../upstream/accounts.ts'
import { baseUrl } from '../../upstream/client.ts'
import { dedupePerRequest, type UpstreamContext } from '../../upstream/context.ts'
import { GLOBAL_ORIGIN, knownOrigin, originOfRegion } from '../hosts.ts'
import { type ConnectedTokens, getKinds, getTexts, readTokens } from './pasted-tokens.ts'
import { callPlaud, envelopeFailure, isWrongRegion, type PlaudAnswer, type PlaudCall } from './plaud.ts'
import { regionOrigin, tokenProvider } from './token-provider.ts'
import type { TokenKind } from './tokens.ts'

/** An account in the per-isolate cache. Its name is the user's id, or the digest of the token. */
interface Account extends ConnectedAccount {
  readonly tokens: ConnectedTokens
  /** The tokens as they are sent, to redact them from everything that a caller reads. */
  readonly texts: readonly string[]
  /** Undefined until it is known, because not every token contains its region. */
  origin: string | undefined
}

const knownAccounts = perIsolateCache(() => new Map<string, Account>())

/** How often one call may be redirected to another region. */
const MOST_REGIONS = 2

/**
 * How often a refused workspace token is renewed. Both the token of the isolate and the one from ACCOUNTS may be
 * invalid, if the user's own browser minted a newer one. If a new token is refused, the call fails.
 */
const MOST_RENEWALS = 2

/** What is known about the tokens of the account. */
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
  /** Calls an account route, with the user token. Throws 401 when none is connected. */
  callAsUser(call: PlaudCall): Promise<PlaudAnswer>
  /** The object that stores this account's token and history. */
  object(): Promise<Stub<'ACCOUNTS'>>
  readonly upstream: UpstreamContext
  /** The user's id, or a digest of the connected token. A different name may be the same account. */
  name(): Promise<string>
  /** The API origin of the account's region, as far as it is known. */
  origin(): Promise<string>
  /** The user's id, or its id as a member of the workspace, or a digest of the connected token. */
  userId(): Promise<string>
  tokenStatus(): Promise<TokenStatus>
}

/** The account has no user token. The product rejected nothing, so nothing is removed from the cache. */
class NoUserToken extends GatewayError {
  constructor() {
    super(401, 'the recorder account is connected without a user token')
  }
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** Like `connect`, for work outside of a request. */
export function connectionBy(upstream: UpstreamContext): Connection {
  const withMappedErrors = async (work: Promise<PlaudAnswer>): Promise<PlaudAnswer> => {
    try {
      return await work
    } catch (error) {
      if (hasStatus(error, 401) && !(error instanceof NoUserToken))
        clearAccountCache(upstream.settings, 'recorder', knownAccounts)
      // The wrong kind of token for the route. A 403 would blame the caller's own key.
      if (hasStatus(error, 403)) throw badGateway(error.message, error.reason)
      throw error
    }
  }

  return {
    upstream,
    object: async () => accountObject(upstream, 'recorder', await fetchAccount(upstream)),
    call: (call) => withMappedErrors(callData(upstream, call)),
    callAsUser: (call) => withMappedErrors(callAsUser(upstream, call)),
    name: async () => (await fetchAccount(upstream)).name,
    origin: async () => fetchOrigin(upstream, await fetchAccount(upstream)),
    userId: async () => {
      const { tokens, name } = await fetchAccount(upstream)
      return tokens.subject ?? tokens.memberId ?? name
    },
    tokenStatus: async () => tokenStatus(await fetchAccount(upstream)),
  }
}

async function callAsUser(upstream: UpstreamContext, call: PlaudCall): Promise<PlaudAnswer> {
  const account = await fetchAccount(upstream)
  if (!account.tokens.user) throw new NoUserToken()
  return callInRegion(upstream, account, account.tokens.user.text, call)
}

async function callData(upstream: UpstreamContext, call: PlaudCall): Promise<PlaudAnswer> {
  const account = await fetchAccount(upstream)
  if (!isRenewable(account)) return callInRegion(upstream, account, account.tokens.workspace?.text ?? '', call)
  let held: CachedToken = await fetchToken(upstream, account)
  for (let renewals = MOST_RENEWALS; ; ) {
    if (held.isStandIn) return callWithStandIn(upstream, account, held.token, call)
    try {
      return await callInRegion(upstream, account, held.token, call)
    } catch (error) {
      if (!hasStatus(error, 401) || renewals === 0) throw error
      const renewed = await fetchToken(upstream, account, held.token)
      renewals = renewed.isFresh ? 0 : renewals - 1
      held = renewed
    }
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
    if (!isWrongRegion(answer.body) || regions === MOST_REGIONS) throw envelopeFailure(upstream, answer.body)
    await keepOrigin(upstream, account, regionOrigin(upstream, answer.body))
  }
}

/**
 * Sends a call with the user token when the product gives no workspace token. A refusal then says nothing about the
 * account or the recording. On a regional host a user token sees an apparently empty account, so an empty listing and a
 * 404 prove nothing there.
 */
async function callWithStandIn(
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
  const rows = at(body, 'data_file_list')
  return rows !== undefined && list(rows).length === 0 && !number(at(body, 'data_file_total'))
}

const unseenByUserToken = () =>
  badGateway('the recorder service gives no workspace token, without which it may not show what the account has')

const isRegional = (upstream: UpstreamContext, { origin, tokens }: Account): boolean =>
  originOfRegion(tokens.region) !== GLOBAL_ORIGIN || (!getOverride(upstream) && origin !== GLOBAL_ORIGIN)

const isRenewable = ({ tokens }: Account): boolean => tokens.user !== undefined || tokens.refresh !== undefined

const tokenStatus = (account: Account): TokenStatus => {
  const { user, workspace, refresh } = account.tokens
  const ends = (isRenewable(account) ? [user, refresh] : [workspace]).flatMap((token) => token?.endsAt ?? [])
  return {
    kinds: getKinds(account.tokens),
    endsAt: account.held?.endsAt ?? (ends.length > 0 ? Math.max(...ends) : undefined),
    isRenewable: isRenewable(account),
  }
}

/** The workspace token, from the isolate or from ACCOUNTS, which also returns the account's origin. */
async function fetchToken(upstream: UpstreamContext, account: Account, refused?: string) {
  const before = account.held
  const token = await fetchHeldToken(upstream, 'recorder', account, tokenProvider, { refused })
  if (account.held !== before && !getOverride(upstream)) {
    account.origin = token.origin ?? account.origin ?? originOfRegion(account.tokens.region)
  }
  return token
}

const onceForRequest = dedupePerRequest<string | undefined>()

/** Asks ACCOUNTS for the origin, once per isolate, if neither the token's region nor a workspace token has shown it. */
async function fetchOrigin(upstream: UpstreamContext, account: Account): Promise<string> {
  // Testing an account uses no object: if the guess is wrong, the product names the right region.
  if (upstream.candidate) account.origin ??= GLOBAL_ORIGIN
  if (account.origin !== undefined) return account.origin
  const ask = () => upstream.deadline.race(accountObject(upstream, 'recorder', account).origin())
  const learned = await onceForRequest(upstream, account.name, ask)
  account.origin ??= learned ?? GLOBAL_ORIGIN
  return account.origin
}

async function fetchAccount(upstream: UpstreamContext): Promise<Account> {
  const account = await readAccount(upstream, 'recorder', knownAccounts, async (pasted) => {
    const tokens = readTokens(pasted)
    const name = tokens.subject ?? (await sha256Hex(pasted))
    const override = getOverride(upstream)
    const origin = override ? baseUrl(override, '') : knownOrigin(tokens.region)
    return { connected: pasted, tokens, texts: getTexts(tokens), name, origin, held: undefined }
  })
  for (const text of account.texts) upstream.redactor.add(text)
  return account
}

/** Stores the account's origin. With RECORDER_API_URL there is nothing to store, because the relay is the origin. */
async function keepOrigin(upstream: UpstreamContext, account: Account, origin: string): Promise<void> {
  if (account.origin === origin || getOverride(upstream)) return
  account.origin = origin
  if (upstream.candidate) return
  const stored = accountObject(upstream, 'recorder', account).keepOrigin(origin)
  // The call continues in parallel. An origin that could not be stored is found again.
  if (upstream.waitUntil) upstream.waitUntil(stored.catch(() => {}))
  else await stored
}

const getOverride = ({ settings }: UpstreamContext) => settings.url('RECORDER_API_URL')
