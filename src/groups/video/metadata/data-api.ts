import { type GatewayError, unauthorized } from '../../../base/errors.ts'
import { at, count, isObject, list, parsed, text } from '../../../base/json.ts'
import { requiredFields, toFailure } from '../../../upstream/failures.ts'
import type { DataApi } from '../connection.ts'
import { blank, channel, type SourceRecord, strings, thumbnails, toDateTime, written } from './fields.ts'

const required = requiredFields('video', 'items', 'items[]')

/**
 * Calls `videos.list` of the data API, which costs one unit of the key's daily quota. Undefined when the product shows
 * no such video. Throws 401 for a rejected key, and the matching error for any other failure.
 */
export async function fetchListing({ call, upstream }: DataApi, id: string): Promise<SourceRecord | undefined> {
  const answer = await call(`/youtube/v3/videos?part=snippet,contentDetails,statistics&id=${id}`)
  const body = parsed(answer.text)
  if (answer.status !== 200) throw rejectedKey(answer.status, body) ?? toFailure(upstream, 'video', answer)
  const found = at(body, 'items')
  const { length } = required('items', Array.isArray(found) ? found : undefined)
  // An empty list means that there is no such video, unless the count contradicts it.
  const isNone = length === 0 && !count(at(body, 'pageInfo', 'totalResults'))
  return isNone ? undefined : required('items[]', fromDataApi(id, body))
}

/** The names of thumbnails in the data API. */
const SIZES = ['default', 'medium', 'high', 'standard', 'maxres']

/**
 * The record from snippet, contentDetails and statistics of `videos.list`. Undefined when the product knows no such
 * video.
 */
export function fromDataApi(id: string, body: unknown): SourceRecord | undefined {
  const found = list(at(body, 'items'))
  // Only one video was requested, so an item without an id must be that video.
  const item = found.find((one) => at(one, 'id') === id) ?? found.find((one) => isObject(one) && !text(at(one, 'id')))
  if (item === undefined) return undefined
  const snippet = at(item, 'snippet')
  const broadcast = text(at(snippet, 'liveBroadcastContent'))
  return {
    ...blank(id),
    ...channel(text(at(snippet, 'channelId'))),
    title: written(at(snippet, 'title')),
    description: written(at(snippet, 'description')),
    author: written(at(snippet, 'channelTitle')),
    published_at: toDateTime(at(snippet, 'publishedAt')),
    // 0 before and during a broadcast.
    duration_seconds: isoSeconds(text(at(item, 'contentDetails', 'duration')) ?? '') || null,
    view_count: count(at(item, 'statistics', 'viewCount')),
    like_count: count(at(item, 'statistics', 'likeCount')),
    // Omitted when a video has none.
    keywords: strings(at(snippet, 'tags')),
    thumbnails: thumbnails(SIZES.map((size) => at(snippet, 'thumbnails', size))),
    is_live: broadcast === null ? null : broadcast === 'live',
    category: categoryName(text(at(snippet, 'categoryId')) ?? ''),
  }
}

const DURATION = /^P(?=\d|T\d)(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/

/**
 * Whole seconds of an ISO 8601 duration. Null for anything else, and for months and years, which have no fixed length.
 */
export function isoSeconds(duration: string): number | null {
  const parts = DURATION.exec(duration)
  if (!parts) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds
}

const QUOTA_REASON = /^(quota|dailyLimit|rateLimit|userRateLimit)Exceeded$/

/**
 * The error for a key that the data API refuses: 400 for an unknown key, 403 for one without access. An exceeded quota
 * is 403 as well, but does not refuse the key. Undefined for any other failure.
 */
export function rejectedKey(status: number, body: unknown): GatewayError | undefined {
  const error = at(body, 'error')
  const isSpent = list(at(error, 'errors')).some((detail) => QUOTA_REASON.test(text(at(detail, 'reason')) ?? ''))
  const isRefused =
    status === 401 ||
    (status === 403 && error !== undefined && !isSpent) ||
    (status === 400 && /\bAPI key\b/i.test(text(at(error, 'message')) ?? ''))
  return isRefused
    ? unauthorized('VIDEO_API_KEY was rejected by the video service: reconnect it with another key', 'account rejected')
    : undefined
}

/** The names of video categories. The data API returns their numbers, the player their names. */
const NAMES: Readonly<Record<string, string>> = {
  1: 'Film & Animation',
  2: 'Autos & Vehicles',
  10: 'Music',
  15: 'Pets & Animals',
  17: 'Sports',
  19: 'Travel & Events',
  20: 'Gaming',
  22: 'People & Blogs',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News & Politics',
  26: 'Howto & Style',
  27: 'Education',
  28: 'Science & Technology',
  29: 'Nonprofits & Activism',
}

const categoryName = (id: string): string | null => NAMES[id] ?? null
