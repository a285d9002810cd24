import * as z from 'zod'
import {
  counts,
  itemOutcome,
  outcomes,
  passed,
  passedFlags,
  passedNumbers,
  passedTexts,
} from '../../gateway/outputs.ts'
import { FORMATS } from '../../renderings/formats.ts'
import { transcriptPart, words } from '../../renderings/outputs.ts'
import { ATTACHMENTS } from './group.ts'
import { TOKEN_KINDS } from './tokens.ts'

/** Output schemas of the recorder group. Built at first use. */

const looseObject = (description: string) => z.looseObject({}).describe(description)
const string = (description: string) => z.string().describe(description)
const number = (description: string) => z.number().describe(description)
const boolean = (description: string) => z.boolean().describe(description)

/** Null when the product does not send the field in a known form. */
const optionalString = (description: string) => z.string().nullable().describe(description)
const optionalNumber = (description: string) => z.number().nullable().describe(description)
const optionalBoolean = (description: string) => z.boolean().nullable().describe(description)

/** A time that MCP tools return in ISO 8601. */
const epoch = (description: string) => optionalNumber(description).meta({ epoch: true })

/** A payload of the product, passed through. */
const envelope = (fields: z.ZodRawShape) =>
  z
    .looseObject({
      ...passedNumbers({ status: '0, the status of the product' }),
      ...passedTexts({ msg: 'The message of the product', request_id: 'The id of the request at the product' }),
      ...fields,
    })
    .describe('The payload as the product sends it; its shape is not fixed')

const data = (fields: z.ZodRawShape) => ({ data: passed(z.object(fields).nullable(), 'What was asked for') })

export const membership = () =>
  envelope(
    data({
      ...passedFlags({
        has_free_trial: 'Whether there was a free trial',
        is_free_trial_now: 'Whether it is a free trial now',
      }),
      expire_time: passed(z.union([z.number(), z.string()]).nullable(), 'When the plan ends'),
    }),
  )

export const config = () =>
  envelope(
    data({
      ...passedTexts({ region: 'Where the account lives' }),
      ...passedFlags({ use_thought_partner: 'Whether the account may ask the product about its recordings' }),
      speaker_embedding_config: passed(
        z
          .object({ ...passedFlags({ enabled: 'Whether it is on' }), ...passedNumbers({ dimension: 'Its size' }) })
          .nullable(),
        'How speakers are recognized',
      ),
      websocket: passed(
        z
          .object({
            ...passedFlags({ enabled: 'Whether it is on' }),
            ...passedNumbers({ heartbeat_seconds: 'Seconds' }),
          })
          .nullable(),
        'How apps learn of changes',
      ),
    }),
  )

export const featureAccess = () =>
  envelope(
    data({
      features: passed(
        z
          .object(
            passedFlags({
              auto_flow: 'Whether recordings can be transcribed by themselves',
              ask: 'Whether questions can be asked',
              mind_map: 'Whether mind maps can be had',
            }),
          )
          .nullable(),
        'What the account may do',
      ),
    }),
  )

export const started = () =>
  envelope({
    data_result: passed(z.array(z.unknown()).nullable(), 'What is ready already'),
    ...passedTexts({
      data_result_summ: 'The summary that is ready already',
      err_code: 'Code of a failure',
      err_msg: 'Message of a failure',
    }),
    ...passedNumbers({
      file_version: 'Version, seconds or milliseconds since 1970',
      outline_task_status: '1 done, 0 running, another number failed',
      ppc_status: 'State of the preparation',
    }),
    ...passedFlags({ auto_save: 'Whether the texts are stored' }),
    data_result_summ_mul: passed(z.array(z.unknown()).nullable(), 'The summaries that are ready already'),
    data_note_result: passed(z.array(z.unknown()).nullable(), 'The notes that are ready already'),
    data_source_result: passed(z.array(z.unknown()).nullable(), 'The raw transcript that is ready already'),
    outline_result: passed(z.array(z.unknown()).nullable(), 'The outline that is ready already'),
    download_link_map: passed(z.record(z.string(), z.string()).nullable(), 'Signed links of images, by path'),
    task_id_info: passed(
      z
        .looseObject(
          passedTexts({
            trans_task_id: 'Task of the transcript',
            summary_id: 'Id of the summary',
            outline_task_id: 'Task of the outline',
          }),
        )
        .nullable(),
      'What was started',
    ),
  })

