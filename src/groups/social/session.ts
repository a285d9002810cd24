import type { Context } from 'hono'
import type { Accounts } from '../../accounts/accounts.ts'
import { outcomeOf } from '../../accounts/outcome.ts'
import type { Settings } from '../../env.ts'
import { hasStatus } from '../../gateway/errors.ts'
import { sha256Hex } from '../../gateway/keys.ts'
import type { Gateway } from '../../gateway/state.ts'
import type { Platform } from '../../platform.ts'
import { remembered } from '../../remembered.ts'
import { credentials, forgetCredentials } from '../../upstream/credentials.ts'
import { Outgoing } from '../../upstream/outgoing.ts'
import { callThreads, type ThreadsCall } from './threads.ts'
import type { SocialToken } from './token.ts'

/** What an isolate knows of the account behind a connected token. */
interface Account {
  readonly connected: string
  /** The account's name in ACCOUNTS. */
  readonly name: string
  token: SocialToken | undefined
}

const rememberedAccounts = remembered(() => new Map<string, Account>())

/** A connection to the social account for one request. */
export interface Session {
  /** One call to the API proper; `path` from its version on. */
  call(call: ThreadsCall): Promise<unknown>
  /** The object that keeps this account's token and unfinished posts. */
  object(): Promise<DurableObjectStub<Accounts>>
  readonly outgoing: Outgoing
}

/** The social account of the request at hand. */
export const account = (c: Context<Gateway>): Session => openSession(c.get('state').outgoing)

function openSession(outgoing: Outgoing): Session {
  return {
    outgoing,
    object: async () => objectOf(outgoing, await accountOf(outgoing)),
    async call({ path, ...rest }) {
      const call = { path: `/v1.0${path}`, ...rest }
      let token: string | undefined
      try {
        token = await tokenOf(outgoing)
        return await callThreads(outgoing, token, call)
      } catch (error) {
        if (!isRejection(error)) throw error
        // A reconnected account is seen at once, and so is a refresh that another isolate brought about. What was
        // rejected was not done, so a write may be sent with the newer token.
        forget(outgoing.settings)
        const newer = token && (await tokenOf(outgoing))
        if (!newer || newer === token) throw error
        return callThreads(outgoing, newer, call)
      }
    },
  }
}

const isRejection = (error: unknown) => hasStatus(error, 401)

/**
 * Has the token of the connected account looked after, though nobody asks for anything; nothing without an account.
 * Throws 401 for a token that the product rejects.
 */
export async function tendAccount(settings: Settings, platform: Platform): Promise<void> {
  const outgoing = new Outgoing(settings, platform)
  try {
    const connected = await credentials(outgoing, 'social').catch((error) => {
      if (!isRejection(error)) throw error
    })
    if (connected) await tokenOf(outgoing)
  } finally {
    outgoing.close()
  }
}

function forget(settings: Settings): void {
  forgetCredentials(settings, 'social')
  rememberedAccounts(settings).clear()
}

async function accountOf(outgoing: Outgoing): Promise<Account> {
  const { settings } = outgoing
  const { SOCIAL_TOKEN: connected } = await credentials(outgoing, 'social')
  const accounts = rememberedAccounts(settings)
  let account = accounts.get(connected)
  if (!account) {
    account = { connected, name: `social/${await sha256Hex(connected)}`, token: undefined }
    accounts.clear()
    accounts.set(connected, account)
  }
  return account
}

const objectOf = ({ settings }: Outgoing, { name }: Account) => settings.env.ACCOUNTS.getByName(name)

/**
 * The token to call with: what ACCOUNTS keeps in the place of the connected one, asked for when it is time to look
 * after it. Without CREDENTIALS_KEY nothing can be kept: the connected token is used as it is, until it expires.
 */
async function tokenOf(outgoing: Outgoing): Promise<string> {
  const { settings, platform } = outgoing
  const account = await accountOf(outgoing)
  if (!settings.env.CREDENTIALS_KEY) return account.connected
  if (!account.token || platform.now() >= account.token.lookAt) {
    const asked = objectOf(outgoing, account).socialToken(account.connected)
    account.token = await outcomeOf(outgoing, 'social', asked)
  }
  return account.token.token
}
