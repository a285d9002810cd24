import type { GatewayError } from '../../../base/errors.ts'
import { at, text } from '../../../base/json.ts'
import type { UpstreamAnswer } from '../../../upstream/client.ts'
import { BROWSER_USER_AGENT } from '../clients.ts'
import type { Connection } from '../connection.ts'
import { refusal } from '../refusals.ts'
import { blank, type SourceRecord, thumbnails } from './fields.ts'

/** The data that a web page needs to embed a video, in a response of any status. */
export const fetchOembed = ({ call }: Connection, videoId: string): Promise<UpstreamAnswer> =>
  call({
    path: `/oembed?url=${encodeURIComponent(`https://www.youtube.com/watch?v=${videoId}`)}&format=json`,
    headers: { 'User-Agent': BROWSER_USER_AGENT },
  })

/** The record from oEmbed, which knows the least. Undefined for any other response. */
export function fromOembed(id: string, body: unknown): SourceRecord | undefined {
  const title = text(at(body, 'title'))
  if (title === null) return undefined
  const image = {
    url: at(body, 'thumbnail_url'),
    width: at(body, 'thumbnail_width'),
    height: at(body, 'thumbnail_height'),
  }
  return {
    ...blank(id),
    title,
    author: text(at(body, 'author_name')),
    channel_url: text(at(body, 'author_url')),
    thumbnails: thumbnails([image]),
  }
}

/**
 * oEmbed refuses in plain text such as `Forbidden`. HTML or JSON comes from a proxy or the edge, and says nothing about
 * the video.
 */
const PLAIN_WORDS = /^[A-Za-z][A-Za-z .]*$/

/**
 * The error for a refusal of oEmbed. Undefined when it does not show whether the video exists, such as 401, the
 * response for a video that may not be embedded.
 */
export function oembedError({ status, text }: { status: number; text: string }): GatewayError | undefined {
  if (!PLAIN_WORDS.test(text.trim())) return undefined
  if (status === 400 || status === 404) return refusal('unavailable').error
  return status === 403 ? refusal('private').error : undefined
}
