import type { CachedToken, TokenAccount, TokenGroup, TokenRequest } from '../base/accounts.ts'
import { GatewayError, timedOut } from '../base/errors.ts'
import { ACCOUNT_SECRETS, type Account, type Group, type Product, type Secrets } from '../base/groups.ts'
import { callObject, type ObjectAddress } from '../base/objects.ts'
import type { Settings } from '../base/settings.ts'
import { dedupePerRequest, UpstreamContext } from './context.ts'
import { clearCredentialCache, knownSecrets, readCredentials, secretsDigest } from './credentials.ts'

/** The cached state of an account whose token is in ACCOUNTS. */
export interface ConnectedAccount {
  /** The token that a person connected. */
  readonly connected: string
  /** Its name in the names of objects: what the credential says, or its digest. */
  readonly name: string
  /** The token that replaces it, once ACCOUNTS returned one. */
  cached: CachedToken | undefined
}

/** The connected accounts of a group in the per-isolate cache (base/per-isolate-cache.ts), by the id of the account. */
type KnownAccounts<Account extends ConnectedAccount> = (settings: Settings) => Map<string, Account>

/**
 * The currently connected account that the request uses. Throws 401 when there is none.
 *
 * @param open reads what must be known about it, the first time that the isolate sees its token
 */
export async function readAccount<Account extends ConnectedAccount>(
  upstream: UpstreamContext,
  group: TokenGroup,
  memory: KnownAccounts<Account>,
  open: (connected: string) => Promise<Account>,
): Promise<Account> {
  const id = upstream.accountOf(group)
  const connected = await readToken(upstream, group)
  const accounts = memory(upstream.settings)
  const known = accounts.get(id)
  if (known?.connected === connected) return known
  const opened = await open(connected)
  // Another part of the request may have opened it in the meantime, or another credential may have been connected.
  const first = accounts.get(id)
  if (first?.connected === connected) return first
  if (tokenIn(group, knownSecrets(upstream.settings, id)) === connected) accounts.set(id, opened)
  return opened
}

/** An account of these groups is connected with one token. */
const tokenIn = (group: TokenGroup, secrets: Secrets = {}): string => secrets[ACCOUNT_SECRETS[group][0]] ?? ''

const readToken = async (upstream: UpstreamContext, group: TokenGroup): Promise<string> =>
  tokenIn(group, await readCredentials(upstream, group))

/** The currently connected token, regardless of the cache. Undefined when there is none. */
export async function readConnected(upstream: UpstreamContext, group: TokenGroup): Promise<string | undefined> {
  clearCredentialCache(upstream, group)
  try {
    return await readToken(upstream, group)
  } catch (error) {
    if (error instanceof GatewayError && error.reason === 'account not connected') return undefined
    throw error
  }
}

/** The object with the token of an account. */
export const accountObject = (
  account: TokenAccount,
  { name }: Pick<ConnectedAccount, 'name'>,
): ObjectAddress<'ACCOUNTS'> => ({ binding: 'ACCOUNTS', name: `${account}/${name}` })

/**
 * The token to call with, and whether it was just created: the isolate's cached one, or the one of the account's
 * object. Throws 504 when the request's deadline passes first.
 *
 * @param provider renews the token of an account that is not connected yet
 */
export async function fetchCachedToken(
  upstream: UpstreamContext,
  group: TokenGroup,
  account: ConnectedAccount,
  provider: TokenProvider,
  request: TokenRequest = {},
): Promise<CachedToken & { isFresh: boolean }> {
  const id = upstream.accountOf(group)
  const { cached } = account
  if (cached && cached.token !== request.refused && cached.lookAt > upstream.platform.now())
    return { ...cached, isFresh: false }
  const { isFresh, ...token } = await onceForRequest(
    upstream,
    [id, account.connected, request.refused].join(' '),
    () =>
      upstream.candidate && !upstream.candidate.isConnected
        ? exchangeCandidate(upstream, group, account, provider, request)
        : inTime(
            upstream,
            group,
            callObject(upstream.settings, accountObject(id, account), (object) =>
              object.token(id, account.connected, request),
            ),
          ),
  )
  // Another request may have got a newer one in the meantime.
  if (account.cached === cached) account.cached = token
  return { ...token, isFresh }
}

/**
 * The token of an account that is being tested. It is created here, not by an object, so that a credential that is not
 * connected leaves nothing behind. When the account is connected, its object gets what the product returned.
 */
