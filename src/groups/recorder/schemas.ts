import * as z from 'zod'
import { choice, clamped, clampedNumber, count, flag, id, instant, jsonFlag } from '../../gateway/fields.ts'
import { FORMATS } from '../../renderings/formats.ts'
import { ATTACHMENTS, type Attachment } from './attachments.ts'

/** What comes in to the recorder group: contract 4.1 and decisions.md section 3. Built at the first use. */

const fileId = () => id('The recording, 32 hexadecimal digits')
const fileIds = () => z.array(fileId()).min(1, 'needs at least one recording').describe('The recordings')

export const file = () => ({ param: z.object({ id: fileId() }) })

export const listing = () => ({
  query: z.object({
    limit: count(20).describe('How many recordings'),
    skip: count(0).describe('How many recordings to pass over'),
    is_trash: choice(['0', '1', '2'])
      .default('0')
      .transform((word) => (word === '1' ? 1 : word === '2' ? 2 : 0))
      .meta({ description: '0 active, 1 trash, 2 both', override: { type: 'integer', enum: [0, 1, 2], default: 0 } }),
    sort_by: choice(['edit_time', 'start_time']).default('edit_time').describe('The time that orders the list'),
    is_desc: flag(true).describe('Newest first'),
  }),
})

export const rename = () => ({
  ...file(),
  json: z.object({ filename: z.string().min(1, 'must not be empty').max(255).describe('The new name') }),
})

/** `include`: a comma list, `audio-url` being another word for `audio_url` (contract 4.1, rule 1). */
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
    .describe('What to attach, a comma list of transcript, summary, share and audio_url')

const isAttachment = (word: string): word is Attachment => ATTACHMENTS.some((attachment) => attachment === word)

const bundleQuery = () => ({
  include: include(),
  transcript_format: choice(FORMATS).default('text').describe('How the transcript text is rendered'),
  strict: flag(false).describe('Fail on the first attachment that cannot be had'),
})

export const bundle = () => ({ ...file(), query: z.object(bundleQuery()) })

export const sync = () => ({
  query: z.object({
    ...bundleQuery(),
    limit: clamped(10, 1, 20).describe('How many recordings, moved into 1..20'),
    skip: count(0).describe('How many recordings to pass over'),
    since: instant().optional().describe('Only recordings that started at this time or later'),
    before: instant()
      .optional()
      .describe('Only recordings that started before this time: the next_before of a page, sent with its next_skip'),
    concurrency: clamped(4, 1, 8).describe(
      'Recordings in flight at once, moved into 1..8; the platform runs six calls',
    ),
  }),
})

export const transcript = () => ({
  ...file(),
  query: z.object({ format: choice(FORMATS).optional().describe('Adds the transcript as text in this format') }),
})

export const tabs = () => ({
  ...file(),
  query: z.object({ include_source: flag(false).describe('List the raw transcript and outline as well') }),
})

export const tabContent = () => ({
  ...file(),
  query: z.object({
    tab_id: z.string().max(512).optional().describe('The tab of this recording'),
    template: z.string().max(512).optional().describe('The template that made the tab, the same in every recording'),
  }),
})

export const search = () => ({
  query: z.object({
    query: z.string().max(500).describe('What to look for'),
    from: z.string().max(200).optional().describe('Source or context selector, passed through'),
    date_from: instant().optional().describe('Earliest start of the recording'),
    date_to: instant().optional().describe('Latest start of the recording'),
  }),
})

export const searchHistory = () => ({
  query: z.object({ limit: clamped(10, 1, 200).describe('How many queries, moved into 1..200') }),
})

export const candidates = () => ({
  query: z.object({
    limit: clamped(5, 1, 20).describe('How many recordings, moved into 1..20'),
    since: instant()
      .optional()
      .describe(
        'Only recordings edited at this time or later, and of those the ones edited first: send the latest edit_time of the answer before, and none is missed. Those of that very time come again',
      ),
  }),
})

export const recordings = () => ({ json: z.object({ file_ids: fileIds() }) })

const tagName = () => z.string().trim().min(1, 'must not be empty').max(100)
const icon = () => z.string().max(64).optional().describe("The product's name of the icon")
const color = () => z.string().max(32).optional().describe('Such as #4c8eff')

export const newTag = () => ({
  json: z.object({ name: tagName().describe('The name of the tag'), icon: icon(), color: color() }),
})

export const tag = () => ({ param: z.object({ id: id('The tag') }) })

export const tagChange = () => ({
  ...tag(),
  json: z
    .object({ name: tagName().optional().describe('The new name'), icon: icon(), color: color() })
    .refine((change) => Object.values(change).some((value) => value !== undefined), 'needs name, icon or color'),
})

export const tagAssignment = () => ({
  json: z.object({
    file_ids: fileIds(),
    tag_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{0,128}$/, 'must be the id of a tag, or empty')
      .describe('The tag; empty takes the recordings out of theirs'),
  }),
})

export const organize = () => ({
  json: z.object({
    file_ids: fileIds(),
    tag_name: tagName().describe('The name of the tag'),
    color: color(),
    icon: icon(),
    match_mode: choice(['exact', 'fold']).default('exact').describe('fold ignores case, width and outer blanks'),
    create_if_missing: jsonFlag(true).describe('Create the tag when it is missing, else 404'),
  }),
})

const transsummBody = () => ({
  language: z.string().max(32).default('auto').describe('Language of the recording, or auto'),
  timezone: z.number().min(-12).max(14).default(0).describe('Hours from UTC'),
  diarization: jsonFlag(true).describe('Tell the speakers apart'),
  llm: z.string().max(64).default('auto').describe('The model'),
  summ_type: z.string().max(128).default('AUTO-SELECT').describe('The summary template'),
  is_reload: jsonFlag(false).describe('Make it again'),
  check_quota: jsonFlag(true).describe('Refuse with 402 when too few seconds are left'),
})

export const transsumm = () => ({ ...file(), json: z.object(transsummBody()) })

export const transsummWait = () => ({
  ...file(),
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
      .describe('Recordings, a comma list; all when absent'),
  }),
})