const dataUser = () =>
  z.object({
    id: string('Account id. A workspace token without one: the id of the member, else a digest of the token'),
    nickname: string('Display name'),
    email: string('E-mail address'),
    country: string('ISO 3166-1 country code'),
    membership_id: z.number().nullable().describe('Plan number'),
    seconds_left: z.number().nullable().describe('Transcription seconds left, null where the product does not tell'),
    seconds_total: z.number().nullable().describe('Transcription seconds of the plan'),
  })

const dataState = () =>
  z.object({
    is_membership: z.number().nullable().describe('1 for a paying account'),
    membership_type: string('Name of the plan'),
    have_files: z.boolean().nullable().describe('Whether there is any recording'),
    has_transcribed: z.boolean().nullable().describe('Whether any of the newest recordings was transcribed'),
  })

export const currentUser = () =>
  z.object({
    status: number('0, the status of the product'),
    data_user: dataUser().describe('Who it is'),
    data_state: dataState().describe('What the account has'),
  })

const tagNames = () =>
  z
    .array(z.object({ id: string('Tag id'), name: optionalString('Its name, null for an unknown tag') }))
    .describe('The names of its tags, when tag_names was asked for')

export const row = () =>
  z
    .looseObject({
      id: string('Recording id'),
      filename: optionalString('Name'),
      keywords: z.array(z.string()).describe('Keywords'),
      start_time: epoch('Start, epoch milliseconds'),
      duration: optionalNumber('Length in milliseconds'),
      edit_time: epoch('Last edit as the product sends it: epoch seconds or milliseconds'),
      version_ms: epoch('Version, epoch milliseconds'),
      edit_from: optionalString('Where it was edited: web, ios, android, desktop'),
      is_trash: optionalBoolean('Whether it is in the trash'),
      is_trans: optionalBoolean('Whether it was transcribed'),
      is_summary: optionalBoolean('Whether it was summarized'),
      filetag_id_list: z.array(z.string()).describe('Tags, the folders that it is in'),
      tags: tagNames().optional(),
      ...passedTexts({
        fullname: 'Name of the audio file',
        filetype: 'Kind of the audio file',
        file_md5: 'Digest of the audio file',
        serial_number: 'Serial number of the device',
      }),
      ...passedNumbers({
        filesize: 'Bytes of the audio file',
        version: 'Version, seconds or milliseconds since 1970',
        timezone: 'Hours between UTC and the time of the recording',
        zonemins: 'Minutes beside these hours',
        scene: 'Kind of recording: 1 a note, 7 a call and so on',
        wait_pull: '1 while the audio is uploaded',
      }),
      ...passedFlags({
        is_markmemo: 'Whether it has marks',
        ori_ready: 'Whether the audio was uploaded',
      }),
      end_time: epoch('End, epoch milliseconds').optional(),
    })
    .meta({ component: 'Recording' })

const nextSkip = () => z.number().nullable().describe('Where to go on, null at the end')

export const fileList = () =>
  z.object({
    status: number('0, the status of the product'),
    data_file_total: optionalNumber(
      'Total as the product reports it, not reliable; with tag_id, the total of the tag once its last page is reached',
    ),
    data_file_list: z.array(row()).describe('The recordings'),
    next_skip: nextSkip(),
  })

/** A time in metadata, passed through whatever it is. */
const passedTime = (description: string) => passed(z.number().nullable(), description).meta({ epoch: true })

const content = () =>
  z.looseObject({
    ...passedTexts({
      data_id: 'Id',
      data_type: 'Kind',
      data_title: 'Title',
      data_tab_name: 'Name of the note tab',
      data_link: 'Signed link',
      err_code: 'Code of a failure',
      err_msg: 'Message of a failure',
    }),
    task_status: passed(z.union([z.number(), z.string()]).nullable(), '1 done, 0 running, another number failed'),
    extra: passed(
      z
        .looseObject(
          passedTexts({
            task_id: 'Id of the task',
            summary_id: 'Id of the summary',
            summ_type: 'Template of the summary',
            summ_type_type: 'Kind of the template',
          }),
        )
        .nullable(),
      'How it was made',
    ),
  })

