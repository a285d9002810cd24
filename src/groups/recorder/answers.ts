import * as z from 'zod'
import { FORMATS } from '../../renderings/formats.ts'
import { ATTACHMENTS } from './attachments.ts'

/** What goes out of the recorder group: contract section 2 and decisions.md section 3. Built at the first use. */

const loose = (description: string) => z.looseObject({}).describe(description)
const text = (description: string) => z.string().describe(description)
const whole = (description: string) => z.number().describe(description)
const yes = (description: string) => z.boolean().describe(description)

/** A payload of the product, passed through (contract 2.10). */
export const envelope = () => loose('The payload as the product sends it; its shape is not fixed')

const dataUser = () =>
  z.object({
    id: text('Account id'),
    nickname: text('Display name'),
    email: text('E-mail address'),
    country: text('ISO 3166-1 country code'),
    membership_id: whole('Plan number'),
    seconds_left: whole('Transcription seconds left'),
    seconds_total: whole('Transcription seconds of the plan'),
  })

const dataState = () =>
  z.object({
    is_membership: whole('1 for a paying account'),
    membership_type: text('Name of the plan'),
    have_files: yes('Whether there is any recording'),
    has_transcribed: yes('Whether any recording was transcribed'),
  })

export const currentUser = () =>
  z.object({
    status: whole('0, the status of the product'),
    data_user: dataUser().describe('Who it is'),
    data_state: dataState().describe('What the account has'),
  })

const row = () =>
  z.looseObject({
    id: text('Recording id'),
    filename: text('Name'),
    keywords: z.array(z.string()).describe('Keywords'),
    start_time: whole('Start, epoch milliseconds'),
    duration: whole('Length in milliseconds'),
    edit_time: whole('Last edit as the product sends it: epoch seconds or milliseconds'),
    version_ms: whole('Version, epoch milliseconds'),
    edit_from: text('Where it was edited: web, ios, android, desktop'),
    is_trash: yes('Whether it is in the trash'),
    is_trans: yes('Whether it was transcribed'),
    is_summary: yes('Whether it was summarized'),
  })

export const fileList = () =>
  z.object({
    status: whole('0, the status of the product'),
    data_file_total: whole('Total as the product tells it; page by short pages, not by this'),
    data_file_list: z.array(row()).describe('The recordings'),
  })

const recording = () => z.looseObject({ file_id: text('Recording id') }).describe('Metadata as the product sends it')

export const file = () => z.object({ status: whole('0, the status of the product'), data: recording() })

const utterance = () =>
  z.object({
    start_time: whole('Milliseconds from the start'),
    end_time: whole('Milliseconds from the start'),
    speaker: text('Speaker, as renamed by the user'),
    original_speaker: text('Speaker, as recognised'),
    content: text('The words'),
  })

export const transcript = () =>
  z.object({
    file_id: text('Recording id'),
    content: z.array(utterance()).describe('Utterances in order'),
    text: text('The rendered transcript, when a format was asked for').optional(),
    format: z.enum(FORMATS).describe('The format of `text`').optional(),
  })

const image = () => z.object({ path: text('Path as the product wrote it'), url: text('Signed link: fetch at once') })

export const summary = () =>
  z.object({
    file_id: text('Recording id'),
    markdown: text('The summary; its relative images lead to signed links'),
    images: z.array(image()).describe('The images that were linked'),
  })

const tab = () =>
  z.object({
    tab_id: text('Tab id, of this recording'),
    tab_type: text('Kind of note, as the product calls it'),
    tab_name: text('Name'),
    template: z.string().nullable().describe('Template that made it, the same in every recording'),
    format: z.enum(['markdown', 'json']).describe('Form of its content'),
    ready: yes('Whether its content can be had now'),
  })

export const tabs = () => z.object({ file_id: text('Recording id'), tabs: z.array(tab()).describe('Note tabs') })

export const tabContent = () =>
  z.object({
    tab_id: text('Tab id'),
    tab_name: text('Name'),
    format: z.enum(['markdown', 'json']).describe('Form of `content`'),
    content: z.unknown().describe('Markdown text, or JSON as the product sends it'),
  })

export const audioUrl = () =>
  z.object({ file_id: text('Recording id'), audio_url: text('Signed link to the original audio, lives about an hour') })

export const share = () => z.object({ private: loose('Private share, loose'), public: loose('Public share, loose') })

const bundleError = () =>
  z.object({
    attachment: z.enum([...ATTACHMENTS, 'file']).describe('What could not be had'),
    status: whole('The status that asking for it alone would answer'),
    error: text('Why'),
  })

