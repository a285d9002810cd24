import type { Cue } from '../../renderings/cue.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { cuesOf } from './captions.ts'
import { type PlayerClient, TRANSCRIPT_CLIENTS } from './clients.ts'
import { mostTelling, type Refusal } from './refusals.ts'
import { captionTracks, chooseTrack } from './tracks.ts'
import { askPlayer, readCaptions } from './youtube.ts'

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
export async function transcriptOf(outgoing: Outgoing, videoId: string, lang?: string): Promise<Transcript> {
  const refusals: Refusal[] = []
  for (const client of TRANSCRIPT_CLIENTS) {
    const told = await transcriptAs(client, outgoing, videoId, lang)
    if ('cues' in told) return told
    if (told.kind === 'stop') throw told.error
    refusals.push(told)
  }
  throw mostTelling(refusals)
}

async function transcriptAs(
  client: PlayerClient,
  outgoing: Outgoing,
  videoId: string,
  lang: string | undefined,
): Promise<Transcript | Refusal> {
  const { player, outcome } = await askPlayer(outgoing, client, videoId)
  if (outcome.kind !== 'ok') return outcome
  const { language, isGenerated, baseUrl } = chooseTrack(captionTracks(player), lang)
  const captions = await readCaptions(outgoing, baseUrl)
  if (!('file' in captions)) return captions
  return { language, isGenerated, cues: cuesOf(captions.file, { rolling: isGenerated }) }
}
