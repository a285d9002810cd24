import * as z from 'zod/mini'
import { operations } from '../../gateway/operation.ts'
import { basic } from '../../gateway/operation-type.ts'
import { VIDEO_ID } from './youtube.ts'

/** The names that the product and others use for the fields of this group (gateway/http/unknown-fields.ts). */
const SYNONYMS = [
  ['video_url', 'url', 'link', 'video'],
  ['video_id', 'id', 'v'],
  ['lang', 'language', 'languages', 'languageCode', 'hl', 'locale'],
  ['format', 'fmt'],
  ['source', 'kind', 'track'],
]

/** The ways to declare an operation of this group, and what all of them share. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'video',
  access: basic,
  synonyms: SYNONYMS,
  tool: { isForeign: true },
})

export const which = () => ({
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

export const isNamed = () =>
  z.refine<{ video_url?: string | undefined; video_id?: string | undefined }>(
    ({ video_url, video_id }) => video_url || video_id,
    { path: ['video_url'], error: 'is required, or video_id in its place' },
  )
