import * as z from 'zod'
import { choice } from '../../gateway/http/fields.ts'
import { successFields } from '../../gateway/outputs.ts'
import { FORMATS } from '../../renderings/formats.ts'

const segment = () =>
  z.object({
    start: z.number().describe('Seconds from the start of the video'),
    duration: z.number().describe('Seconds'),
    text: z.string().describe('Words, on one line'),
  })

export const transcript = () =>
  z
    .object({
      ...successFields('video'),
      video_id: z.string().describe('Id of the video'),
      language: z.string().describe('BCP 47 code of the captions, as the service writes it'),
      is_generated: z.boolean().describe('Whether a machine made the captions'),
      format: choice(FORMATS).check(z.meta({ description: 'Format of content' })),
      content: z.union([z.string(), z.array(segment())]).meta({
        description: 'The transcript: a string, or an array of segments when format is json',
        continued: true,
      }),
    })
    .meta({ component: 'VideoTranscript' })

const language = () =>
  z.object({
    language: z.string().describe('BCP 47 code, as the service writes it: `lang` of a transcript'),
    name: z.string().nullable().describe('English name of the captions'),
    is_generated: z.boolean().describe('Whether a machine made the captions'),
    is_default: z.boolean().describe('Whether a transcript is read from these when `lang` is not given'),
  })

export const languages = () =>
  z.object({
    ...successFields('video'),
    video_id: z.string().describe('Id of the video'),
    languages: z.array(language()).describe('The captions that there are, at least one'),
  })

export type Segment = z.output<ReturnType<typeof segment>>

const thumbnail = () =>
  z.object({
    url: z.string().describe('Address of the image'),
    width: z.int().nullable().describe('Pixels'),
    height: z.int().nullable().describe('Pixels'),
  })

export type Thumbnail = z.output<ReturnType<typeof thumbnail>>

const chapter = () =>
  z.object({
    start_seconds: z.int().describe('Where it starts, in seconds'),
    title: z.string().describe('Title'),
  })

export type Chapter = z.output<ReturnType<typeof chapter>>

const text = (description: string) => z.string().nullable().describe(description)
const whole = (description: string) => z.int().nullable().describe(description)

const video = () =>
  z
    .object({
      id: z.string().describe('Id of the video'),
      type: z.literal('video').describe('Kind of the record'),
      title: text('Title'),
      description: text('Description, whole'),
      author: text('Name of the channel'),
      channel_id: text('Id of the channel'),
      channel_url: text('Page of the channel'),
      published_at: text('ISO 8601 moment in UTC, or day when the hour is unknown'),
      duration_seconds: whole('Length in seconds; null before the end of a broadcast'),
      view_count: whole('Views so far'),
      like_count: whole('Likes so far'),
      keywords: z.array(z.string()).nullable().describe('Keywords that the author gave'),
      thumbnails: z.array(thumbnail()).describe('Preview images, smallest first'),
      is_live: z.boolean().nullable().describe('Whether it is being broadcast now'),
      category: text('English name of the category'),
      chapters: z
        .array(chapter())
        .nullable()
        .describe('Chapters that the author wrote into the description; null when that is unknown'),
    })
    .meta({ component: 'Video' })

export type VideoMetadata = z.output<ReturnType<typeof video>>

export const metadata = () =>
  z.object({
    ...successFields('video'),
    video: video().describe('What is known of the video; unknown values are null'),
  })

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  video_get_transcript: transcript,
  video_list_languages: languages,
  video_get_metadata: metadata,
}
