import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError, notFound, unauthorized } from '../../base/errors.ts'
import { at, count, flag, isObject, items, list, parsed, text } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { proVideo } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import { clearCredentialCache } from '../../upstream/credentials.ts'
import { requiredFields, toFailure } from '../../upstream/failures.ts'
import { label } from './captions.ts'
import { BROWSER_USER_AGENT, configuredClients } from './clients.ts'
import { isNamed, read, which } from './group.ts'
import type { Chapter, Thumbnail, VideoMetadata } from './outputs.ts'
import { tryClients } from './player.ts'
import { type Refusal, refusal } from './refusals.ts'
import { type Connection, connect, type DataApi, requestedVideo } from './youtube.ts'

export const metadata = () => ({ json: z.strictObject(which()).check(isNamed()) })

/** A line with a time and a title: `1:02:03 Title`, `0:00 - Title`, `(0:00) Title`, `- 0:00 Title`, `Title 0:00`. */
const TIME = /(?<![\d:])(?:(\d{1,2}):)?(\d{1,2}):(\d\d)(?![\d:])/

const LEAST = 3
const SHORTEST_SECONDS = 10

/**
 * The chapters in a description, by the product's rules: at least three times, starting at 0:00, in order, at least ten
 * seconds apart. Null without a description.
 */
export function chaptersIn(description: string | null): Chapter[] | null {
  if (description === null) return null
  const chapters = description.split('\n').flatMap(chapterIn)
  const isInOrder = chapters.every(({ start_seconds }, at) => {
    const before = chapters[at - 1]
    return before ? start_seconds - before.start_seconds >= SHORTEST_SECONDS : start_seconds === 0
  })
  return chapters.length >= LEAST && isInOrder ? chapters : []
}

function chapterIn(line: string): Chapter[] {
  const found = TIME.exec(line)
  if (!found) return []
  const [time, hours = '0', minutes = '0', seconds = '0'] = found
  const words = `${line.slice(0, found.index)}${line.slice(found.index + time.length)}`
  const title = withoutMarks(words)
  if (title === '' || Number(minutes) > 59 || Number(seconds) > 59) return []
  return [{ start_seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), title }]
}

const MARK = /[\s()[\]–—:|•*-]/

/** Removes separators between a time and its title. One regular expression for both ends would take quadratic time. */
function withoutMarks(words: string): string {
  let [from, to] = [0, words.length]
  while (from < to && MARK.test(words.charAt(from))) from += 1
  while (to > from && MARK.test(words.charAt(to - 1))) to -= 1
  return words.slice(from, to)
}

/** The data of one source about a video. The chapters are derived from it. */
type SourceRecord = Omit<VideoMetadata, 'chapters'>

/** The record of a video with nothing known. A source spreads it and adds what it knows. */
const blank = (id: string): SourceRecord => ({
  id,
  type: 'video',
  title: null,
  description: null,
  author: null,
  channel_id: null,
  channel_url: null,
  published_at: null,
  duration_seconds: null,
  view_count: null,
  like_count: null,
  keywords: null,
  thumbnails: [],
  is_live: null,
  category: null,
})

/** A string, even an empty one: an empty description is a known description. */
const written = (value: unknown) => (typeof value === 'string' ? value : null)

/** The strings in a list. Null for anything but a list, because the product omits empty lists. */
const strings = (value: unknown): string[] | null =>
  value === undefined ? [] : Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null

const channel = (id: string | null) => ({
  channel_id: id,
  channel_url: id === null ? null : `https://www.youtube.com/channel/${id}`,
})

/** Smallest first. If a width is missing, in the product's order, which is usually the same. */
function thumbnails(images: readonly unknown[]): Thumbnail[] {
  const read = items(images, (image) => {
    const url = text(at(image, 'url'))
    return url === null ? null : { url, width: count(at(image, 'width')), height: count(at(image, 'height')) }
  })
  return read.some(({ width }) => width === null) ? read : read.sort((a, b) => Number(a.width) - Number(b.width))
}

/** A time in UTC, to the second. A date without a time stays a date. Null for anything else. */
function toDateTime(value: unknown): string | null {
  const iso = text(value)
  if (iso === null || Number.isNaN(Date.parse(iso))) return null
  return /^\d{4}-\d\d-\d\d$/.test(iso) ? iso : new Date(iso).toISOString().replace(/\.\d{3}Z$/, 'Z')
}

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

/** The data that a web page needs to embed a video, in a response of any status. */
const fetchOembed = ({ call }: Connection, videoId: string): Promise<UpstreamAnswer> =>
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

/**
 * The details that the player returns, even for most videos that it may not play, from the first client that gets any.
 * Whatever one client gets, the next one is asked. Throws the most telling reason when none gets any.
 */
