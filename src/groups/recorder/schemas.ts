import * as z from 'zod/mini'
import {
  choice,
  clamped,
  clampedNumber,
  converted,
  dayOrInstant,
  id,
  instant,
  jsonFlag,
  openObject,
  textCount,
  textFlag,
} from '../../gateway/http/fields.ts'
import { FORMATS } from '../../renderings/formats.ts'
import { transcriptQuery } from '../../renderings/transcript-part.ts'
import { ATTACHMENTS, type Attachment } from './attachments.ts'

/** Input schemas of the recorder group. Built at first use. */

/** What the product and others call the fields of this group (gateway/http/unknown-fields.ts). */
export const SYNONYMS = [
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

/**
 * The recording of the examples. Operations that change a recording use different ones, so that all can be tried in
 * sequence.
 */
const RECORDING = '31401bd46bc6a0b170be6953155ddfc0'

const fileId = () => id('The recording, 32 hexadecimal digits')
const fileIds = (example: string) =>
  z
    .array(fileId())
    .check(z.minLength(1, 'needs at least one recording'))
    .check(z.meta({ description: 'The recordings', examples: [[example]] }))

export const file = (example = RECORDING) => ({
  param: z.object({ id: fileId().check(z.meta({ examples: [example] })) }),
})

/** A recording contains its folder ids. Their names take one more call. */
const tagNames = () =>
  textFlag(false).check(z.meta({ description: 'Add tags, the names beside the ids of filetag_id_list' }))

export const recording = () => ({ ...file(), query: z.strictObject({ tag_names: tagNames() }) })

export const listing = () => ({
  query: z.strictObject({
    limit: textCount(20).check(z.meta({ description: 'How many recordings', narrows: 'amount' })),
    skip: textCount(0).check(z.meta({ description: 'How many recordings to pass over', narrows: 'position' })),
    is_trash: z
      .pipe(
        z._default(choice(['0', '1', '2']), '0'),
        z.transform((word) => (word === '1' ? 1 : word === '2' ? 2 : 0)),
      )
      .check(
        z.meta({
          description: '0 active, 1 trash, 2 both',
          override: { type: 'integer', enum: [0, 1, 2], default: 0 },
        }),
      ),
    sort_by: z
      ._default(choice(['edit_time', 'start_time']), 'edit_time')
      .check(z.meta({ description: 'The time that orders the list' })),
    is_desc: textFlag(true).check(z.meta({ description: 'Newest first' })),
    tag_id: z.optional(id('Only recordings in this tag')).check(z.meta({ examples: [TAG], narrows: 'amount' })),
    tag_names: tagNames(),
  }),
})

export const rename = () => ({
  ...file('c0e4e942ec3ea53a9dc299d870729be8'),
  json: z.strictObject({
    filename: z
      .string()
      .check(z.minLength(1, 'must not be empty'), z.maxLength(255))
      .check(z.meta({ description: 'The new name', examples: ['Standup, 17 November'] })),
  }),
})

/** `include`: a comma-separated list. `audio-url` is accepted for `audio_url`. */
const include = () =>
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

const bundleQuery = () => ({
  include: include(),
  transcript_format: z
    ._default(choice(FORMATS), 'text')
    .check(z.meta({ description: 'How the transcript text is rendered' })),
  strict: textFlag(false).check(z.meta({ description: 'Fail on the first attachment that cannot be had' })),
})

export const bundle = () => ({ ...file(), query: z.strictObject(bundleQuery()) })

export const sync = () => ({
  query: openObject({
    ...bundleQuery(),
    limit: clamped(10, 1, 20).check(
      z.meta({ description: 'How many recordings, moved into 1..20', narrows: 'amount' }),
    ),
    skip: textCount(0).check(z.meta({ description: 'How many recordings to pass over', narrows: 'position' })),
    from: z
      .optional(dayOrInstant())
      .check(z.meta({ description: 'From this day or time on', examples: ['2026-11-01'], narrows: 'amount' })),
    to: z
      .optional(dayOrInstant())
      .check(z.meta({ description: 'Up to this day or time, included', examples: ['2030-12-31'], narrows: 'amount' })),
    since: z.optional(instant()).check(
      z.meta({
        description: 'Started at this time or later',
        examples: ['2026-11-01T00:00:00Z'],
        narrows: 'amount',
      }),
    ),
    before: z.optional(instant()).check(
      z.meta({
        description: 'Started before this time: the next_before of a page, sent with its next_skip',
        examples: ['2030-12-31T00:00:00Z'],
      }),
    ),
    concurrency: clamped(4, 1, 8).check(
      z.meta({ description: 'Recordings in flight at once, moved into 1..8; the platform runs six calls' }),
    ),
  }),
})

export const transcript = () => ({ ...file(), query: z.strictObject(transcriptQuery('준호', '검색')) })

export const tabs = () => ({
  ...file(),
  query: z.strictObject({
    include_source: textFlag(false).check(z.meta({ description: 'List the raw transcript and outline as well' })),
  }),
})

export const tabContent = () => ({
  ...file(),
  query: z.strictObject({
    tab_id: z
      .optional(z.string().check(z.maxLength(512)))
      .check(z.meta({ description: 'The tab of this recording; empty with template', examples: [''] })),
    template: z.optional(z.string().check(z.maxLength(512))).check(
      z.meta({
        description: 'The template that made the tab, the same in every recording',
        examples: ['MEETING'],
        needed: true,
      }),
    ),
  }),
})

export const search = () => ({
  query: z.strictObject({
    query: z
      .string()
      .check(z.maxLength(500))
      .check(z.meta({ description: 'A phrase to look for; where nothing has it, its words', examples: ['harbour'] })),
    from: z
      .optional(z.string().check(z.maxLength(200)))
      .check(z.meta({ description: 'Source or context selector, passed through', examples: ['transcript'] })),
    date_from: z.optional(instant()).check(
      z.meta({
        description: 'Earliest start of the recording',
        examples: ['2026-11-01T00:00:00Z'],
        narrows: 'amount',
      }),
    ),
    date_to: z
      .optional(instant())
      .check(
        z.meta({ description: 'Latest start of the recording', examples: ['2030-12-31T00:00:00Z'], narrows: 'amount' }),
      ),
    most_hits: z
      .optional(z.pipe(z.string().check(z.regex(/^[1-9]\d?$/, 'must be 1 to 99')), z.transform(Number)))
      .check(
        z.meta({
          description: 'The most hits of a recording, each cut to 200 characters and with its speaker',
          examples: [3],
          override: { type: 'integer', minimum: 1, maximum: 99 },
        }),
      ),
  }),
})

export const searchHistory = () => ({
  query: z.strictObject({
    limit: clamped(10, 1, 200).check(z.meta({ description: 'How many queries, moved into 1..200', narrows: 'amount' })),
  }),
})

export const candidates = () => ({
  query: z.strictObject({
    limit: clamped(5, 1, 20).check(z.meta({ description: 'How many recordings, moved into 1..20', narrows: 'amount' })),
    since: z.optional(instant()).check(
      z.meta({
        description:
          'Only recordings edited at this time or later, and of those the ones edited first: send the latest edit_time of the answer before, times 1000, and none is missed. Those of that very time come again',
        examples: ['2026-11-01T00:00:00Z'],
        narrows: 'amount',
      }),
    ),
  }),
})

export const recordingsToTrash = () => ({
  json: z.strictObject({ file_ids: fileIds('aa478fa2715532adbe68d60f7f900f6a') }),
})

export const recordingsToRestore = () => ({
  json: z.strictObject({ file_ids: fileIds('02f391d5a88489cb6bbdb4b06c7a2893') }),
})

/** The folder of the examples, which no example deletes. */
const TAG = '12e7ce2822e59e1c692bc38582e64310'

const tagName = (description: string, example: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(100))
    .check(z.meta({ description, examples: [example] }))
const icon = () =>
  z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: "The product's name of the icon" }))
