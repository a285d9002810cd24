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
 * What is known about a video (decisions.md section 8): from the data API if VIDEO_API_KEY is set, then from the
 * player, then from oEmbed. If a source fails or its quota is exceeded, the next one is used. A rejected key is 401,
 * because otherwise nobody would notice it. If all fail, the error is oEmbed's statement about the video, or the
 * player's failure.
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

/**
 * The details from the first client that gets any. An error about the video itself (not a 502) would be the same for
 * the next client.
 */
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

/** Returns the failure of a source as a value. A wrong setting (500) is not a failure of a source, so it is thrown. */
async function attempt<Result>(source: Promise<Result>): Promise<Result | GatewayError> {
  try {
    return await source
  } catch (error) {
    if (error instanceof GatewayError && error.status !== 500) return error
    throw error
  }
}
