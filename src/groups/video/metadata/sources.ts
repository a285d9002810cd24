import { GatewayError, notFound } from '../../../base/errors.ts'
import { parsed } from '../../../base/lenient-json.ts'
import { clearCredentialCache } from '../../../upstream/credentials/credentials.ts'
import type { VideoMetadata } from '../answers.ts'
import { configuredClients } from '../client-setting.ts'
import type { Connection } from '../connection.ts'
import { refusal } from '../refusals.ts'
import { chaptersIn } from './chapters.ts'
import { fetchListing } from './data-api.ts'
import type { SourceRecord } from './fields.ts'
import { fetchOembed, fromOembed, oembedError } from './oembed.ts'
import { fetchDetails } from './player-details.ts'

/**
 * What is known of a video (decisions.md section 8): from the data API when VIDEO_API_KEY is set, else the player, else
 * oEmbed. A source that fails, or whose quota is used up, leaves it to the next; a rejected key is 401, since nobody
 * would hear of it otherwise. When all fail, the error is oEmbed's word on the video, else the player's failure.
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
  const details = await fetchFirstDetails(connection, id)
  if (!(details instanceof GatewayError)) return details

  const embed = await attempt(fetchOembed(connection, id))
  if (embed instanceof GatewayError) throw details
  const video = embed.status === 200 ? fromOembed(id, parsed(embed.text)) : undefined
  if (video) return video
  throw oembedError(embed) ?? details
}

/** From the first client that is told anything. What one is told of the video itself (no 502), the next would hear too. */
async function fetchFirstDetails(connection: Connection, id: string): Promise<SourceRecord | GatewayError> {
  let failure: GatewayError | undefined
  for (const client of configuredClients(connection.upstream.settings).metadata) {
    const details = await attempt(fetchDetails(connection, client, id))
    if (!(details instanceof GatewayError)) return details
    failure ??= details
    if (details.status !== 502) break
  }
  return failure ?? refusal('outdated-client').error
}

/** The failure of a source as a value. A wrong setting (500) is no failure of a source, and is thrown. */
async function attempt<Result>(source: Promise<Result>): Promise<Result | GatewayError> {
  try {
    return await source
  } catch (error) {
    if (error instanceof GatewayError && error.status !== 500) return error
    throw error
  }
}
