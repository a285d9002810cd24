import type { Context } from 'hono'
import { badGateway, hasStatus } from '../../base/errors.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { clearCredentialCache, readCredentials } from '../../upstream/credentials.ts'
import { callTiro, type TiroCall } from './tiro.ts'
import { fetchWorkspaceGuid } from './workspace-guid.ts'

/** A connection to the notes account, for one request. */
export interface Connection {
  /** Calls the published API; `path` starts with its version. Returns the parsed JSON, undefined for an empty body. */
  call(call: TiroCall): Promise<unknown>
  /** Like `call`, for the API that NOTES_PLATFORM_URL names. Throws 502 while that is not set. */
  callPlatform(call: TiroCall): Promise<unknown>
  readonly upstream: UpstreamContext
  /** The guid of the workspace that the account's key belongs to. */
  workspace(): Promise<string>
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** Like `connect`, for work outside of a request. */
export function connectionBy(upstream: UpstreamContext): Connection {
  const fetchKey = async () => {
    const { NOTES_TOKEN: key } = await readCredentials(upstream, 'notes')
    // A key is `{id}.{secret}`. The secret must be redacted even without the id.
    const secret = key.slice(key.indexOf('.') + 1)
    if (secret) upstream.redactor.add(secret)
    return key
  }

  const runIdempotent = async (override: URL | undefined, call: TiroCall) => {
    const key = await fetchKey()
    try {
      return await callTiro(upstream, key, override, call)
    } catch (error) {
      // The next request reads the account again, so that a reconnected one works at once.
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
