import type { GatewayError } from '../../../base/errors.ts'
import { at, text } from '../../../base/lenient-json.ts'
import type { UpstreamAnswer } from '../../../upstream/http/client.ts'
import { BROWSER_USER_AGENT } from '../clients.ts'
import type { Connection } from '../connection.ts'
import { refusal } from '../refusals.ts'
import { blank, type SourceRecord, thumbnails } from './fields.ts'

/** What a web page would embed for a video, in an answer of whatever status. */
export const fetchOembed = ({ call }: Connection, videoId: string): Promise<UpstreamAnswer> =>
  call({
    path: `/oembed?url=${encodeURIComponent(`https://www.youtube.com/watch?v=${videoId}`)}&format=json`,
    headers: { 'User-Agent': BROWSER_USER_AGENT },
  })

/** From oEmbed, which knows the least. Undefined when it is not such an answer. */
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

/** oEmbed refuses in plain words such as `Forbidden`; a page or JSON comes from a proxy or the edge, and tells of no video. */
const PLAIN_WORDS = /^[A-Za-z][A-Za-z .]*$/

/**
 * The error that a refusal by oEmbed means; undefined where it does not say whether the video exists, as 401, which is
 * the answer for a video that may not be embedded.
 */
export function oembedError({ status, text }: { status: number; text: string }): GatewayError | undefined {
  if (!PLAIN_WORDS.test(text.trim())) return undefined
  if (status === 400 || status === 404) return refusal('unavailable').error
  return status === 403 ? refusal('private').error : undefined
}
