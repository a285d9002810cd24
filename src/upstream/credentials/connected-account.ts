import type { AccountObject, CachedToken, TokenGroup, TokenRequest } from '../../base/account-object.ts'
import type { Secrets } from '../../base/connected-accounts.ts'
import { ACCOUNT_SECRETS } from '../../base/connected-accounts.ts'
import { GatewayError, timedOut } from '../../base/errors.ts'
import type { Group } from '../../base/groups.ts'
import { type Outcome, unwrap } from '../../base/outcome.ts'
import type { Settings } from '../../base/settings.ts'
import { dedupePerRequest } from '../http/request-dedupe.ts'
import { UpstreamContext } from '../http/upstream-context.ts'
import { clearCredentialCache, knownSecrets, readCredentials } from './credentials.ts'
import type { TokenProvider } from './token-provider.ts'

/** What an isolate knows of an account whose token ACCOUNTS keeps. */
export interface ConnectedAccount {
  /** The token that a person connected. */
  readonly connected: string
  /** The account's name among those of its group. */
  readonly name: string
  /** The token that is used in its place, once ACCOUNTS gave one. */
  held: CachedToken | undefined
}

/** The accounts of a group that an isolate remembers (base/per-isolate-cache.ts), by the connected token. */
export type KnownAccounts<Account extends ConnectedAccount> = (settings: Settings) => Map<string, Account>

/**
 * The account that is connected at the moment. Throws 401 when none is.
 *
 * @param open reads what is to be known of it, the first time that the isolate sees its token
 */
export async function readAccount<Account extends ConnectedAccount>(
  upstream: UpstreamContext,
  group: TokenGroup,
  memory: KnownAccounts<Account>,
  open: (connected: string) => Promise<Account>,
): Promise<Account> {
  const connected = await readToken(upstream, group)
  const accounts = memory(upstream.settings)
  const known = accounts.get(connected)
  if (known) return known
  const opened = await open(connected)
  // Meanwhile another part of the request may have opened it, or another account been connected.
  const first = accounts.get(connected)
  if (first) return first
  if (tokenIn(group, knownSecrets(upstream.settings, group)) === connected) {
    accounts.clear()
    accounts.set(connected, opened)
  }
  return opened
}

/** An account of these groups is connected by one token. */
const tokenIn = (group: TokenGroup, secrets: Secrets = {}): string => secrets[ACCOUNT_SECRETS[group][0]] ?? ''

const readToken = async (upstream: UpstreamContext, group: TokenGroup): Promise<string> =>
  tokenIn(group, await readCredentials(upstream, group))

/** The token that is connected at the moment, whatever the isolate remembers; undefined when there is none. */
export async function readConnected(upstream: UpstreamContext, group: TokenGroup): Promise<string | undefined> {
  clearCredentialCache(upstream.settings, group)
  try {
    return await readToken(upstream, group)
  } catch (error) {
    if (error instanceof GatewayError && error.reason === 'account not connected') return undefined
    throw error
  }
}

/** The stub of the object that keeps an account. It belongs to the request that asks. */
export function accountObject(
  upstream: UpstreamContext,
  group: TokenGroup,
  { name }: Pick<ConnectedAccount, 'name'>,
): AccountObject {
  const object = `${group}/${name}`
  upstream.used.object = object
  return upstream.settings.env.ACCOUNTS.getByName(object)
}

/**
 * The token to call with, and whether it was made just now: what the isolate holds, else what the account's object
 * gives. Throws 504 when the request's time is over first.
 *
 * @param keeper renews the token of an account that is not connected yet
 */
export async function fetchHeldToken(
  upstream: UpstreamContext,
  group: TokenGroup,
  account: ConnectedAccount,
  provider: TokenProvider,
  request: TokenRequest = {},
): Promise<CachedToken & { isFresh: boolean }> {
  const { held } = account
  if (held && held.token !== request.refused && held.lookAt > upstream.platform.now())
    return { ...held, isFresh: false }
  const { isFresh, ...token } = await onceForRequest(
    upstream,
    [group, account.connected, request.refused].join(' '),
    () =>
      upstream.candidate
        ? exchangeCandidate(upstream, group, account, provider, request)
        : inTime(upstream, group, accountObject(upstream, group, account).token(group, account.connected, request)),
  )
  // Another request may have got a newer one meanwhile.
  if (account.held === held) account.held = token
  return { ...token, isFresh }
}

/**
 * The token of an account that is being tested: made here, and not by an object, so that a credential that nobody connects
 * leaves nothing behind. What the product gave is handed to the account's object when the account is connected.
 */
async function exchangeCandidate(
  upstream: UpstreamContext,
  group: TokenGroup,
  { name, connected, held: known }: ConnectedAccount,
  provider: TokenProvider,
  request: TokenRequest,
): Promise<CachedToken & { isFresh: boolean }> {
  const now = upstream.platform.now()
  const held = known ?? provider.first?.(connected, now)
  if (held && provider.isUsable(held, request, now)) return { ...held, isFresh: false }
  const part = new UpstreamContext(upstream.settings, upstream.platform, upstream)
  part.redactor.add(connected)
  const note = async (made: CachedToken) => {
    upstream.exchanged = { group, name, connected, held: made }
  }
  const renewed = await provider.renew(part, connected, held, { ...request, store: note })
  await note(renewed)
  return { ...renewed, isFresh: true }
}

const onceForRequest = dedupePerRequest<CachedToken & { isFresh: boolean }>()

/**
 * The value of an object's call. The object's own deadline is not the request's: throws 504 when the request's passes
 * first, and the failure of the object otherwise.
 */
async function inTime<Value>(upstream: UpstreamContext, group: Group, call: Promise<Outcome<Value>>): Promise<Value> {
  const outcome = await upstream.deadline.race(call)
  if (!outcome) throw timedOut(`the ${group} service did not answer in time`)
  return unwrap(outcome)
}

/** Forgets what the isolate knows, after the product rejected it, so that a reconnected account is seen at once. */
export function clearAccountCache<Account extends ConnectedAccount>(
  settings: Settings,
  group: TokenGroup,
  known: KnownAccounts<Account>,
): void {
  clearCredentialCache(settings, group)
  known(settings).clear()
}