const color = () =>
  z.optional(z.string().check(z.maxLength(32))).check(z.meta({ description: 'Such as #4c8eff', examples: ['#4c8eff'] }))

export const newTag = () => ({
  json: z.strictObject({ name: tagName('The name of the tag', 'Field notes'), icon: icon(), color: color() }),
})

const tag = (example: string) => ({ param: z.object({ id: id('The tag').check(z.meta({ examples: [example] })) }) })

export const tagToDelete = () => tag('5e9c35f3da166dd9f04ec4a6bb95ba37')

export const tagChange = () => ({
  ...tag('2093ee1829dd2d437389c06b41b9e43e'),
  json: z
    .strictObject({ name: z.optional(tagName('The new name', 'Customer interviews')), icon: icon(), color: color() })
    .check(
      z.refine((change) => Object.values(change).some((value) => value !== undefined), 'needs name, icon or color'),
    ),
})

export const tagAssignment = () => ({
  json: z.strictObject({
    file_ids: fileIds(RECORDING),
    tag_id: z
      .string()
      .check(z.regex(/^[A-Za-z0-9_-]{0,128}$/, 'must be the id of a tag, or empty'))
      .check(z.meta({ description: 'The tag; empty takes the recordings out of theirs', examples: [TAG] })),
  }),
})

