import { Hono } from 'hono'
import * as z from 'zod/mini'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { choice } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { type Cue, FORMATS, render } from '../../renderings/formats.ts'
import {
  type CaptionTracks,
  captionCues,
  captionTracks,
  chooseTrack,
  segments,
  TRACK_SOURCES,
  type TrackPreference,
} from './captions.ts'
import { configuredClients, type PlayerClient } from './clients.ts'
import { isNamed, read, which } from './group.ts'
import { fetchCaptions, tryClients } from './player.ts'
import type { Refusal } from './refusals.ts'
import { type Connection, connect, requestedVideo } from './youtube.ts'

const MOST_LANGUAGES = 20
const LANGUAGES = 'must be language codes such as ko, en or zh-Hant, as a comma list or an array'

const LANGUAGE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/

/** Codes as a comma-separated list or an array. Parsed to an array. */
const languageList = () =>
  z
    .pipe(
      z.union([z.string(), z.array(z.string())], LANGUAGES),
      z.transform((codes) => (typeof codes === 'string' ? codes.split(',') : codes).map((code) => code.trim())),
    )
    .check(
      z.refine(
        (codes) => codes.length > 0 && codes.length <= MOST_LANGUAGES && codes.every((code) => LANGUAGE.test(code)),
        LANGUAGES,
      ),
    )

export const transcript = () => ({
  json: z
    .strictObject({
      ...which(),
      format: z._default(choice(FORMATS), 'text').check(
        z.meta({
          description:
            'text, plain: words only, a line per caption; markdown: with times; srt, vtt: subtitles; json: segments',
        }),
      ),
      lang: z.optional(languageList()).check(
        z.meta({
          description:
            'Languages of the captions, the most wanted first: BCP 47 codes as a comma list or an array; the language spoken in the video unless given',
          examples: ['ko,en'],
          list: [],
        }),
      ),
      source: z
        ._default(choice(TRACK_SOURCES), 'any')
        .check(
          z.meta({ description: 'Captions that a person wrote, that a machine generated, or any, written ones first' }),
        ),
    })
    .check(isNamed()),
})

export const languages = () => ({ json: z.strictObject(which()).check(isNamed()) })

interface Transcript {
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
const fetchTranscript = (connection: Connection, videoId: string, preference: TrackPreference): Promise<Transcript> =>
  tryCaptions(connection, videoId, async (captions, client) => {
    const { language, isGenerated, baseUrl } = chooseTrack(captions, preference)
    const answer = await fetchCaptions(connection, client, baseUrl)
    if ('obstacle' in answer) return answer
    return { language, isGenerated, cues: captionCues(answer.file, { rolling: isGenerated }) }
  })

/** The caption tracks of a video, from the first client that gets any. Throws like fetchTranscript. */
const fetchTracks = (connection: Connection, videoId: string): Promise<CaptionTracks> =>
  tryCaptions(connection, videoId, async (captions) => captions)

/** Asks the clients of transcripts, until `use` returns something for a client's captions. */
const tryCaptions = <Result extends object>(
  connection: Connection,
  videoId: string,
  use: (captions: CaptionTracks, client: PlayerClient) => Promise<Result | Refusal>,
): Promise<Result> =>
  tryClients(
    connection,
    configuredClients(connection.upstream.settings).transcript,
    videoId,
    async ({ player, outcome }, client) => (outcome.kind === 'ok' ? use(captionTracks(player), client) : outcome),
  )

export const transcriptRoutes = new Hono<AppEnv>()
  .post(
    '/video/transcript/v2',
    read('video_get_transcript', {
      summary: 'The transcript of a video',
      description:
        'The captions of a YouTube video, by its address or its id of 11 characters. Times are in seconds. 404: it has none. 409: it is live or has not started.',
      ko: '동영상의 자막(전사)',
      title: 'Get a transcript',
      wanted: 1,
      search:
        'sum the video up, 자막 파일로, 영상에 나오는 것 적어, translate the subtitles, what happens at minute, turn the video into a post, ingredients from the cooking video, 영상에서 뽑아, what does the video say, what is said in the clip, summarize the video, captions of the video, subtitles as srt, what is the talk about, watch this for me, does he mention in the video, key points of the lecture on YouTube, recipe from the video, lyrics, text of the youtube link, what is said at minute, 영상에서 뭐라고, 영상 요약, 영상 내용, 유튜브 요약, 자막 뽑아, 자막 받아, 영상 무슨 얘기, 강의 내용 정리, 이 영상에서, 영상 보고 알려, 유튜브 링크 내용, 몇 숟갈, 영상 대본',
      tool: {
        description: 'What is said in a YouTube video, as text or subtitles.',
        hidden: ['video_id', 'source'],
      },
      input: transcript,
      handle: async (c) => {
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
    }),
  )
  .post(
    '/video/languages',
    read('video_list_languages', {
      summary: 'The languages that a video has captions in',
      description: 'For `lang` of video_get_transcript. 404: the video has no captions.',
      ko: '동영상 자막 언어 목록',
      search:
        'which languages are the subtitles in, is there a Korean subtitle, are captions available, does the video have subtitles, captions made by a machine, 자막 언어, 한국어 자막 있, 자막 있어, 영어 자막도, 어떤 언어로 자막, 자동 자막인지, 자막 몇 개 언어',
      title: 'Get the languages of the captions',
      wanted: 3,
      tool: {
        hidden: ['video_id'],
      },
      input: languages,
      handle: async (c) => {
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
    }),
  )
