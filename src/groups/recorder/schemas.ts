import * as z from 'zod'
import {
  choice,
  clamped,
  clampedNumber,
  id,
  instant,
  jsonFlag,
  textCount,
  textFlag,
} from '../../gateway/http/fields.ts'
import { FORMATS } from '../../renderings/formats.ts'
import { ATTACHMENTS, type Attachment } from './attachments.ts'

/** Input schemas of the recorder group (contract 4.1 and decisions.md section 3). Built at first use. */

/**
 * The recording of the examples. Operations that change a recording use different ones, so that all can be tried in
 * sequence.
 */
const RECORDING = '31401bd46bc6a0b170be6953155ddfc0'

const fileId = () => id('The recording, 32 hexadecimal digits')
const fileIds = (example: string) =>
  z
    .array(fileId())
    .min(1, 'needs at least one recording')
    .meta({ description: 'The recordings', examples: [[example]] })

export const file = (example = RECORDING) => ({ param: z.object({ id: fileId().meta({ examples: [example] }) }) })

/** A recording contains its folder ids. Their names take one more call. */
const tagNames = () => textFlag(false).describe('Add tags, the names beside the ids of filetag_id_list')

export const recording = () => ({ ...file(), query: z.object({ tag_names: tagNames() }) })

export const listing = () => ({
  query: z.object({
    limit: textCount(20).describe('How many recordings').meta({ narrows: 'amount' }),
    skip: textCount(0).describe('How many recordings to pass over').meta({ narrows: 'position' }),
    is_trash: choice(['0', '1', '2'])
      .default('0')
      .transform((word) => (word === '1' ? 1 : word === '2' ? 2 : 0))
      .meta({ description: '0 active, 1 trash, 2 both', override: { type: 'integer', enum: [0, 1, 2], default: 0 } }),
    sort_by: choice(['edit_time', 'start_time']).default('edit_time').describe('The time that orders the list'),
    is_desc: textFlag(true).describe('Newest first'),
    tag_id: id('Only recordings in this tag')
      .optional()
      .meta({ examples: [TAG], narrows: 'amount' }),
    tag_names: tagNames(),
  }),
})

export const rename = () => ({
  ...file('c0e4e942ec3ea53a9dc299d870729be8'),
  json: z.object({
    filename: z
      .string()
      .min(1, 'must not be empty')
      .max(255)
      .meta({ description: 'The new name', examples: ['Standup, 17 November'] }),
  }),
})

/** `include`: a comma-separated list. `audio-url` is accepted for `audio_url` (contract 4.1, rule 1). */
const include = () =>
  z
    .string()
    .default('transcript,summary')
    .transform((list, context): Attachment[] => {
      const words = list.split(',').map((word) => word.trim().replace('-', '_'))
      const unknown = words.find((word) => !isAttachment(word))
      if (unknown !== undefined)
        context.addIssue({ code: 'custom', message: `must be a comma list of ${ATTACHMENTS.join(', ')}` })
      return words.filter(isAttachment)
    })
    .meta({
      description: 'What to attach, a comma list of transcript, summary, share and audio_url',
      narrows: 'amount',
      list: ATTACHMENTS,
    })

const isAttachment = (word: string): word is Attachment => ATTACHMENTS.some((attachment) => attachment === word)

const bundleQuery = () => ({
  include: include(),
  transcript_format: choice(FORMATS).default('text').describe('How the transcript text is rendered'),
  strict: textFlag(false).describe('Fail on the first attachment that cannot be had'),
})

export const bundle = () => ({ ...file(), query: z.object(bundleQuery()) })

export const sync = () => ({
  query: z.object({
    ...bundleQuery(),
    limit: clamped(10, 1, 20).describe('How many recordings, moved into 1..20').meta({ narrows: 'amount' }),
    skip: textCount(0).describe('How many recordings to pass over').meta({ narrows: 'position' }),
    since: instant()
      .optional()
      .describe('Only recordings that started at this time or later')
      .meta({ narrows: 'amount' }),
    before: instant()
      .optional()
      .describe('Only recordings that started before this time: the next_before of a page, sent with its next_skip'),
    concurrency: clamped(4, 1, 8).describe(
      'Recordings in flight at once, moved into 1..8; the platform runs six calls',
    ),
  }),
})

