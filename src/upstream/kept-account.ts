import type { AccountObject, HeldToken } from '../base/account-object.ts'
import type { Group } from '../base/groups.ts'
import type { Settings } from '../base/settings.ts'
import { credentials, forgetCredentials } from './credentials.ts'
import { outcomeOf } from './object-outcome.ts'
import type { Outgoing } from './outgoing.ts'

/** What an isolate knows of an account whose token ACCOUNTS keeps. */
export interface KeptAccount {
  /** The token that a person connected. */
  readonly connected: string
  /** The account's name among those of its group. */
  readonly name: string
  /** What is used in its place. */
  held: HeldToken | undefined
}

type KeptGroup = Group & ('recorder' | 'social')

/** The accounts of a group that an isolate knows: data, as every memory of it (base/remembered.ts). */
export type KnownAccounts<Account extends KeptAccount> = (settings: Settings) => Map<string, Account>

/**
 * The account that is connected at the moment. Throws 401 when none is.
 *
 * @param meet makes it known, the first time that the isolate sees its token
 */
export async function connectedAccount<Account extends KeptAccount>(
  outgoing: Outgoing,
  group: KeptGroup,
  known: KnownAccounts<Account>,
  meet: (connected: string) => Promise<Account>,
): Promise<Account> {
  const secrets = await credentials(outgoing, group)
  const connected = Object.values(secrets).join()
  const accounts = known(outgoing.settings)
  let account = accounts.get(connected)
  if (!account) {
    account = await meet(connected)
    accounts.clear()
    accounts.set(connected, account)
  }
  return account
}

/** The object that keeps an account. It belongs to the request that asks. */
export const accountObject = ({ settings }: Outgoing, group: KeptGroup, { name }: KeptAccount): AccountObject =>
  settings.env.ACCOUNTS.getByName(`${group}/${name}`)

/**
 * The token to call with, and whether it was made just now: what the isolate holds, else what the account's object
 * gives. Throws 504 when the request's time is over first.
 *
 * @param refused a token that the product has just refused
 */
export async function currentToken(
  outgoing: Outgoing,
  group: KeptGroup,
  account: KeptAccount,
  ask: { origin?: string; refused?: string | undefined } = {},
): Promise<HeldToken & { isFresh: boolean }> {
  const { held } = account
  if (held && held.token !== ask.refused && held.lookAt > outgoing.platform.now()) return { ...held, isFresh: false }
  const asked = accountObject(outgoing, group, account).token(group, account.connected, ask)
  const { isFresh, ...token } = await outcomeOf(outgoing, group, asked)
  account.held = token
  return { ...token, isFresh }
}

/** Lets go of what the isolate knows, after the product rejected it: a reconnected account is then seen at once. */
export function forgetAccounts<Account extends KeptAccount>(
  settings: Settings,
  group: KeptGroup,
  known: KnownAccounts<Account>,
): void {
  forgetCredentials(settings, group)
  known(settings).clear()
}
