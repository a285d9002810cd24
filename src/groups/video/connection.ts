import type { Context } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { findCredentials } from '../../upstream/credentials.ts'
import { callYouTube, type YouTubeCall } from './youtube.ts'

/** A connection to the product without an account, for one request. Responses are returned whatever their status. */
export interface Connection {
  /** Calls the player, captions and oEmbed. */
  call(call: YouTubeCall): Promise<UpstreamAnswer>
  /** The data API. Undefined without a key. Throws 500 for a key that cannot be in a header. */
  dataApi(): Promise<DataApi | undefined>
  readonly upstream: UpstreamContext
}

/** The official data API with the deployment's key. */
export interface DataApi {
  call(path: string): Promise<UpstreamAnswer>
  readonly upstream: UpstreamContext
}

export const connect = (c: Context<AppEnv>): Connection => connectionBy(c.get('state').upstream)

/** Like `connect`, for work outside of a request. */
export function connectionBy(upstream: UpstreamContext): Connection {
  return {
    upstream,
    call: (call) => callYouTube(upstream, 'VIDEO_URL', call),
    async dataApi() {
      const secrets = await findCredentials(upstream, 'video')
      if (!secrets) return undefined
      // In a header, because URLs are logged along the way.
      const headers = { 'x-goog-api-key': secrets.VIDEO_API_KEY }
      return { upstream, call: (path) => callYouTube(upstream, 'VIDEO_DATA_URL', { path, headers }) }
    },
  }
}
