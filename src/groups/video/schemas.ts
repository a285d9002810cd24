import * as z from 'zod'
import { choice } from '../../gateway/http/fields.ts'
import { FORMATS } from '../../renderings/formats.ts'
import { TRACK_SOURCES } from './track-choice.ts'
import { VIDEO_ID } from './video-id.ts'

/** Input schemas of the video group (contract 4.6 and decisions.md section 8). Built at first use. */

const which = () => ({
  video_url: z
    .string()
    .optional()
    .meta({
      description: 'Link of the video in any of its forms (watch, short, live, embed, share), or its bare id',
      examples: ['https://youtu.be/bukchonWalk'],
    }),
  video_id: z
    .string()
    .regex(VIDEO_ID, 'must be 11 of A-Z, a-z, 0-9, _ and -')
    .optional()
    .describe('Id of the video, instead of video_url'),
})

const MOST_LANGUAGES = 20
const LANGUAGES = 'must be language codes such as ko, en or zh-Hant, as a comma list or an array'

const LANGUAGE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/

/** Codes as a comma-separated list or an array. Parsed to an array. */
const languageList = () =>
  z
    .union([z.string(), z.array(z.string())], LANGUAGES)
    .transform((codes) => (typeof codes === 'string' ? codes.split(',') : codes).map((code) => code.trim()))
    .refine(
      (codes) => codes.length > 0 && codes.length <= MOST_LANGUAGES && codes.every((code) => LANGUAGE.test(code)),
      LANGUAGES,
    )

export const transcript = () => ({
  json: z.object({
    ...which(),
    format: choice(FORMATS)
      .default('text')
      .describe(
        'text, plain: words only, a line per caption; markdown: with times; srt, vtt: subtitles; json: segments',
      ),
    lang: languageList()
      .optional()
      .meta({
        description:
          'Languages of the captions, the most wanted first: BCP 47 codes as a comma list or an array; the language spoken in the video unless given',
        examples: ['ko,en'],
        list: [],
      }),
    source: choice(TRACK_SOURCES)
      .default('any')
      .describe('Captions that a person wrote, that a machine generated, or any, written ones first'),
  }),
})

export const metadata = () => ({ json: z.object(which()) })

export const languages = () => ({ json: z.object(which()) })
