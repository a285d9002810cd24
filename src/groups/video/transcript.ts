import type { Cue } from '../../renderings/formats.ts'
import { captionCues } from './captions.ts'
import { configuredClients } from './client-setting.ts'
import type { PlayerClient } from './clients.ts'
import type { Connection } from './connection.ts'
import { askClients, fetchCaptions } from './player.ts'
import type { Refusal } from './refusals.ts'
import { chooseTrack, type TrackPreference } from './track-choice.ts'
import { type CaptionTracks, captionTracks } from './tracks.ts'

export interface Transcript {
  /** BCP 47, as the product writes it. */
  language: string
  /** Made by a machine, not written by a person. */
  isGenerated: boolean
  cues: readonly Cue[]
}

/**
 * The transcript of a video, from the first client that gets one. If none does, throws the most specific reason. Throws
 * 404 when only other captions than the preferred ones exist.
 */
export const fetchTranscript = (
  connection: Connection,
  videoId: string,
  preference: TrackPreference,
): Promise<Transcript> =>
  askForCaptions(connection, videoId, async (captions, client) => {
    const { language, isGenerated, baseUrl } = chooseTrack(captions, preference)
    const answer = await fetchCaptions(connection, client, baseUrl)
    if ('obstacle' in answer) return answer
    return { language, isGenerated, cues: captionCues(answer.file, { rolling: isGenerated }) }
  })

/** The caption tracks of a video, from the first client that gets any. Throws like fetchTranscript. */
export const fetchTracks = (connection: Connection, videoId: string): Promise<CaptionTracks> =>
  askForCaptions(connection, videoId, async (captions) => captions)

/** Asks the clients of transcripts, until `use` returns something for a client's captions. */
const askForCaptions = <Result extends object>(
  connection: Connection,
  videoId: string,
  use: (captions: CaptionTracks, client: PlayerClient) => Promise<Result | Refusal>,
): Promise<Result> =>
  askClients(
    connection,
    configuredClients(connection.upstream.settings).transcript,
    videoId,
    async ({ player, outcome }, client) => (outcome.kind === 'ok' ? use(captionTracks(player), client) : outcome),
  )
