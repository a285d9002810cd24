import type { UrlSetting } from '../../base/env.ts'
import { baseUrl } from '../../upstream/base-url.ts'
import { type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'

/** The addresses of the product, each of which a relay may stand in for. */
const ORIGINS = {
  VIDEO_URL: 'https://www.youtube.com',
  VIDEO_DATA_URL: 'https://www.googleapis.com',
} satisfies Partial<Record<UrlSetting, string>>

/** The product behind the video group: the private API of YouTube's own players, and its public data API (video facts). */
const youtube: Product = {
  group: 'video',
  hosts: (host) => Object.values(ORIGINS).includes(`https://${host}`),
}

export interface YouTubeCall {
  /** The path with its query, from the root of the address. */
  path: string
  headers?: Record<string, string>
  /** Makes it a POST, which changes nothing at the product either. */
  body?: string
}

/** One call; gives the answer of whatever status. */
export function callYouTube(
  outgoing: Outgoing,
  setting: keyof typeof ORIGINS,
  { path, headers = {}, body }: YouTubeCall,
): Promise<UpstreamAnswer> {
  const override = outgoing.settings.url(setting)
  return send(outgoing, youtube, {
    ...(body !== undefined && { method: 'POST', body }),
    url: new URL(baseUrl(override, ORIGINS[setting]) + path),
    headers,
    reads: true,
    override,
  })
}
