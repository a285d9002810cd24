import { GatewayError, notFound } from '../../base/errors.ts'
import { at, parsed } from '../../base/loose-json.ts'
import { failureOf, unreadable } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { readSecret } from '../../upstream/secret-form.ts'
import type { VideoMetadata } from './answers.ts'
import { METADATA_CLIENT } from './clients.ts'
import { fromDataApi, fromOembed, fromPlayer } from './metadata.ts'
import { oembedError, rejectedKey } from './metadata-refusals.ts'
import { askDataApi, askOembed, askPlayer } from './youtube.ts'

/**
 * What is known of a video (decisions.md section 8): from the data API when VIDEO_API_KEY is set, else the player, else
 * oEmbed. A source that fails, or whose quota is used up, leaves it to the next; a rejected key is 401, since nobody
 * would hear of it otherwise. When all fail, it is oEmbed's word on the video, else the player's failure.
 */
export async function metadataOf(outgoing: Outgoing, id: string): Promise<VideoMetadata> {
  const key = readSecret(outgoing.settings.env, 'VIDEO_API_KEY')
  if (key) {
    const listed = await attempted(byDataApi(outgoing, key, id))
    if (listed === undefined) throw notFound('no such video, or it is private')
    if (!(listed instanceof GatewayError)) return listed
    if (listed.status === 401) throw listed
  }
  const played = await attempted(byPlayer(outgoing, id))
  if (!(played instanceof GatewayError)) return played

  const embedded = await attempted(askOembed(outgoing, id))
  if (embedded instanceof GatewayError) throw played
  const video = embedded.status === 200 ? fromOembed(id, parsed(embedded.text)) : undefined
  if (video) return video
  throw oembedError(embedded) ?? played
}

/** Undefined when the product has no such video to show. */
async function byDataApi(outgoing: Outgoing, key: string, id: string): Promise<VideoMetadata | undefined> {
  const answer = await askDataApi(outgoing, key, id)
  const body = parsed(answer.text)
  if (answer.status !== 200) throw rejectedKey(answer.status, body) ?? failureOf(outgoing, 'video', answer)
  if (!Array.isArray(at(body, 'items'))) throw unreadable('video')
  return fromDataApi(id, body)
}

/** Details are told of most videos that this client may not play. */
async function byPlayer(outgoing: Outgoing, id: string): Promise<VideoMetadata> {
  const { player, outcome } = await askPlayer(outgoing, METADATA_CLIENT, id)
  const video = fromPlayer(id, player)
  if (video) return video
  throw outcome.kind === 'ok' ? unreadable('video') : outcome.error
}

/** The failure of a source as a value; a setting that is wrong (500) is no failure of a source. */
async function attempted<Told>(source: Promise<Told>): Promise<Told | GatewayError> {
  try {
    return await source
  } catch (error) {
    if (error instanceof GatewayError && error.status !== 500) return error
    throw error
  }
}
