import * as z from 'zod/mini'
import { choice } from '../../gateway/http/fields.ts'
import { FORMATS } from '../../renderings/formats.ts'
import { TRACK_SOURCES } from './track-choice.ts'
import { VIDEO_ID } from './video-id.ts'

/** Input schemas of the video group. Built at first use. */

/** What the product and others call the fields of this group (gateway/http/unknown-fields.ts). */
export const SYNONYMS = [
  ['video_url', 'url', 'link', 'video'],
  ['video_id', 'id', 'v'],
  ['lang', 'language', 'languages', 'languageCode', 'hl', 'locale'],
  ['format', 'fmt'],
  ['source', 'kind', 'track'],
]

const which = () => ({
  video_url: z.optional(z.string()).check(
    z.meta({
      description: 'Link of the video in any of its forms (watch, short, live, embed, share), or its bare id',
      examples: ['https://youtu.be/bukchonWalk'],
    }),
  ),
  video_id: z
    .optional(z.string().check(z.regex(VIDEO_ID, 'must be 11 of A-Z, a-z, 0-9, _ and -')))
    .check(z.meta({ description: 'Id of the video, instead of video_url' })),
})

const isNamed = () =>
  z.refine<{ video_url?: string | undefined; video_id?: string | undefined }>(
    ({ video_url, video_id }) => video_url || video_id,
    { path: ['video_url'], error: 'is required, or video_id in its place' },
  )

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

export const metadata = () => ({ json: z.strictObject(which()).check(isNamed()) })

export const languages = () => ({ json: z.strictObject(which()).check(isNamed()) })
