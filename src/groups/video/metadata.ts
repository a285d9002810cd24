import { at, count, list, text } from '../../base/loose-json.ts'
import type { Thumbnail, VideoMetadata } from './answers.ts'
import { categoryName } from './categories.ts'
import { isoSeconds } from './iso-duration.ts'

/** Names under which the data API keeps thumbnails. */
const SIZES = ['default', 'medium', 'high', 'standard', 'maxres']

/** From `videos.list` of the data API, with snippet, contentDetails and statistics; undefined when it knows no such video. */
export function fromDataApi(id: string, body: unknown): VideoMetadata | undefined {
  const item = list(at(body, 'items')).find((candidate) => at(candidate, 'id') === id)
  if (item === undefined) return undefined
  const snippet = at(item, 'snippet')
  return {
    id,
    type: 'video',
    title: written(at(snippet, 'title')),
    description: written(at(snippet, 'description')),
    author: written(at(snippet, 'channelTitle')),
    ...channel(text(at(snippet, 'channelId'))),
    published_at: moment(at(snippet, 'publishedAt')),
    duration_seconds: isoSeconds(text(at(item, 'contentDetails', 'duration')) ?? '') || null,
    view_count: count(at(item, 'statistics', 'viewCount')),
    like_count: count(at(item, 'statistics', 'likeCount')),
    // Left out when a video has none.
    keywords: strings(at(snippet, 'tags')),
    thumbnails: thumbnails(SIZES.map((size) => at(snippet, 'thumbnails', size))),
    is_live: at(snippet, 'liveBroadcastContent') === 'live',
    category: categoryName(text(at(snippet, 'categoryId')) ?? ''),
  }
}

/** From the player as any client; only web ones tell the date and the category. Undefined without details of this video. */
export function fromPlayer(id: string, player: unknown): VideoMetadata | undefined {
  const details = at(player, 'videoDetails')
  if (at(details, 'videoId') !== id) return undefined
  const page = at(player, 'microformat', 'playerMicroformatRenderer')
  return {
    id,
    type: 'video',
    title: written(at(details, 'title')),
    description: written(at(details, 'shortDescription')),
    author: written(at(details, 'author')),
    ...channel(text(at(details, 'channelId'))),
    published_at: moment(at(page, 'publishDate') ?? at(page, 'uploadDate')),
    // 0 while a broadcast is to come or runs.
    duration_seconds: count(at(details, 'lengthSeconds')) || null,
    view_count: count(at(details, 'viewCount')),
    like_count: null,
    keywords: strings(at(details, 'keywords')),
    thumbnails: thumbnails(list(at(details, 'thumbnail', 'thumbnails'))),
    is_live: at(details, 'isLive') === true,
    category: text(at(page, 'category')),
  }
}

/** From oEmbed, which knows the least. Undefined when it is not such an answer. */
export function fromOembed(id: string, body: unknown): VideoMetadata | undefined {
  const title = text(at(body, 'title'))
  if (title === null) return undefined
  const image = {
    url: at(body, 'thumbnail_url'),
    width: at(body, 'thumbnail_width'),
    height: at(body, 'thumbnail_height'),
  }
  return {
    id,
    type: 'video',
    title,
    description: null,
    author: text(at(body, 'author_name')),
    channel_id: null,
    channel_url: text(at(body, 'author_url')),
    published_at: null,
    duration_seconds: null,
    view_count: null,
    like_count: null,
    keywords: null,
    thumbnails: thumbnails([image]),
    is_live: null,
    category: null,
  }
}

/** A string, an empty one too: a video may have no description and still have told so. */
const written = (value: unknown) => (typeof value === 'string' ? value : null)

const strings = (value: unknown) => list(value).filter((item) => typeof item === 'string')

const channel = (id: string | null) => ({
  channel_id: id,
  channel_url: id === null ? null : `https://www.youtube.com/channel/${id}`,
})

/** Smallest first. */
const thumbnails = (images: readonly unknown[]): Thumbnail[] =>
  images
    .flatMap((image) => {
      const url = text(at(image, 'url'))
      return url === null ? [] : [{ url, width: count(at(image, 'width')), height: count(at(image, 'height')) }]
    })
    .sort((a, b) => (a.width ?? 0) - (b.width ?? 0))

/** UTC, to the second; a day without an hour stays a day. */
function moment(value: unknown): string | null {
  const iso = text(value)
  if (iso === null || Number.isNaN(Date.parse(iso))) return null
  return /^\d{4}-\d\d-\d\d$/.test(iso) ? iso : new Date(iso).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
