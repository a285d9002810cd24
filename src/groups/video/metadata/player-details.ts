import { at, count, flag, isObject, list, text } from '../../../base/json.ts'
import { configuredClients } from '../client-setting.ts'
import type { Connection } from '../connection.ts'
import { askClients } from '../player.ts'
import { type Refusal, refusal } from '../refusals.ts'
import { label } from '../tracks.ts'
import { blank, channel, type SourceRecord, strings, thumbnails, toDateTime, written } from './fields.ts'

/**
 * The details that the player returns, even for most videos that it may not play, from the first client that gets any.
 * Whatever one client gets, the next one is asked. Throws the most telling reason when none gets any.
 */
export const fetchDetails = (connection: Connection, id: string): Promise<SourceRecord> =>
  askClients(
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
