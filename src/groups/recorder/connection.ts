import type { Context } from 'hono'
import type { AccountObject } from '../../base/account-object.ts'
import { sha256Hex } from '../../base/digest.ts'
import { hasStatus } from '../../base/errors.ts'
import { remembered } from '../../base/remembered.ts'
import type { Gateway } from '../../gateway/state.ts'
import { baseUrl } from '../../upstream/base-url.ts'
import {
  accountObject,
  connectedAccount,
  currentToken,
  forgetAccounts,
  type KeptAccount,
} from '../../upstream/kept-account.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { originOfRegion } from './hosts.ts'
import {
  callPlaud,
  envelopeFailure,
  type PlaudAnswer,
  type PlaudCall,
  STALE_WORKSPACE_TOKEN,
  WRONG_REGION,
} from './plaud.ts'
import { readToken } from './token.ts'
import { followRegion } from './token-keeper.ts'

/** An account as the isolate remembers it. Its name is the user's id, else the digest of the token. */
interface Account extends KeptAccount {
  /** A user token opens the account routes and is exchanged for the data routes; a workspace token opens the latter. */
  readonly kind: 'UT' | 'WT'
  origin: string
}

const knownAccounts = remembered(() => new Map<string, Account>())

/** How often one call may be sent on to another region. */
const MOST_REGIONS = 2

/**
 * How often a refused workspace token is renewed. The token of the isolate may be dead, and so may the one that ACCOUNTS
 * gives in its place, where the user's own browser made a newer one. A fresh token that is refused ends the search.
 */
const MOST_RENEWALS = 2

/** The recorder account, for one request. */
export interface Connection {
  /** Data routes, with the workspace token. */
  call(call: PlaudCall): Promise<PlaudAnswer>
  /** Account routes, with the user's own token. */
  callAsUser(call: PlaudCall): Promise<PlaudAnswer>
  /** The object that keeps this account's token and history. */
  object(): Promise<AccountObject>
  readonly outgoing: Outgoing
  /** The API's origin that this account is known to live at. */
  origin(): Promise<string>
}

export const connect = (c: Context<Gateway>): Connection => connectionBy(c.get('state').outgoing)

function connectionBy(outgoing: Outgoing): Connection {
  const perform = async (call: PlaudCall, asUser: boolean): Promise<PlaudAnswer> => {
    const account = await fetchAccount(outgoing)
    const renewable = !asUser && account.kind === 'UT'
    let token = renewable ? (await fetchToken(outgoing, account)).token : account.connected
    let renewals = renewable ? MOST_RENEWALS : 0
    for (let regions = 0; ; ) {
      outgoing.secrets.add(token)
      const answer = await callPlaud(outgoing, account.origin, token, call)
      const { status } = answer.body
      if (status === 0) return answer
      if (status === WRONG_REGION && regions++ < MOST_REGIONS) {
        await keepOrigin(outgoing, account, followRegion(outgoing, answer.body))
      } else if (STALE_WORKSPACE_TOKEN.has(status) && renewals > 0) {
        const renewed = await fetchToken(outgoing, account, token)
        token = renewed.token
        renewals = renewed.isFresh ? 0 : renewals - 1
      } else {
        return answer
      }
    }
  }

  const checked = async (call: PlaudCall, asUser: boolean): Promise<PlaudAnswer> => {
    try {
      const answer = await perform(call, asUser)
      const { status } = answer.body
      if (status !== 0 && !call.accepts?.includes(status)) throw envelopeFailure(outgoing, answer.body)
      return answer
    } catch (error) {
      if (hasStatus(error, 401)) forgetAccounts(outgoing.settings, 'recorder', knownAccounts)
      throw error
    }
  }

  return {
    outgoing,
    object: async () => accountObject(outgoing, 'recorder', await fetchAccount(outgoing)),
    call: (call) => checked(call, false),
    callAsUser: (call) => checked(call, true),
    origin: async () => (await fetchAccount(outgoing)).origin,
  }
}

/** The workspace token, of the isolate or from ACCOUNTS. An exchange may learn the account's origin besides. */
async function fetchToken(outgoing: Outgoing, account: Account, refused?: string) {
  const token = await currentToken(outgoing, 'recorder', account, { origin: account.origin, refused })
  if (token.origin) await keepOrigin(outgoing, account, token.origin)
  return token
}

const storeKey = (account: string) => `hosts/recorder/${account}`

const fetchAccount = (outgoing: Outgoing): Promise<Account> =>
  connectedAccount(outgoing, 'recorder', knownAccounts, async (pasted) => {
    const { text, kind, subject, region } = readToken(pasted)
    outgoing.secrets.add(text)
    const name = subject ?? (await sha256Hex(text))
    const learned = await outgoing.settings.env.STORE.get(storeKey(name))
    const origin = baseUrl(overrideOf(outgoing), learned ?? originOfRegion(region))
    return { connected: text, kind, name, origin, held: undefined }
  })

/** Keeps the account's origin. With RECORDER_API_URL set there is nothing to keep: the relay is the origin. */
async function keepOrigin(outgoing: Outgoing, account: Account, origin: string): Promise<void> {
  if (account.origin === origin || overrideOf(outgoing)) return
  account.origin = origin
  await outgoing.settings.env.STORE.put(storeKey(account.name), origin)
}

const overrideOf = ({ settings }: Outgoing) => settings.url('RECORDER_API_URL')
