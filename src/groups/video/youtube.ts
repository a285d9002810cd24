import type { UrlSetting } from '../../base/env.ts'
import type { GatewayError } from '../../base/errors.ts'
import { at, parsed } from '../../base/loose-json.ts'
import { baseUrl } from '../../upstream/base-url.ts'
import { type Product, send, type UpstreamAnswer } from '../../upstream/client.ts'
import { failureOf, isHtml, publicMessage } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { captionPath, needsToken } from './caption-link.ts'
import { type PlayerClient, playerCall } from './clients.ts'
import { isBlockPage, outcomeOf } from './playability.ts'
import { type Outcome, type Refusal, refusal } from './refusals.ts'

/** The addresses of the product, each of which a relay may stand in for. */
const ORIGINS = {
  VIDEO_URL: 'https://www.youtube.com',
  VIDEO_DATA_URL: 'https://www.googleapis.com',
} satisfies Partial<Record<UrlSetting, string>>

/** The product behind the video group: the private API of YouTube's own players, and its public data API (video facts). */
export const youtube: Product = {
  group: 'video',
  hosts: (host) => Object.values(ORIGINS).includes(`https://${host}`),
}

interface YouTubeCall {
  /** The path with its query, from the root of the address. */
  path: string
  headers?: Record<string, string>
  /** Makes it a POST; it only asks all the same. */
  body?: string
}

function call(outgoing: Outgoing, setting: keyof typeof ORIGINS, { path, headers = {}, body }: YouTubeCall) {
  const override = outgoing.settings.url(setting)
  return send(outgoing, youtube, {
    ...(body !== undefined && { method: 'POST', body }),
    url: new URL(baseUrl(override, ORIGINS[setting]) + path),
    headers,
    reads: true,
    override,
  })
}

/** The failure of an answer that is not 200, with the product's own message where it has one. */
const failed = (outgoing: Outgoing, answer: UpstreamAnswer): GatewayError =>
  failureOf(outgoing, 'video', answer, at(parsed(answer.text), 'error', 'message'))

/** Too many requests are refused with such a page too, and are told apart by their status. */
const isBlocked = (answer: UpstreamAnswer) => answer.status !== 429 && isHtml(answer) && isBlockPage(answer.text)

/** What the player says of a video to one client, and what that means for reading captions (video facts, section 1). */
export async function askPlayer(
  outgoing: Outgoing,
  client: PlayerClient,
  videoId: string,
): Promise<{ player: unknown; outcome: Outcome }> {
  const answer = await call(outgoing, 'VIDEO_URL', playerCall(client, videoId))
  // The player takes no credential and tells of a video in a 200, so 403 is about the deployment (decisions.md section 8).
  if (isBlocked(answer) || answer.status === 403) return { player: undefined, outcome: refusal('blocked') }
  // The caller's input is checked, so 400 is about the client.
  if (answer.status !== 200 && answer.status !== 400) throw failed(outgoing, answer)
  const player = parsed(answer.text)
  return { player, outcome: outcomeOf(player, videoId, (words) => publicMessage(outgoing, words)) }
}

/**
 * The json3 file of a caption track, or why this client gets none (video facts, section 2). Only path and query of the
 * link are used, so no address that came from upstream is ever called.
 */
export async function readCaptions(outgoing: Outgoing, link: string): Promise<{ file: unknown } | Refusal> {
  const path = captionPath(link)
  if (needsToken(link)) return refusal('withheld')
  const answer = await call(outgoing, 'VIDEO_URL', { path })
  if (isBlocked(answer)) return refusal('blocked')
  // A link that the product no longer knows as its own is refused with 404.
  if (answer.status === 404 || (answer.status === 200 && answer.text.trim() === '')) return refusal('withheld')
  if (answer.status !== 200) throw failed(outgoing, answer)
  return { file: parsed(answer.text) }
}

/** `videos.list` of the data API; one unit of the key's daily quota (video facts, section 7). */
export function askDataApi(outgoing: Outgoing, key: string, videoId: string): Promise<UpstreamAnswer> {
  outgoing.secrets.add(key)
  // In a header, since addresses are logged along the way.
  return call(outgoing, 'VIDEO_DATA_URL', {
    path: `/youtube/v3/videos?part=snippet,contentDetails,statistics&id=${videoId}`,
    headers: { 'x-goog-api-key': key },
  })
}

export const askOembed = (outgoing: Outgoing, videoId: string): Promise<UpstreamAnswer> =>
  call(outgoing, 'VIDEO_URL', {
    path: `/oembed?url=${encodeURIComponent(`${ORIGINS.VIDEO_URL}/watch?v=${videoId}`)}&format=json`,
  })
