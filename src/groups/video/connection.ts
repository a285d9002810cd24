import type { Context } from 'hono'
import type { Gateway } from '../../gateway/state.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import { findCredentials } from '../../upstream/credentials.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { callYouTube, type YouTubeCall } from './youtube.ts'

/** The product as anybody sees it, without an account, for one request. Every answer comes as it is, whatever its status. */
export interface Connection {
  /** The player, captions and oEmbed. */
  call(call: YouTubeCall): Promise<UpstreamAnswer>
  /** The data API; undefined while no key of it is connected. Throws 500 for a key that cannot be sent. */
  dataApi(): Promise<DataApi | undefined>
  readonly outgoing: Outgoing
}

/** The official data API with the deployment's key. */
export interface DataApi {
  call(path: string): Promise<UpstreamAnswer>
  readonly outgoing: Outgoing
}

export const connect = (c: Context<Gateway>): Connection => connectionBy(c.get('state').outgoing)

/** As `connect`, for work that is no request's own. */
export function connectionBy(outgoing: Outgoing): Connection {
  return {
    outgoing,
    call: (call) => callYouTube(outgoing, 'VIDEO_URL', call),
    async dataApi() {
      const secrets = await findCredentials(outgoing, 'video')
      if (!secrets) return undefined
      // In a header, since addresses are logged along the way.
      const headers = { 'x-goog-api-key': secrets.VIDEO_API_KEY }
      return { outgoing, call: (path) => callYouTube(outgoing, 'VIDEO_DATA_URL', { path, headers }) }
    },
  }
}
