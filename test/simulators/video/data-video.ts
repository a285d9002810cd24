import type { SeedVideo } from './seed-video.ts'
import { thumbnail } from './video-details.ts'

/** A video in the data API, with only the requested parts. */
export function dataVideo(video: SeedVideo, asked: string[]) {
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
