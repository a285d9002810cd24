import type { Context } from 'hono'
import type { Accounts } from '../../accounts/accounts.ts'
import { outcomeOf } from '../../accounts/outcome.ts'
import { hasStatus } from '../../gateway/errors.ts'
import { sha256Hex } from '../../gateway/keys.ts'
import type { Gateway } from '../../gateway/state.ts'
import { remembered } from '../../remembered.ts'
import { baseUrl } from '../../upstream/base-url.ts'
import { credentials, forgetCredentials } from '../../upstream/credentials.ts'
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
import { type RecorderToken, readToken } from './token.ts'
import { followRegion, type WorkspaceToken } from './workspace-token.ts'

/** What an isolate knows of the account behind a user token. */
interface Account {
  readonly token: RecorderToken
  /** The account's name in ACCOUNTS and STORE: the user's id, else the token's digest. */
  readonly name: string
  origin: string
  workspace: WorkspaceToken | undefined
}

const rememberedAccounts = remembered(() => new Map<string, Account>())

/** How often one call may be sent on to another region. */
const MOST_REGIONS = 2

/**
 * How often a refused workspace token is renewed: what the isolate holds may be dead, and so may what ACCOUNTS holds in
 * its place, where another isolate or the user's own browser made a newer one. A refused fresh one ends the search.
 */
const MOST_RENEWALS = 2

/** A connection to the recorder account for one request. */
export interface Session {
  /** Data routes, with the workspace token. */
  call(call: PlaudCall): Promise<PlaudAnswer>
  /** Account routes, with the user's own token. */
  callAsUser(call: PlaudCall): Promise<PlaudAnswer>
  /** The object that keeps this account's token and history. */
  object(): Promise<DurableObjectStub<Accounts>>
  readonly outgoing: Outgoing
  /** The API's origin that this account is known to live at. */
  origin(): Promise<string>
}

/** The recorder account of the request at hand. */
export const account = (c: Context<Gateway>): Session => openSession(c.get('state').outgoing)

function openSession(outgoing: Outgoing): Session {
  const { env } = outgoing.settings
  const object = async () => env.ACCOUNTS.getByName(`recorder/${(await accountOf(outgoing)).name}`)

  /** The token for data routes, and whether it was exchanged just now. */
  const workspaceToken = async (account: Account, refused?: string): Promise<{ token: string; isFresh: boolean }> => {
    if (account.token.kind === 'WT') return { token: account.token.text, isFresh: false }
    const held = account.workspace
    if (held && held.token !== refused && held.expiresAt > outgoing.platform.now()) {
      return { token: held.token, isFresh: false }
    }
    const asked = (await object()).workspaceToken(account.token.text, account.origin, refused)
    const { isFresh, ...workspace } = await outcomeOf(outgoing, 'recorder', asked)
    account.workspace = workspace
    if (workspace.origin) await learnOrigin(outgoing, account, workspace.origin)
    return { token: workspace.token, isFresh }
  }

  const perform = async (call: PlaudCall, asUser: boolean): Promise<PlaudAnswer> => {
    const account = await accountOf(outgoing)
    let token = asUser ? account.token.text : (await workspaceToken(account)).token
    let renewals = asUser || account.token.kind === 'WT' ? 0 : MOST_RENEWALS
    for (let regions = 0; ; ) {
      outgoing.secrets.add(token)
      const answer = await callPlaud(outgoing, account.origin, token, call)
      const { status } = answer.body
      if (status === 0) return answer
      if (status === WRONG_REGION && regions++ < MOST_REGIONS) {
        await learnOrigin(outgoing, account, followRegion(outgoing, answer.body))
      } else if (STALE_WORKSPACE_TOKEN.has(status) && renewals > 0) {
        const renewed = await workspaceToken(account, token)
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
      if (hasStatus(error, 401)) forget(outgoing)
      throw error
    }
  }

  return {
    outgoing,
    object,
    call: (call) => checked(call, false),
    callAsUser: (call) => checked(call, true),
    origin: async () => (await accountOf(outgoing)).origin,
  }
}

/** A rejected account is read afresh next time, so that a reconnected one is seen at once. */
function forget({ settings }: Outgoing): void {
  forgetCredentials(settings, 'recorder')
  rememberedAccounts(settings).clear()
}

const place = (account: string) => `hosts/recorder/${account}`

async function accountOf(outgoing: Outgoing): Promise<Account> {
  const { settings } = outgoing
  const { RECORDER_TOKEN: pasted } = await credentials(outgoing, 'recorder')
  const accounts = rememberedAccounts(settings)
  let account = accounts.get(pasted)
  if (!account) {
    const token = readToken(pasted)
    outgoing.secrets.add(token.text)
    const name = token.subject ?? (await sha256Hex(token.text))
    const learned = await settings.env.STORE.get(place(name))
    const origin = baseUrl(overrideOf(outgoing), learned ?? originOfRegion(token.region))
    account = { token, name, origin, workspace: undefined }
    accounts.clear()
    accounts.set(pasted, account)
  }
  return account
}

/** Keeps where the account lives; behind a relay that is the relay's business. */
async function learnOrigin(outgoing: Outgoing, account: Account, origin: string): Promise<void> {
  if (account.origin === origin || overrideOf(outgoing)) return
  account.origin = origin
  await outgoing.settings.env.STORE.put(place(account.name), origin)
}

const overrideOf = ({ settings }: Outgoing) => settings.url('RECORDER_API_URL')
