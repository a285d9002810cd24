import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { basic, proVideo } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { render } from '../../renderings/formats.ts'
import { segments } from './captions.ts'
import { connect } from './connection.ts'
import { fetchMetadata } from './metadata/sources.ts'
import * as inputs from './schemas.ts'
import { chooseTrack } from './track-choice.ts'
import { fetchTracks, fetchTranscript } from './transcript.ts'
import { requestedVideo } from './video-id.ts'

const { read } = operations<typeof import('./outputs.ts').outputs>({
  group: 'video',
  gate: basic,
  synonyms: inputs.SYNONYMS,
})

/** The video operations. */
export const video = new Hono<AppEnv>()
  .post(
    '/video/transcript/v2',
    read(
      'video_get_transcript',
      {
        input: inputs.transcript,
      },
      async (c) => {
        const { format, lang, source, ...which } = c.req.valid('json')
        const id = requestedVideo(which)
        const { language, isGenerated, cues } = await fetchTranscript(connect(c), id, {
          languages: lang ?? [],
          source,
        })
        return {
          ...SUCCESS.video,
          video_id: id,
          language,
          is_generated: isGenerated,
          format,
          // Unlike in the recorder group, `text` is only the words.
          content: format === 'json' ? segments(cues) : render(cues, format === 'text' ? 'plain' : format),
        }
      },
    ),
  )
  .post(
    '/video/languages',
    read(
      'video_list_languages',
      {
        input: inputs.languages,
      },
      async (c) => {
        const id = requestedVideo(c.req.valid('json'))
        const captions = await fetchTracks(connect(c), id)
        const first = chooseTrack(captions, { languages: [], source: 'any' })
        return {
          ...SUCCESS.video,
          video_id: id,
          languages: captions.tracks.map((track) => ({
            language: track.language,
            name: track.name,
            is_generated: track.isGenerated,
            is_default: track === first,
          })),
        }
      },
    ),
  )
  .post(
    '/video/metadata',
    read(
      'video_get_metadata',
      {
        input: inputs.metadata,
        gate: proVideo,
      },
      async (c) => {
        const id = requestedVideo(c.req.valid('json'))
        return { ...SUCCESS.video, video: await fetchMetadata(connect(c), id) }
      },
    ),
  )
