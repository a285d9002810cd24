import type { Context } from 'hono'
import { badGateway, hasStatus } from '../../base/errors.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { clearCredentialCache, readCredentials } from '../../upstream/credentials/credentials.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import { callTiro, type TiroCall } from './tiro.ts'
import { fetchWorkspaceGuid } from './workspace-guid.ts'

/** The notes account, for one request. */
export interface Connection {
  /** The published API; `path` from its version on. Gives the JSON that came, undefined for an empty body. */
  call(call: TiroCall): Promise<unknown>
  /** As `call`, to the API that NOTES_PLATFORM_URL names; 502 while that is unset. */
  callPlatform(call: TiroCall): Promise<unknown>
  readonly upstream: UpstreamContext
  /** Guid of the workspace that the account's key belongs to. */
  workspace(): Promise<string>
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** As `connect`, for work that is no request's own. */
export function connectionBy(upstream: UpstreamContext): Connection {
  const fetchKey = async () => {
    const { NOTES_TOKEN: key } = await readCredentials(upstream, 'notes')
    // A key is `{id}.{secret}`: the secret must not show without its id either.
    const secret = key.slice(key.indexOf('.') + 1)
    if (secret) upstream.secrets.add(secret)
    return key
  }

  const runIdempotent = async (override: URL | undefined, call: TiroCall) => {
    const key = await fetchKey()
    try {
      return await callTiro(upstream, key, override, call)
    } catch (error) {
      // The next request reads the account anew, so a reconnected one is seen at once.
      if (hasStatus(error, 401)) clearCredentialCache(upstream.settings, 'notes')
      throw error
    }
  }

  const call = ({ path, ...rest }: TiroCall) =>
    runIdempotent(upstream.settings.url('NOTES_API_URL'), { path: `/v1/external${path}`, ...rest })

  return {
    upstream,
    call,
    async callPlatform({ path, ...rest }) {
      const platform = upstream.settings.url('NOTES_PLATFORM_URL')
      if (!platform) {
        throw badGateway(
          'the notes service offers no public API for API keys and webhooks: NOTES_PLATFORM_URL must name one that does',
        )
      }
      return runIdempotent(platform, { path: `/v1/platform${path}`, ...rest })
    },
    workspace: async () => fetchWorkspaceGuid(upstream.settings, await fetchKey(), call),
  }
}
