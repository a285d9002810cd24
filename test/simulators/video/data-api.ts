import type { Context } from 'hono'
import { googleError } from './pages.ts'
import type { SeedVideo } from './seed-video.ts'
import { DAILY_UNITS, type State } from './state.ts'
import type { Switches } from './switches.ts'
import { thumbnail } from './video-details.ts'

/** The key that the data API accepts. */
export const DATA_API_KEY = 'test-data-api-key'

const badKey = () =>
  googleError(400, { message: 'API key not valid. Please pass a valid API key.', reason: 'badRequest' })

const noKey = () =>
  googleError(403, {
    message: 'Method doesn’t allow unregistered callers (callers without established identity).',
    reason: 'forbidden',
  })

const quotaExceeded = () =>
  googleError(403, {
    message: 'The request cannot be completed because you have exceeded your quota.',
    domain: 'youtube.quota',
    reason: 'quotaExceeded',
  })

const missing = (parameter: string, message: string) =>
  googleError(400, { message, domain: 'youtube.parameter', reason: `missing${parameter}` })

/** GET /youtube/v3/videos (video facts, section 7): one unit a call, missing and private videos are left out. */
export const dataApi =
  (state: State, switches: Switches, accepted = DATA_API_KEY) =>
  (c: Context) => {
    const key = c.req.query('key') ?? c.req.header('x-goog-api-key')
    if (key === undefined) return noKey()
    if (key !== accepted) return badKey()
    if (!spend(state) || switches.quotaExceeded) return quotaExceeded()

    const parts = c.req.query('part')?.split(',') ?? []
    if (parts.length === 0) return missing('RequiredParameter', "Required parameter: 'part'")
    const ids = c.req.query('id')?.split(',') ?? []
    if (ids.length === 0) return missing('RequiredParameter', 'No filter selected.')

    const items = ids.flatMap((id) => {
      const video = state.videos.get(id)
      return video && video.state !== 'private' && video.state !== 'removed' ? [dataVideo(video, parts)] : []
    })
    return Response.json({
      kind: 'youtube#videoListResponse',
      etag: 'simulated-list',
      items,
      pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    })
  }

function spend(state: State): boolean {
  const day = new Date(state.now()).toISOString().slice(0, 10)
  const used = state.unitsUsed.get(day) ?? 0
  if (used >= DAILY_UNITS) return false
  state.unitsUsed.set(day, used + 1)
  return true
}

/** A video in the data API, with only the requested parts. */
function dataVideo(video: SeedVideo, asked: string[]) {
  const parts: Record<string, object> = {
    snippet: snippet(video),
    contentDetails: {
      duration: isoDuration(video.lengthSeconds),
      dimension: '2d',
      definition: 'hd',
      caption: String(video.tracks.some((track) => !track.automatic)),
      licensedContent: false,
      projection: 'rectangular',
    },
    statistics: {
      viewCount: String(video.views),
      likeCount: String(video.likes),
      favoriteCount: '0',
      commentCount: '12',
    },
    status: {
      uploadStatus: 'processed',
      privacyStatus: 'public',
      license: 'youtube',
      embeddable: video.embeddable,
      publicStatsViewable: true,
      madeForKids: video.state === 'kids',
    },
  }
  const shown = Object.entries(parts).filter(([name]) => asked.includes(name))
  return { kind: 'youtube#video', etag: `simulated-${video.id}`, id: video.id, ...Object.fromEntries(shown) }
}

const BROADCAST: Partial<Record<SeedVideo['state'], string>> = {
  live: 'live',
  upcoming: 'upcoming',
  premiere: 'upcoming',
}

function snippet(video: SeedVideo) {
  const { url: small, ...smallSize } = thumbnail(video.id, 'default', 120, 90)
  const { url: high, ...highSize } = thumbnail(video.id, 'hqdefault', 480, 360)
  return {
    publishedAt: video.published,
    channelId: video.channel.id,
    title: video.title,
    description: video.description,
    thumbnails: { default: { url: small, ...smallSize }, high: { url: high, ...highSize } },
    channelTitle: video.channel.name,
    ...(video.keywords.length ? { tags: video.keywords } : {}),
    categoryId: video.category.id,
    liveBroadcastContent: BROADCAST[video.state] ?? 'none',
    localized: { title: video.title, description: video.description },
  }
}

/** ISO 8601. Days and larger units are never used below 24 hours. P0D when there is no length yet. */
function isoDuration(seconds: number): string {
  if (seconds === 0) return 'P0D'
  const days = Math.floor(seconds / 86_400)
  const units: [number, string][] = [
    [Math.floor(seconds / 3600) % 24, 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ]
  const time = units.flatMap(([count, unit]) => (count ? [`${count}${unit}`] : [])).join('')
  return `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`
}