const fetchDetails = (connection: Connection, id: string): Promise<SourceRecord> =>
  tryClients(
    connection,
    configuredClients(connection.upstream.settings).metadata,
    id,
    async ({ player, outcome }): Promise<SourceRecord | Refusal> =>
      fromPlayer(id, player) ?? { ...(outcome.kind === 'ok' ? refusal('unreadable') : outcome), kind: 'next' },
  )

/**
 * The record from the player's response to any client. Web clients also get the page's own data, the only source of
 * date, category and likes, which also replaces missing details. Undefined without details of this video.
 */
export function fromPlayer(id: string, player: unknown): SourceRecord | undefined {
  const details = at(player, 'videoDetails')
  const page = at(player, 'microformat', 'playerMicroformatRenderer')
  const named = [text(at(details, 'videoId')), text(at(page, 'externalVideoId'))]
  // An outdated client gets another video.
  if (named.some((other) => other !== null && other !== id)) return undefined
  if (!named.includes(id) && !(isObject(details) && written(details.title) !== null)) return undefined
  return {
    ...blank(id),
    ...channel(text(at(details, 'channelId')) ?? text(at(page, 'externalChannelId'))),
    title: written(at(details, 'title')) ?? label(at(page, 'title')),
    description: written(at(details, 'shortDescription')) ?? label(at(page, 'description')),
    author: written(at(details, 'author')) ?? text(at(page, 'ownerChannelName')),
    published_at: toDateTime(at(page, 'publishDate')) ?? toDateTime(at(page, 'uploadDate')),
    // 0 before and during a broadcast.
    duration_seconds: count(at(details, 'lengthSeconds')) || count(at(page, 'lengthSeconds')) || null,
    view_count: count(at(details, 'viewCount')) ?? count(at(page, 'viewCount')),
    like_count: count(at(page, 'likeCount')),
    keywords: isObject(details) ? strings(details.keywords) : null,
    thumbnails: thumbnails(list(at(isObject(details) ? details : page, 'thumbnail', 'thumbnails'))),
    is_live: isLive(details, page),
    category: text(at(page, 'category')),
  }
}

/** Flags of `videoDetails` are present only when they are true. */
function isLive(details: unknown, page: unknown): boolean | null {
  const live = at(details, 'isLive') ?? at(page, 'liveBroadcastDetails', 'isLiveNow')
  return live === undefined ? false : flag(live)
}

/**
 * Reads the metadata of a video: from the data API if VIDEO_API_KEY is set, then from the player, then from oEmbed. If
 * a source fails or its quota is exceeded, the next one is used. A rejected key is 401, because otherwise nobody would
 * notice it. If all fail, the error is oEmbed's statement about the video, or the player's failure.
 */
async function fetchMetadata(connection: Connection, id: string): Promise<VideoMetadata> {
  const video = await fetchFromSources(connection, id)
  return { ...video, chapters: chaptersIn(video.description) }
}

async function fetchFromSources(connection: Connection, id: string): Promise<SourceRecord> {
  const dataApi = await connection.dataApi()
  if (dataApi) {
    const listed = await attempt(fetchListing(dataApi, id))
    if (listed === undefined) throw notFound('no such video, or it is private')
    if (!(listed instanceof GatewayError)) return listed
    if (listed.status === 401) {
      clearCredentialCache(connection.upstream, 'video')
      throw listed
    }
  }
  const details = await attempt(fetchDetails(connection, id))
  if (!(details instanceof GatewayError)) return details

  const embed = await attempt(fetchOembed(connection, id))
  if (embed instanceof GatewayError) throw details
  const video = embed.status === 200 ? fromOembed(id, parsed(embed.text)) : undefined
  if (video) return video
  throw oembedError(embed) ?? details
}

/** Returns the failure of a source as a value. A wrong setting (500) is not a failure of a source, so it is thrown. */
async function attempt<Result>(source: Promise<Result>): Promise<Result | GatewayError> {
  try {
    return await source
  } catch (error) {
    if (error instanceof GatewayError && error.status !== 500) return error
    throw error
  }
}

export const metadataRoutes = new Hono<AppEnv>().post(
  '/video/metadata',
  read('video_get_metadata', {
    summary: 'Title, channel, length, views and the like of a video',
    description: 'Of a YouTube video, by its address or its id of 11 characters. Lengths are in seconds.',
    ko: '동영상의 제목, 채널, 길이, 조회수 등',
    search:
      'how long is the video, title of the video, which channel, who uploaded it, when was it uploaded, views of the video, likes of the video, chapters, description of the video, 영상 길이, 몇 분짜리 영상, 조회수, 영상 제목, 채널 이름, 누가 올린 영상, 언제 올라온 영상, 챕터, 영상 설명, 영상 좋아요',
    title: 'Get facts about a video',
    wanted: 2,
    tool: {
      hidden: ['video_id'],
    },
    input: metadata,
    handle: async (c) => {
      const id = requestedVideo(c.req.valid('json'))
      return { ...SUCCESS.video, video: await fetchMetadata(connect(c), id) }
    },
    access: proVideo,
  }),
)
