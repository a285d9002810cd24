import type { Cue } from '../../renderings/cue.ts'
import { captionCues } from './captions.ts'
import { type PlayerClient, TRANSCRIPT_CLIENTS } from './clients.ts'
import type { Connection } from './connection.ts'
import { fetchCaptions, fetchPlayer } from './player.ts'
import { mostTelling, type Refusal } from './refusals.ts'
import { captionTracks, chooseTrack } from './tracks.ts'

export interface Transcript {
  /** BCP 47, as the product writes it. */
  language: string
  /** Made by a machine, not written by a person. */
  isGenerated: boolean
  cues: readonly Cue[]
}

/**
 * The transcript of a video, from the first client that gets one (video facts, section 1): in `lang`, else in the
 * language spoken. Throws the most telling of the reasons why none of them did, and 404 naming `lang` when there are
 * captions in other languages only.
 */
export async function fetchTranscript(connection: Connection, videoId: string, lang?: string): Promise<Transcript> {
  const refusals: Refusal[] = []
  for (const client of TRANSCRIPT_CLIENTS) {
    const result = await fetchTranscriptAs(client, connection, videoId, lang)
    if ('cues' in result) return result
    if (result.kind === 'stop') throw result.error
    refusals.push(result)
  }
  throw mostTelling(refusals)
}

async function fetchTranscriptAs(
  client: PlayerClient,
  connection: Connection,
  videoId: string,
  lang: string | undefined,
): Promise<Transcript | Refusal> {
  const { player, outcome } = await fetchPlayer(connection, client, videoId)
  if (outcome.kind !== 'ok') return outcome
  const { language, isGenerated, baseUrl } = chooseTrack(captionTracks(player), lang)
  const captions = await fetchCaptions(connection, baseUrl)
  if (!('file' in captions)) return captions
  return { language, isGenerated, cues: captionCues(captions.file, { rolling: isGenerated }) }
}
