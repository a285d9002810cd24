import { GatewayError, notFound } from '../../../base/errors.ts'
import { parsed } from '../../../base/json.ts'
import { clearCredentialCache } from '../../../upstream/credentials.ts'
import type { VideoMetadata } from '../answers.ts'
import type { Connection } from '../connection.ts'
import { chaptersIn } from './chapters.ts'
import { fetchListing } from './data-api.ts'
import type { SourceRecord } from './fields.ts'
import { fetchOembed, fromOembed, oembedError } from './oembed.ts'
import { fetchDetails } from './player-details.ts'

/**
 * What is known about a video: from the data API if VIDEO_API_KEY is set, then from the player, then from oEmbed. If a
 * source fails or its quota is exceeded, the next one is used. A rejected key is 401, because otherwise nobody would
 * notice it. If all fail, the error is oEmbed's statement about the video, or the player's failure.
 */
export async function fetchMetadata(connection: Connection, id: string): Promise<VideoMetadata> {
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
      clearCredentialCache(connection.upstream.settings, 'video')
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
