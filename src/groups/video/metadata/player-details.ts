import { at, count, list, text } from '../../../base/loose-json.ts'
import { unreadable } from '../../../upstream/failures.ts'
import type { VideoMetadata } from '../answers.ts'
import { METADATA_CLIENT } from '../clients.ts'
import type { Connection } from '../connection.ts'
import { fetchPlayer } from '../player.ts'
import { blank, channel, moment, strings, thumbnails, written } from './fields.ts'

/** What the player tells of a video, also of most videos that it may not play. Throws why it tells nothing. */
export async function fetchDetails(connection: Connection, id: string): Promise<VideoMetadata> {
  const { player, outcome } = await fetchPlayer(connection, METADATA_CLIENT, id)
  const video = fromPlayer(id, player)
  if (video) return video
  throw outcome.kind === 'ok' ? unreadable('video') : outcome.error
}

/** From the player as any client; only web ones tell the date and the category. Undefined without details of this video. */
export function fromPlayer(id: string, player: unknown): VideoMetadata | undefined {
  const details = at(player, 'videoDetails')
  if (at(details, 'videoId') !== id) return undefined
  const page = at(player, 'microformat', 'playerMicroformatRenderer')
  return {
    ...blank(id),
    ...channel(text(at(details, 'channelId'))),
    title: written(at(details, 'title')),
    description: written(at(details, 'shortDescription')),
    author: written(at(details, 'author')),
    published_at: moment(at(page, 'publishDate') ?? at(page, 'uploadDate')),
    // 0 while a broadcast is to come or runs.
    duration_seconds: count(at(details, 'lengthSeconds')) || null,
    view_count: count(at(details, 'viewCount')),
    keywords: strings(at(details, 'keywords')),
    thumbnails: thumbnails(list(at(details, 'thumbnail', 'thumbnails'))),
    is_live: at(details, 'isLive') === true,
    category: text(at(page, 'category')),
  }
}
