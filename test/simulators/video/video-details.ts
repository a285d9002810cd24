import type { SeedVideo } from './seed-video.ts'

export const thumbnail = (id: string, name: string, width: number, height: number) => ({
  url: `https://i.ytimg.com/vi/${id}/${name}.jpg`,
  width,
  height,
})

/** `videoDetails` of the player: numbers are strings, and flags are present only when true (video facts, section 7). */
export function videoDetails(video: SeedVideo) {
  const broadcast = ['upcoming', 'live', 'post-live'].includes(video.state)
  return {
    videoId: video.id,
    title: video.title,
    lengthSeconds: String(video.lengthSeconds),
    ...(video.keywords.length ? { keywords: video.keywords } : {}),
    channelId: video.channel.id,
    isOwnerViewing: false,
    shortDescription: video.description,
    isCrawlable: true,
    thumbnail: {
      thumbnails: [thumbnail(video.id, 'default', 120, 90), thumbnail(video.id, 'hqdefault', 480, 360)],
    },
    allowRatings: true,
    viewCount: String(video.views),
    author: video.channel.name,
    isPrivate: false,
    isUnpluggedCorpus: false,
    isLiveContent: broadcast,
    ...(video.state === 'live' ? { isLive: true } : {}),
    ...(video.state === 'upcoming' || video.state === 'premiere' ? { isUpcoming: true } : {}),
    ...(video.state === 'post-live' ? { isPostLiveDvr: true } : {}),
  }
}

/** `microformat`, which only web clients get. */
export const microformat = (video: SeedVideo) => ({
  playerMicroformatRenderer: {
    title: { simpleText: video.title },
    description: { simpleText: video.description },
    lengthSeconds: String(video.lengthSeconds),
    ownerProfileUrl: `http://www.youtube.com/@${video.channel.handle}`,
    externalVideoId: video.id,
    externalChannelId: video.channel.id,
    ownerChannelName: video.channel.name,
    isFamilySafe: true,
    availableCountries: ['JP', 'KR', 'US'],
    isUnlisted: false,
    viewCount: String(video.views),
    // Digits as text. One of 17 recorded responses had none (video facts, section 7).
    ...(video.likesShown === false ? {} : { likeCount: String(video.likes) }),
    thumbnail: { thumbnails: [thumbnail(video.id, 'maxresdefault', 1280, 720)] },
    ...(video.state === 'live' ? { liveBroadcastDetails: { isLiveNow: true } } : {}),
    category: video.category.name,
    // The local time of the product's head office, in its format.
    publishDate: pacific(video.published),
    uploadDate: pacific(video.published),
  },
})

const pacific = (utc: string) => new Date(Date.parse(utc) - 8 * 3_600_000).toISOString().replace(/\.\d{3}Z$/, '-08:00')
