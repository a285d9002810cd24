import * as z from 'zod'
import { choice } from '../../gateway/fields.ts'
import { FORMATS } from '../../renderings/formats.ts'
import { VIDEO_ID } from './video-id.ts'

/** What comes in to the video group: contract 4.6 and decisions.md section 8. Built at the first use. */

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
    .describe('Id of the video, in place of video_url'),
})

export const transcript = () => ({
  json: z.object({
    ...which(),
    format: choice(FORMATS)
      .default('text')
      .describe(
        'text, plain: words only, a line per caption; markdown: with times; srt, vtt: subtitles; json: segments',
      ),
    lang: z
      .string()
      .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/, 'must be a language code such as ko, en or zh-Hant')
      .optional()
      .describe('Language of the captions, as a BCP 47 code; the language spoken in the video unless given'),
  }),
})

export const metadata = () => ({ json: z.object(which()) })
