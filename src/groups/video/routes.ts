import { Hono } from 'hono'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { proVideo } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { render } from '../../renderings/formats.ts'
import { segments } from './captions.ts'
import { connect } from './connection.ts'
import { read } from './group.ts'
import { fetchMetadata } from './metadata/sources.ts'
import * as inputs from './schemas.ts'
import { chooseTrack } from './track-choice.ts'
import { fetchTracks, fetchTranscript } from './transcript.ts'
import { requestedVideo } from './video-id.ts'

export const transcriptRoutes = new Hono<AppEnv>()
  .post(
    '/video/transcript/v2',
    read(
      'video_get_transcript',
      {
        summary: 'The transcript of a video',
        description:
          'The captions of a YouTube video, by its address or its id of 11 characters. Times are in seconds. 404: it has none. 409: it is live or has not started.',
        ko: '동영상의 자막(전사)',
        title: 'Get a transcript',
        wanted: 1,
        search: 'subtitles captions srt vtt',
        tool: {
          description: 'What is said in a YouTube video, as text or subtitles.',
          hidden: ['video_id', 'source'],
        },
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
        summary: 'The languages that a video has captions in',
        description: 'For `lang` of video_get_transcript. 404: the video has no captions.',
        ko: '동영상 자막 언어 목록',
        title: 'Get the languages of the captions',
        wanted: 3,
        tool: {
          hidden: ['video_id'],
        },
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

export const metadataRoutes = new Hono<AppEnv>().post(
  '/video/metadata',
  read(
    'video_get_metadata',
    {
      summary: 'Title, channel, length, views and the like of a video',
      description: 'Of a YouTube video, by its address or its id of 11 characters. Lengths are in seconds.',
      ko: '동영상의 제목, 채널, 길이, 조회수 등',
      title: 'Get facts about a video',
      wanted: 2,
      tool: {
        hidden: ['video_id'],
      },
      input: inputs.metadata,
      gate: proVideo,
    },
    async (c) => {
      const id = requestedVideo(c.req.valid('json'))
      return { ...SUCCESS.video, video: await fetchMetadata(connect(c), id) }
    },
  ),
)

/** The video operations. */
export const video = new Hono<AppEnv>().route('/', transcriptRoutes).route('/', metadataRoutes)
