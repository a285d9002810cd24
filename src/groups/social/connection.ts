import type { Context } from 'hono'
import { sha256Hex } from '../../base/crypto.ts'
import { hasStatus } from '../../base/errors.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { type ConnectedAccount, clearAccountCache, fetchHeldToken, readAccount } from '../../upstream/accounts.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { callThreads, type ThreadsCall } from './threads.ts'
import { tokenProvider } from './token-provider.ts'

const knownAccounts = perIsolateCache(() => new Map<string, ConnectedAccount>())

/** A connection to the social account, for one request. */
export interface Connection {
  /** Calls the API; `path` starts with its version. */
  call(call: ThreadsCall): Promise<unknown>
  /** Identifies the account: a digest of the connected token. */
  name(): Promise<string>
  readonly upstream: UpstreamContext
  /** When the account has to be reconnected, in epoch milliseconds. Undefined when unknown. */
  endsAt(): Promise<number | undefined>
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** Like `connect`, for work outside of a request. */
export function connectionBy(upstream: UpstreamContext): Connection {
  return {
    upstream,
    name: async () => (await fetchAccount(upstream)).name,
    endsAt: async () =>
      canStore(upstream)
        ? (await fetchHeldToken(upstream, 'social', await fetchAccount(upstream), tokenProvider)).endsAt
        : undefined,
    async call({ path, ...rest }) {
      const call = { path: `/v1.0${path}`, ...rest }
      let token: string | undefined
      try {
        token = await fetchToken(upstream)
        return await callThreads(upstream, token, call)
      } catch (error) {
        if (!isRejection(error)) throw error
        // The account may have been reconnected, or its token refreshed by another isolate. A rejected call had no
        // effect, so even a write may be sent again with the newer token.
        clearAccountCache(upstream.settings, 'social', knownAccounts)
        const newer = token && (await fetchToken(upstream))
        if (!newer || newer === token) throw error
        return callThreads(upstream, newer, call)
      }
    },
  }
}

const isRejection = (error: unknown) => hasStatus(error, 401)

const fetchAccount = (upstream: UpstreamContext) =>
  readAccount(upstream, 'social', knownAccounts, async (connected) => ({
    connected,
    name: await sha256Hex(connected),
    held: undefined,
  }))

const canStore = ({ settings }: UpstreamContext): boolean => Boolean(settings.env.CREDENTIALS_KEY)

/** Without CREDENTIALS_KEY nothing can be stored. The connected token is used unchanged until it expires. */
async function fetchToken(upstream: UpstreamContext): Promise<string> {
  const account = await fetchAccount(upstream)
  if (!canStore(upstream)) return account.connected
  return (await fetchHeldToken(upstream, 'social', account, tokenProvider)).token
}