/** `hh:mm:ss` or `mm:ss`, read as milliseconds. Plain numbers are refused: they could be seconds or milliseconds. */
const position = (description: string) =>
  z
    .string()
    .regex(/^(?:\d{1,3}:)?[0-5]?\d:[0-5]\d(?:\.\d{1,3})?$/, 'must be a position such as 01:23:45')
    .transform((text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000)
    .optional()
    .meta({ description, narrows: 'amount', override: { type: 'string', pattern: '^(\\d{1,3}:)?\\d{1,2}:\\d{2}$' } })

export const transcript = () => ({
  ...file(),
  query: z.object({
    format: choice(FORMATS).optional().describe('Adds the transcript as text in this format'),
    at: position('Only from this position on, hh:mm:ss, by default for 10 minutes'),
    until: position('Only up to this position, hh:mm:ss'),
    speaker: z.string().max(200).optional().meta({
      description: 'Only what this speaker says, by name or a part of it',
      narrows: 'amount',
    }),
    around: z.string().max(500).optional().meta({
      description: 'Only where this phrase is said, else its words, with two utterances before and after',
      narrows: 'amount',
    }),
  }),
})

export const tabs = () => ({
  ...file(),
  query: z.object({ include_source: textFlag(false).describe('List the raw transcript and outline as well') }),
})

export const tabContent = () => ({
  ...file(),
  query: z.object({
    tab_id: z.string().max(512).optional().describe('The tab of this recording'),
    template: z
      .string()
      .max(512)
      .optional()
      .meta({ description: 'The template that made the tab, the same in every recording', examples: ['MEETING'] }),
  }),
})

export const search = () => ({
  query: z.object({
    query: z
      .string()
      .max(500)
      .meta({ description: 'A phrase to look for; where nothing has it, its words', examples: ['harbour'] }),
    from: z.string().max(200).optional().describe('Source or context selector, passed through'),
    date_from: instant().optional().meta({ description: 'Earliest start of the recording', narrows: 'amount' }),
    date_to: instant().optional().meta({ description: 'Latest start of the recording', narrows: 'amount' }),
    most_hits: z
      .string()
      .regex(/^[1-9]\d?$/, 'must be 1 to 99')
      .transform(Number)
      .optional()
      .meta({
        description: 'The most hits of a recording, each cut to 200 characters',
        override: { type: 'integer', minimum: 1, maximum: 99 },
      }),
  }),
})

export const searchHistory = () => ({
  query: z.object({
    limit: clamped(10, 1, 200).describe('How many queries, moved into 1..200').meta({ narrows: 'amount' }),
  }),
})

export const candidates = () => ({
  query: z.object({
    limit: clamped(5, 1, 20).describe('How many recordings, moved into 1..20').meta({ narrows: 'amount' }),
    since: instant()
      .optional()
      .describe(
        'Only recordings edited at this time or later, and of those the ones edited first: send the latest edit_time of the answer before, times 1000, and none is missed. Those of that very time come again',
      )
      .meta({ narrows: 'amount' }),
  }),
})

export const recordingsToTrash = () => ({
  json: z.object({ file_ids: fileIds('aa478fa2715532adbe68d60f7f900f6a') }),
})

export const recordingsToRestore = () => ({
  json: z.object({ file_ids: fileIds('02f391d5a88489cb6bbdb4b06c7a2893') }),
})

/** The folder of the examples, which no example deletes. */
const TAG = '12e7ce2822e59e1c692bc38582e64310'

const tagName = (description: string, example: string) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(100)
    .meta({ description, examples: [example] })
const icon = () => z.string().max(64).optional().describe("The product's name of the icon")
const color = () =>
  z
    .string()
    .max(32)
    .optional()
    .meta({ description: 'Such as #4c8eff', examples: ['#4c8eff'] })

export const newTag = () => ({
  json: z.object({ name: tagName('The name of the tag', 'Field notes'), icon: icon(), color: color() }),
})

const tag = (example: string) => ({ param: z.object({ id: id('The tag').meta({ examples: [example] }) }) })

export const tagToDelete = () => tag('5e9c35f3da166dd9f04ec4a6bb95ba37')

export const tagChange = () => ({
  ...tag('2093ee1829dd2d437389c06b41b9e43e'),
  json: z
    .object({ name: tagName('The new name', 'Customer interviews').optional(), icon: icon(), color: color() })
    .refine((change) => Object.values(change).some((value) => value !== undefined), 'needs name, icon or color'),
})

export const tagAssignment = () => ({
  json: z.object({
    file_ids: fileIds(RECORDING),
    tag_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{0,128}$/, 'must be the id of a tag, or empty')
      .meta({ description: 'The tag; empty takes the recordings out of theirs', examples: [TAG] }),
  }),
})

export const organize = () => ({
  json: z.object({
    file_ids: fileIds(RECORDING),
    tag_name: tagName('The name of the tag', 'Family'),
    color: color(),
    icon: icon(),
    match_mode: choice(['exact', 'fold']).default('exact').describe('fold ignores case, width and outer blanks'),
    create_if_missing: jsonFlag(true).describe('Create the tag when it is missing, else 404'),
  }),
})

const transsummBody = () => ({
  language: z
    .string()
    .max(32)
    .default('auto')
    .meta({ description: 'Language of the recording, or auto', examples: ['en'] }),
  timezone: z.number().min(-12).max(14).default(0).describe('Hours from UTC'),
  diarization: jsonFlag(true).describe('Tell the speakers apart'),
  llm: z.string().max(64).default('auto').describe('The model'),
  summ_type: z.string().max(128).default('AUTO-SELECT').describe('The summary template'),
  summ_type_type: choice(['system', 'community', 'custom'])
    .default('system')
    .describe('Whose template it is: of the product, of its community, or your own'),
  is_reload: jsonFlag(false).describe('Make it again'),
  check_quota: jsonFlag(true).describe('Refuse with 402 when too few seconds are left'),
})

export const transsumm = () => ({ ...file('8d23b6584e9fe325c24da32229b869f1'), json: z.object(transsummBody()) })

export const transsummWait = () => ({
  ...file('8a9abd1a986f88d64ae0b4eef459c92b'),
  json: z.object({
    ...transsummBody(),
    poll_interval_sec: clampedNumber(3, 2, 30).describe(
      'Seconds between looks, moved into 2..30, widened to fit SUBREQUESTS',
    ),
    timeout_sec: clampedNumber(120, 5, 300).describe('Seconds to wait, moved into 5..300'),
    include: include(),
  }),
})

export const taskStatus = () => ({
  query: z.object({
    file_ids: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean),
      )
      .meta({ description: 'Recordings, a comma list; all when absent', list: [] }),
  }),
})