export const bundle = () =>
  z.object({
    file: recording(),
    transcript: transcript().required().describe('The transcript, when asked for and ready').optional(),
    summary: summary().describe('The summary, when asked for and ready').optional(),
    share: share().describe('Both share states, when asked for').optional(),
    audio_url: text('Signed link to the original audio').optional(),
    errors: z.array(bundleError()).describe('Attachments that failed'),
    not_ready: z.array(z.enum(ATTACHMENTS)).describe('Attachments that are still being made'),
  })

const nextSkip = () => z.number().nullable().describe('Where to go on, null at the end')

export const sync = () =>
  z.object({
    total: whole('Recordings, as the product tells it'),
    files: z.array(bundle()).describe('Recordings with their attachments, newest start first'),
    next_skip: nextSkip(),
    next_before: z
      .int()
      .nullable()
      .describe(
        'The before of the next page, which holds though recordings are removed meanwhile: send it with next_skip. null at the end, and where a whole page started in one millisecond: go on by next_skip then',
      ),
    fetched_at: text('ISO 8601, UTC'),
    stats: z
      .object({ bundle_errors: whole('Attachments that failed'), elapsed_ms: whole('Milliseconds it took') })
      .describe('About this page'),
  })

export type SyncAnswer = z.output<ReturnType<typeof sync>>

export const deviceList = () =>
  z.object({
    status: whole('0, the status of the product'),
    data_devices: z.array(loose('A device')).describe('Bound devices'),
  })

const hit = () =>
  z.object({
    source: text('Where it was found'),
    text: text('What was found'),
    start_time: whole('Milliseconds from the start').optional(),
  })

const foundFile = () =>
  z.object({
    id: text('Recording id'),
    filename: text('Name'),
    start_time: whole('Start, epoch milliseconds'),
    hits: z.array(hit()).describe('What matched'),
  })

export const searchResult = () =>
  z.object({
    query: text('What was looked for'),
    total: whole('How many recordings match'),
    files: z.array(foundFile()).describe('Matching recordings'),
    engine: z.enum(['product', 'gateway']).describe('Who searched; the gateway looks in names and keywords only'),
    scanned: whole('Recordings looked at'),
    complete: yes('Whether the whole library was looked at'),
  })

const pastQuery = () =>
  z.object({ query: text('The query'), count: whole('How often'), last_searched_at: text('ISO 8601, UTC') })

export const searchHistory = () => z.object({ history: z.array(pastQuery()).describe('Newest first') })

const candidate = () =>
  z.object({
    id: text('Recording id'),
    filename: text('Name'),
    version_ms: whole('Version, epoch milliseconds'),
    edit_time: whole('Last edit as the product sends it'),
    edit_from: text('Where it was edited'),
  })

export const candidates = () =>
  z.object({
    files: z.array(candidate()).describe('Ready recordings, most recently edited first'),
    fetched_at: text('Time of this poll, ISO 8601 UTC'),
  })

export const doctorReport = () =>
  z.object({
    ok: yes('Whether both probes passed'),
    api_domain: z.string().nullable().describe('Where the account lives'),
    checks: z.object({ user: yes('Profile'), devices: yes('Device list') }).describe('Which probes passed'),
    user: currentUser().describe('The account, when its probe passed').optional(),
    devices: z.array(loose('A device')).describe('Bound devices, when their probe passed').optional(),
    user_error: text('Why the profile failed').optional(),
    device_error: text('Why the device list failed').optional(),
    hint: text('What to do').optional(),
  })

export const tag = () =>
  z.object({
    id: text('Tag id'),
    name: text('Name'),
    icon: text("The product's name of the icon"),
    color: text('Such as #4c8eff'),
  })

export const tagList = () => z.object({ tags: z.array(tag()).describe('The tags') })

export const organized = () =>
  z.object({
    tag: tag().describe('The tag'),
    tag_created: yes('Whether the tag is new'),
    files_assigned: whole('Recordings put into it'),
  })

const task = () =>
  z.looseObject({
    file_id: text('Recording id'),
    task_type: text('Kind of task, as the product calls it'),
    ready: yes('Whether it is done'),
  })

export const taskList = () => z.object({ tasks: z.array(task()).describe('Tasks') })

export const merges = () => z.object({ tasks: z.array(loose('A running merge')).describe('Usually empty') })

export const quota = () =>
  z.object({
    status: whole('0, the status of the product'),
    total_seconds: whole('Seconds in use by running tasks'),
    remain_total: whole('Seconds left'),
  })

export const models = () =>
  z.object({ models: z.array(z.looseObject({ model_name: text('Name of the model') })).describe('Summary models') })