const heading = () =>
  z
    .looseObject({
      ...passedTexts({
        headline: 'Title',
        category: 'Category',
        original_category: 'Category before a change',
        industry_category: 'Industry',
        language_code: 'Language',
        summary_id: 'Id of the summary',
      }),
      keywords: passed(z.array(z.string()).nullable(), 'Keywords'),
      recommend_questions: passed(z.array(z.unknown()).nullable(), 'Questions that can be asked'),
      used_template: passed(
        z.looseObject(passedTexts({ template_id: 'Id', template_type: 'Kind', template_name: 'Name' })).nullable(),
        'The template that made it',
      ),
    })
    .nullable()

const settings = () =>
  z
    .looseObject({
      ...passedTexts({
        language: 'Language',
        llm: 'Model',
        type: 'Template of the summary',
        type_type: 'Kind of the template',
      }),
      diarization: passed(z.union([z.number(), z.boolean()]).nullable(), 'Whether the speakers were distinguished'),
      created_at: passed(z.union([z.number(), z.string()]).nullable(), 'When it was started'),
    })
    .nullable()

const metadata = () =>
  z
    .looseObject({
      file_id: string('Recording id'),
      start_time: passedTime('Start, epoch milliseconds'),
      edit_time: passedTime('Last edit: epoch seconds or milliseconds'),
      version_ms: passedTime('Version, epoch milliseconds'),
      ...passedTexts({ file_name: 'Name', serial_number: 'Serial number of the device' }),
      ...passedNumbers({
        file_version: 'Version, seconds or milliseconds since 1970',
        duration: 'Length in milliseconds',
        session_id: 'Start, seconds since 1970',
        scene: 'Kind of recording: 1 a note, 7 a call and so on',
        wait_pull: '1 while the audio is uploaded',
      }),
      ...passedFlags({
        is_trash: 'Whether it is in the trash',
        has_thought_partner: 'Whether somebody asked the product about it',
      }),
      filetag_id_list: passed(z.array(z.string()).nullable(), 'Tags, the folders that it is in'),
      content_list: passed(z.array(content()).nullable(), 'Its texts, behind signed links'),
      pre_download_content_list: passed(
        z.array(z.looseObject(passedTexts({ data_id: 'Id', data_type: 'Kind', data_content: 'The text' }))).nullable(),
        'Short texts at once',
      ),
      download_path_mapping: passed(z.record(z.string(), z.string()).nullable(), 'Signed links of images, by path'),
      extra_data: passed(
        z
          .looseObject({
            aiContentHeader: passed(heading(), 'About the summary'),
            tranConfig: passed(settings(), 'How it was transcribed'),
          })
          .nullable(),
        'More',
      ),
      tags: tagNames().optional(),
    })
    .meta({ component: 'RecordingFile' })

const recording = () => metadata().describe('Metadata as the product sends it')

export const file = () =>
  z.object({
    status: number('0, the status of the product'),
    data: recording(),
  })

const utterance = () =>
  z.object({
    start_time: optionalNumber('Milliseconds from the start').meta({ position: true }),
    end_time: optionalNumber('Milliseconds from the start').meta({ position: true }),
    speaker: string('Speaker, as renamed by the user'),
    original_speaker: string('Speaker, as recognised'),
    content: string('The words'),
  })

export const transcript = () =>
  z
    .object({
      file_id: string('Recording id'),
      part: transcriptPart().describe('What was selected; absent for the whole transcript').optional(),
      content: z.array(utterance()).meta({ description: 'Utterances in order', omitted: true }),
      text: string('The rendered transcript, when a format was asked for').meta({ continued: true }).optional(),
      format: z.enum(FORMATS).describe('The format of `text`').optional(),
    })
    .meta({ component: 'Transcript' })

const image = () =>
  z.object({ path: string('Path as the product wrote it'), url: string('Signed link: fetch at once') })

export const summary = () =>
  z
    .object({
      file_id: string('Recording id'),
      markdown: string('The summary; its relative images are replaced by signed links').meta({ continued: true }),
      images: z.array(image()).describe('The images that were linked'),
    })
    .meta({ component: 'Summary' })