async function exchangeCandidate(
  upstream: UpstreamContext,
  group: TokenGroup,
  { name, connected, cached: known }: ConnectedAccount,
  provider: TokenProvider,
  request: TokenRequest,
): Promise<CachedToken & { isFresh: boolean }> {
  const now = upstream.platform.now()
  const cached = known ?? provider.first?.(connected, now)
  if (cached && provider.isUsable(cached, request, now, connected)) return { ...cached, isFresh: false }
  const part = new UpstreamContext(upstream.settings, upstream.platform, upstream)
  part.redactor.add(connected)
  const note = async (token: CachedToken) => {
    upstream.exchanged = { account: upstream.accountOf(group), name, connected, token }
  }
  const renewed = await provider.renew(part, connected, cached, { ...request, store: note })
  await note(renewed)
  return { ...renewed, isFresh: true }
}

const onceForRequest = dedupePerRequest<CachedToken & { isFresh: boolean }>()

/**
 * The token of an object's call. The object's deadline is not the request's: throws 504 when the request's passes
 * first, and the error of the object otherwise.
 */
async function inTime<Token>(upstream: UpstreamContext, group: Group, call: Promise<Token>): Promise<Token> {
  const token = await upstream.deadline.race(call)
  if (!token) throw timedOut(`the ${group} service did not answer in time`)
  return token
}

/** Clears the isolate's cache after the product rejected the account of a request, so that a reconnected one works at once. */
export function clearAccountCache<Account extends ConnectedAccount>(
  upstream: UpstreamContext,
  group: TokenGroup,
  known: KnownAccounts<Account>,
): void {
  clearCredentialCache(upstream, group)
  known(upstream.settings).delete(upstream.accountOf(group))
}

/** The object with the state of an account. It also stores the bills of a payment account, whatever credential it has. */
export const stateObject = (account: Account): ObjectAddress<'ACCOUNTS'> => ({
  binding: 'ACCOUNTS',
  name: `state/${account}`,
})

/**
 * What the product called the account when it was connected through the app, as a digest, so that it stays the same when
 * the account is connected again with another credential. Undefined for a secret of the deployment, and for a credential
 * that nobody tested.
 */
export async function findOwnId(upstream: UpstreamContext, product: Product): Promise<string | undefined> {
  const object: ObjectAddress<'ACCOUNTS'> = {
    ...stateObject(upstream.accountOf(product)),
    isRepeatable: true,
    unavailable: 'the account cannot be identified at the moment, and nothing was sent: send the same request again',
    retryAfter: 1,
  }
  const find = async () => {
    const credential = await secretsDigest(await readCredentials(upstream, product))
    const record = await callObject(upstream.settings, object, ({ records }) => records.read())
    return { record, isCurrent: record?.credential === credential }
  }
  let { record, isCurrent } = await find()
  if (record && !isCurrent) {
    // This isolate may still have the credential before.
    clearCredentialCache(upstream, product)
    ;({ record, isCurrent } = await find())
  }
  return isCurrent && record?.connectedAt !== undefined ? record.ownId : undefined
}

/** The storage key of the cached token of an account. */
export interface TokenRecord {
  credential: string
  part: string | undefined
}

export interface RenewalRequest extends TokenRequest {
  /** The origin of the account's region, if the product has named it before. */
  origin?: string | undefined
  /**
   * Stores a token before the renewal continues. A new refresh token is stored this way at once, so that no later
   * failure of the same renewal can lose it.
   */
  store(cached: CachedToken): Promise<void>
}

/**
 * When a token is renewed, in epoch milliseconds: a tenth of its lifetime before its expiry, so that a short-lived
 * token is not renewed in a loop.
 */
export const getRenewalTime = (expiresAt: number, lifetimeMs: number): number => expiresAt - lifetimeMs / 10

/**
 * How the tokens of a group's accounts are renewed. The group declares it, and the object of an account runs it, one
 * renewal at a time, because a renewal may revoke the previous token.
 */
export interface TokenProvider {
  /** Whether a request gets the cached token without a renewal. */
  isUsable(cached: CachedToken, request: TokenRequest, now: number, connected: string): boolean
  /** The token to cache before the product was called, if the connected token can be used itself. */
  first?(connected: string, now: number): CachedToken | undefined
  /**
   * The credential in the connected text, and the part of the account that was chosen in it. Each part has its own
   * cached token, which stays when another part is chosen. Defaults to the whole text.
   */
  record?(connected: string): TokenRecord
  /** Returns the new token to cache. If it throws, the account keeps its previous one. */
  renew(
    upstream: UpstreamContext,
    connected: string,
    cached: CachedToken | undefined,
    request: RenewalRequest,
  ): Promise<CachedToken>
}
