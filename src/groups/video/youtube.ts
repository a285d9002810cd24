import { baseUrl, type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { isVideoHost, ORIGINS } from '../hosts.ts'

/** The product behind the video group: the private API of YouTube's own players, and its public data API. */
const youtube: Product = {
  group: 'video',
  hosts: isVideoHost,
  relayedAs: 'video',
}

export interface YouTubeCall {
  /** The path with its query, from the root of the address. */
  path: string
  headers?: Record<string, string>
  /** Makes the call a POST, which changes nothing at the product either. */
  body?: string
}

/** Makes one call and returns the response, whatever its status. */
export function callYouTube(
  upstream: UpstreamContext,
  setting: keyof typeof ORIGINS,
  { path, headers = {}, body }: YouTubeCall,
): Promise<UpstreamAnswer> {
  const override = upstream.settings.url(setting)
  return send(upstream, youtube, {
    ...(body !== undefined && { method: 'POST', body }),
    url: new URL(baseUrl(override, ORIGINS[setting]) + path),
    headers,
    reads: true,
    override,
  })
}
