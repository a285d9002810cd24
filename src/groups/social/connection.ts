import type { Context } from 'hono'
import type { AccountObject } from '../../base/account-object.ts'
import { sha256Hex } from '../../base/digest.ts'
import { hasStatus } from '../../base/errors.ts'
import { remembered } from '../../base/remembered.ts'
import type { Gateway } from '../../gateway/state.ts'
import {
  accountObject,
  fetchHeldToken,
  forgetAccounts,
  type KeptAccount,
  readAccount,
} from '../../upstream/kept-account.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { callThreads, type ThreadsCall } from './threads.ts'
import { tokenKeeper } from './token-keeper.ts'

const knownAccounts = remembered(() => new Map<string, KeptAccount>())

/** The social account, for one request. */
export interface Connection {
  /** One call to the API proper; `path` from its version on. */
  call(call: ThreadsCall): Promise<unknown>
  /** What tells the account from others: a digest of the connected token. */
  name(): Promise<string>
  /** The object that keeps this account's token and unfinished posts. */
  object(): Promise<AccountObject>
  readonly outgoing: Outgoing
  /** When the account has to be connected again, epoch milliseconds; undefined where that is not known. */
  endsAt(): Promise<number | undefined>
}

export const connect = (c: Context<Gateway>): Connection => connectionBy(c.get('state').outgoing)

/** As `connect`, for work that is no request's own. */
export function connectionBy(outgoing: Outgoing): Connection {
  return {
    outgoing,
    name: async () => (await fetchAccount(outgoing)).name,
    object: async () => accountObject(outgoing, 'social', await fetchAccount(outgoing)),
    endsAt: async () =>
      isKept(outgoing)
        ? (await fetchHeldToken(outgoing, 'social', await fetchAccount(outgoing), tokenKeeper)).endsAt
        : undefined,
    async call({ path, ...rest }) {
      const call = { path: `/v1.0${path}`, ...rest }
      let token: string | undefined
      try {
        token = await fetchToken(outgoing)
        return await callThreads(outgoing, token, call)
      } catch (error) {
        if (!isRejection(error)) throw error
        // The account may have been reconnected, or its token refreshed by another isolate. A rejected call was not
        // carried out, so a write may be sent again with the newer token.
        forgetAccounts(outgoing.settings, 'social', knownAccounts)
        const newer = token && (await fetchToken(outgoing))
        if (!newer || newer === token) throw error
        return callThreads(outgoing, newer, call)
      }
    },
  }
}

const isRejection = (error: unknown) => hasStatus(error, 401)

const fetchAccount = (outgoing: Outgoing) =>
  readAccount(outgoing, 'social', knownAccounts, async (connected) => ({
    connected,
    name: await sha256Hex(connected),
    held: undefined,
  }))

const isKept = ({ settings }: Outgoing): boolean => Boolean(settings.env.CREDENTIALS_KEY)

/** Without CREDENTIALS_KEY nothing can be kept: the connected token is used as it is, until it expires. */
async function fetchToken(outgoing: Outgoing): Promise<string> {
  const account = await fetchAccount(outgoing)
  if (!isKept(outgoing)) return account.connected
  return (await fetchHeldToken(outgoing, 'social', account, tokenKeeper)).token
}