const tab = () =>
  z.object({
    tab_id: string('Tab id, of this recording'),
    tab_type: optionalString('Kind of note, as the product calls it'),
    tab_name: optionalString('Name'),
    template: optionalString('Template that made it, the same in every recording'),
    format: z.enum(['markdown', 'json']).describe('Form of its content'),
    ready: boolean('Whether its content can be had now'),
  })

export const tabs = () => z.object({ file_id: string('Recording id'), tabs: z.array(tab()).describe('Note tabs') })

export const tabContent = () =>
  z.object({
    tab_id: optionalString('Tab id'),
    tab_name: optionalString('Name'),
    format: z.enum(['markdown', 'json']).describe('Form of `content`'),
    content: z.unknown().meta({
      description: 'Markdown text, or JSON as the product sends it',
      continued: true,
      sent: z.union([z.string(), z.looseObject({}), z.array(z.unknown())]),
    }),
  })

export const audioUrl = () =>
  z.object({
    file_id: string('Recording id'),
    audio_url: string('Signed link to the original audio, lives about an hour'),
  })

const shareState = () =>
  z.looseObject({
    ...passedTexts({ share_url: 'The link', share_key: 'The key in the link' }),
    content_config: passed(
      z
        .object({
          ...passedFlags({
            audio: 'Whether the audio is shared',
            transcript: 'Whether the transcript is shared',
            overview: 'Whether the overview is shared',
          }),
          highlights: passed(z.union([z.number(), z.boolean()]).nullable(), 'Whether the highlights are shared'),
          notes: passed(z.array(z.unknown()).nullable(), 'The note tabs that are shared'),
        })
        .nullable(),
      'What is shared',
    ),
  })

export const share = () =>
  z.object({
    private: shareState().describe('Private share, loose'),
    public: shareState().describe('Public share, loose'),
  })

const bundleError = () =>
  z.object({
    attachment: z.enum([...ATTACHMENTS, 'file']).describe('What could not be had'),
    status: number('The status that a request for only this would return'),
    error: string('Why'),
  })

export const bundle = () =>
  z.object({
    file: recording(),
    transcript: transcript()
      .omit({ part: true })
      .required()
      .describe('The transcript, when asked for and ready')
      .optional(),
    summary: summary().describe('The summary, when asked for and ready').optional(),
    share: share().describe('Both share states, when asked for').optional(),
    audio_url: string('Signed link to the original audio').optional(),
    errors: z.array(bundleError()).describe('Attachments that failed'),
    not_ready: z
      .array(z.enum(ATTACHMENTS))
      .describe('Attachments that are still being generated, or that nobody has started'),
  })

export const sync = () =>
  z.object({
    total: optionalNumber('Recordings, as the product reports it'),
    files: z.array(bundle()).describe('Recordings with their attachments, newest start first'),
    next_skip: nextSkip(),
    next_before: z.int().nullable().meta({
      description:
        'The before of the next page; it stays right when recordings are removed between pages. Send it with next_skip. null at the end, and where a whole page started in one millisecond: then send only next_skip',
      epoch: true,
    }),
    fetched_at: string('ISO 8601, UTC'),
    stats: z
      .object({ bundle_errors: number('Attachments that failed'), elapsed_ms: number('Milliseconds it took') })
      .describe('About this page'),
  })

export type SyncAnswer = z.output<ReturnType<typeof sync>>

const device = () =>
  z.looseObject({
    ...passedTexts({ sn: 'Serial number', name: 'Name', model: 'Model' }),
    ...passedNumbers({ version_number: 'Version of its software' }),
  })

export const deviceList = () =>
  z.object({
    status: number('0, the status of the product'),
    data_devices: z.array(device()).describe('Bound devices'),
  })

const hit = () =>
  z.object({
    source: optionalString('Where it was found'),
    text: string('What was found'),
    start_time: number('Milliseconds from the start').meta({ position: true }).optional(),
    speaker: string('Who said it, if known').optional(),
  })

const foundFile = () =>
  z.object({
    id: string('Recording id'),
    filename: optionalString('Name'),
    start_time: epoch('Start, epoch milliseconds'),
    hit_count: number('How many hits there are, with most_hits').optional(),
    hits: z.array(hit()).describe('What matched, at most most_hits'),
  })

