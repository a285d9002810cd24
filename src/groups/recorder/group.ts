import * as z from 'zod/mini'
import { choice, converted, id, textFlag } from '../../gateway/http/fields.ts'
import { operations } from '../../gateway/operation.ts'
import { pro, type ShownFields } from '../../gateway/operation-type.ts'
import { FORMATS } from '../../renderings/formats.ts'
import { ATTACHMENTS, type Attachment } from './content.ts'

/** The names that the product and others use for the fields of this group (gateway/http/unknown-fields.ts). */
const SYNONYMS = [
  ['tag_id', 'filetag_id', 'filetag_id_list', 'folder_id', 'folder'],
  ['tag_name', 'folder_name', 'folder'],
  ['filename', 'tag_name', 'name', 'title'],
  ['file_ids', 'file_id_list', 'recordings', 'ids'],
  ['is_trash', 'in_trash', 'trashed', 'archived'],
  ['sort_by', 'order_by', 'sort'],
  ['around', 'query', 'q', 'keyword', 'search', 'text'],
  ['at', 'from', 'start', 'since'],
  ['is_desc', 'descending', 'order', 'direction'],
]

/** The ways to declare an operation of this group, and what all of them share. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'recorder',
  access: pro,
  synonyms: SYNONYMS,
  tool: { account: 'recorder', isForeign: true },
})

/**
 * The recording of the examples. Operations that change a recording use different ones, so that all can be tried in
 * sequence.
 */
export const RECORDING = '31401bd46bc6a0b170be6953155ddfc0'

/** At Plaud 4.0 a recording of 3.0 has `of_` before its digits. Callers know it by its digits. */
export const withoutPrefix = (fileId: string): string => fileId.replace(/^of_(?=[0-9a-f]{32}$)/i, '')

const RECORDING_ID = 'The recording: 32 hexadecimal digits, or f_ and more for a new one of Plaud 4.0'
const fileId = () => converted(id(RECORDING_ID), withoutPrefix).check(z.meta({ description: RECORDING_ID }))
export const fileIds = (example: string) =>
  z
    .array(fileId())
    .check(z.minLength(1, 'needs at least one recording'))
    .check(z.meta({ description: 'The recordings', examples: [[example]] }))

export const file = (example = RECORDING) => ({
  param: z.object({ id: fileId().check(z.meta({ examples: [example] })) }),
})

/** `include`: a comma-separated list. `audio-url` is accepted for `audio_url`. */
export const include = () =>
  converted(z._default(z.string(), 'transcript,summary'), (list, refuse): Attachment[] => {
    const words = list.split(',').map((word) => word.trim().replace('-', '_'))
    if (!words.every(isAttachment)) refuse(`must be a comma list of ${ATTACHMENTS.join(', ')}`)
    return words.filter(isAttachment)
  }).check(
    z.meta({
      description: 'What to attach, a comma list of transcript, summary, share and audio_url',
      narrows: 'amount',
      list: ATTACHMENTS,
    }),
  )

const isAttachment = (word: string): word is Attachment => ATTACHMENTS.some((attachment) => attachment === word)

export const bundleQuery = () => ({
  include: include(),
  transcript_format: z
    ._default(choice(FORMATS), 'text')
    .check(z.meta({ description: 'How the transcript text is rendered' })),
  strict: textFlag(false).check(z.meta({ description: 'Fail on the first attachment that cannot be had' })),
})

/** The folder of the examples, which no example deletes. */
export const TAG = '12e7ce2822e59e1c692bc38582e64310'

export const METADATA = 'file_id file_name start_time duration'

/** A recording with its attachments, as tools give it by default. */
export const BUNDLE: ShownFields = {
  '': 'file summary transcript share audio_url errors? not_ready?',
  file: METADATA,
  transcript: 'text',
  summary: 'markdown',
}