export const organize = () => ({
  json: z.strictObject({
    file_ids: fileIds(RECORDING),
    tag_name: tagName('The name of the tag', 'Family'),
    color: color(),
    icon: icon(),
    match_mode: z
      ._default(choice(['exact', 'fold']), 'exact')
      .check(z.meta({ description: 'fold ignores case, width and outer blanks' })),
    create_if_missing: jsonFlag(true).check(z.meta({ description: 'Create the tag when it is missing, else 404' })),
  }),
})

const transsummBody = () => ({
  language: z
    ._default(z.string().check(z.maxLength(32)), 'auto')
    .check(z.meta({ description: 'Language of the recording, or auto', examples: ['en'] })),
  timezone: z._default(z.number().check(z.gte(-12), z.lte(14)), 0).check(z.meta({ description: 'Hours from UTC' })),
  diarization: jsonFlag(true).check(z.meta({ description: 'Tell the speakers apart' })),
  llm: z._default(z.string().check(z.maxLength(64)), 'auto').check(z.meta({ description: 'The model' })),
  summ_type: z
    ._default(z.string().check(z.maxLength(128)), 'AUTO-SELECT')
    .check(z.meta({ description: 'The summary template' })),
  summ_type_type: z
    ._default(choice(['system', 'community', 'custom']), 'system')
    .check(z.meta({ description: 'Whose template it is: of the product, of its community, or your own' })),
  is_reload: jsonFlag(false).check(z.meta({ description: 'Make it again' })),
  check_quota: jsonFlag(true).check(z.meta({ description: 'Refuse with 402 when too few seconds are left' })),
})

export const transsumm = () => ({ ...file('8d23b6584e9fe325c24da32229b869f1'), json: z.strictObject(transsummBody()) })

export const transsummWait = () => ({
  ...file('8a9abd1a986f88d64ae0b4eef459c92b'),
  json: z.strictObject({
    ...transsummBody(),
    poll_interval_sec: clampedNumber(3, 2, 30).check(
      z.meta({ description: 'Seconds between looks, moved into 2..30, widened to fit SUBREQUESTS' }),
    ),
    timeout_sec: clampedNumber(120, 5, 300).check(z.meta({ description: 'Seconds to wait, moved into 5..300' })),
    include: include(),
  }),
})

export const taskStatus = () => ({
  query: z.strictObject({
    file_ids: z
      .pipe(
        z._default(z.string(), ''),
        z.transform((list) =>
          list
            .split(',')
            .map((word) => word.trim())
            .filter(Boolean),
        ),
      )
      .check(
        z.meta({
          description: 'Recordings, a comma list; all when absent',
          examples: ['ce76d4f944e6c60acb08d71d3efdf599'],
          list: [],
        }),
      ),
  }),
})