export const searchResult = () =>
  z.object({
    query: string('The query'),
    words: words(),
    total: number('How many recordings match'),
    files: z.array(foundFile()).describe('Matching recordings, those with more of the words first'),
    engine: z
      .enum(['product', 'gateway'])
      .describe('Who searched: the recorder service (and the gateway too), or only the gateway'),
    searched: z
      .array(z.enum(['filename', 'keyword', 'transcript', 'summary']))
      .nullable()
      .describe('What was looked through; null when that is not known'),
    scanned: number('Recordings looked at'),
    complete: boolean('Whether this is all: the service gives 20 at most, the gateway reads the newest 500'),
  })

const pastQuery = () =>
  z.object({ query: string('The query'), count: number('How often'), last_searched_at: string('ISO 8601, UTC') })

export const searchHistory = () => z.object({ history: z.array(pastQuery()).describe('Newest first') })

const candidate = () =>
  z.object({
    id: string('Recording id'),
    filename: optionalString('Name'),
    version_ms: epoch('Version, epoch milliseconds'),
    edit_time: epoch('Last edit as the product sends it'),
    edit_from: optionalString('Where it was edited'),
  })

export const candidates = () =>
  z.object({
    files: z.array(candidate()).describe('Ready recordings, most recently edited first'),
    fetched_at: string('Time of this poll, ISO 8601 UTC'),
  })

const tokenReport = () =>
  z.object({
    kinds: z.array(z.enum(TOKEN_KINDS)).describe('UT: user token, WT: workspace token, WRT: workspace refresh token'),
    expires_at: z.string().nullable().describe('When the account has to be connected again, ISO 8601; null: not known'),
    renewable: boolean('Whether the gateway renews the workspace token by itself'),
  })

export const doctorReport = () =>
  z.object({
    ok: boolean('Whether both probes passed'),
    api_domain: z.string().nullable().describe('Where the account lives'),
    token: tokenReport().describe('The tokens that the account is connected with, once they were read').optional(),
    checks: z.object({ user: boolean('Profile'), devices: boolean('Device list') }).describe('Which probes passed'),
    user: currentUser().describe('The account, when its probe passed').optional(),
    devices: z.array(device()).describe('Bound devices, when their probe passed').optional(),
    user_error: string('Why the profile failed').optional(),
    device_error: string('Why the device list failed').optional(),
    hint: string('What to do').optional(),
  })

export const tag = () =>
  z.object({
    id: string('Tag id'),
    name: string('Name'),
    icon: optionalString("The product's name of the icon"),
    color: optionalString('Such as #4c8eff'),
  })

export const tagList = () => z.object({ tags: z.array(tag()).meta({ description: 'The tags', continued: true }) })

const changedRecording = () => itemOutcome({ file_id: string('Recording id') })
export type ChangedRecording = z.output<ReturnType<typeof changedRecording>>

export const changedRecordings = () => z.object({ ...counts(), results: outcomes(changedRecording()) })

export const organized = () =>
  changedRecordings().extend({
    tag: tag().describe('The tag'),
    tag_created: boolean('Whether the tag is new'),
    files_assigned: number('Recordings put into it'),
  })

const task = () =>
  z.looseObject({
    file_id: string('Recording id'),
    task_type: optionalString('Kind of task, as the product calls it'),
    task_status: optionalNumber('1 done, 0 running, another number failed'),
    ready: optionalBoolean('Whether it is done'),
    ...passedTexts({
      post_id: 'Id of the request',
      task_id: 'Id of the task',
      sum_type: 'Template of the summary',
      sum_type_type: 'Kind of the template',
    }),
    ...passedNumbers({ ppc_status: 'State of the preparation' }),
    ...passedFlags({
      is_chatllm: 'Whether a model of the account makes it',
      auto_save: 'Whether the texts are stored',
    }),
  })

export const taskList = () => z.object({ tasks: z.array(task()).meta({ description: 'Tasks', continued: true }) })

export const merges = () => z.object({ tasks: z.array(looseObject('A running merge')).describe('Usually empty') })

export const quota = () =>
  z.object({
    status: number('0, the status of the product'),
    total_seconds: optionalNumber('Seconds in use by running tasks'),
    remain_total: optionalNumber('Seconds left; null or negative says nothing of a limit'),
  })

export const models = () =>
  z.object({ models: z.array(z.looseObject({ model_name: string('Name of the model') })).describe('Summary models') })
