import * as z from 'zod'
import {
  counts,
  flagsFromProduct,
  fromProduct,
  itemOutcome,
  numbersFromProduct,
  outcomes,
  textsFromProduct,
} from '../../gateway/outputs.ts'
import { words } from '../../renderings/outputs.ts'
import * as answers from './files.outputs.ts'
import {
  boolean,
  data,
  dataState,
  envelope,
  epoch,
  looseObject,
  number,
  optionalBoolean,
  optionalNumber,
  optionalString,
  row,
  string,
} from './files.outputs.ts'
import { TOKEN_KINDS } from './tokens.ts'

const membership = () =>
  envelope(
    data({
      ...flagsFromProduct({
        has_free_trial: 'Whether there was a free trial',
        is_free_trial_now: 'Whether it is a free trial now',
      }),
      expire_time: fromProduct(z.union([z.number(), z.string()]).nullable(), 'When the plan ends'),
    }),
  )

const config = () =>
  envelope(
    data({
      ...textsFromProduct({ region: 'Where the account lives' }),
      ...flagsFromProduct({ use_thought_partner: 'Whether the account may ask the product about its recordings' }),
      speaker_embedding_config: fromProduct(
        z
          .object({
            ...flagsFromProduct({ enabled: 'Whether it is on' }),
            ...numbersFromProduct({ dimension: 'Its size' }),
          })
          .nullable(),
        'How speakers are recognized',
      ),
      websocket: fromProduct(
        z
          .object({
            ...flagsFromProduct({ enabled: 'Whether it is on' }),
            ...numbersFromProduct({ heartbeat_seconds: 'Seconds' }),
          })
          .nullable(),
        'How apps learn of changes',
      ),
    }),
  )

const featureAccess = () =>
  envelope(
    data({
      features: fromProduct(
        z
          .object(
            flagsFromProduct({
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

const started = () =>
  envelope({
    data_result: fromProduct(z.array(z.unknown()).nullable(), 'What is ready already'),
    ...textsFromProduct({
      data_result_summ: 'The summary that is ready already',
      err_code: 'Code of a failure',
      err_msg: 'Message of a failure',
    }),
    ...numbersFromProduct({
      file_version: 'Version, seconds or milliseconds since 1970',
      outline_task_status: '1 done, 0 running, another number failed',
      ppc_status: 'State of the preparation',
    }),
    ...flagsFromProduct({ auto_save: 'Whether the texts are stored' }),
    data_result_summ_mul: fromProduct(z.array(z.unknown()).nullable(), 'The summaries that are ready already'),
    data_note_result: fromProduct(z.array(z.unknown()).nullable(), 'The notes that are ready already'),
    data_source_result: fromProduct(z.array(z.unknown()).nullable(), 'The raw transcript that is ready already'),
    outline_result: fromProduct(z.array(z.unknown()).nullable(), 'The outline that is ready already'),
    download_link_map: fromProduct(z.record(z.string(), z.string()).nullable(), 'Signed links of images, by path'),
    task_id_info: fromProduct(
      z
        .looseObject(
          textsFromProduct({
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

const currentUser = () =>
  z.object({
    status: number('0, the status of the product'),
    data_user: dataUser().describe('Who it is'),
    data_state: dataState().describe('What the account has'),
  })

const device = () =>
  z.looseObject({
    ...textsFromProduct({ sn: 'Serial number', name: 'Name', model: 'Model' }),
    ...numbersFromProduct({ version_number: 'Version of its software' }),
  })

const deviceList = () =>
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

const searchResult = () =>
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

const searchHistory = () => z.object({ history: z.array(pastQuery()).describe('Newest first') })

const candidate = () =>
  z.object({
    id: string('Recording id'),
    filename: optionalString('Name'),
    version_ms: epoch('Version, epoch milliseconds'),
    edit_time: epoch('Last edit as the product sends it'),
    edit_from: optionalString('Where it was edited'),
  })

const candidates = () =>
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

const doctorReport = () =>
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

const tag = () =>
  z.object({
    id: string('Tag id'),
    name: string('Name'),
    icon: optionalString("The product's name of the icon"),
    color: optionalString('Such as #4c8eff'),
  })

const tagList = () => z.object({ tags: z.array(tag()).meta({ description: 'The tags', continued: true }) })

const changedRecording = () => itemOutcome({ file_id: string('Recording id') })
export type ChangedRecording = z.output<ReturnType<typeof changedRecording>>

const changedRecordings = () => z.object({ ...counts(), results: outcomes(changedRecording()) })

const organized = () =>
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
    ...textsFromProduct({
      post_id: 'Id of the request',
      task_id: 'Id of the task',
      sum_type: 'Template of the summary',
      sum_type_type: 'Kind of the template',
    }),
    ...numbersFromProduct({ ppc_status: 'State of the preparation' }),
    ...flagsFromProduct({
      is_chatllm: 'Whether a model of the account makes it',
      auto_save: 'Whether the texts are stored',
    }),
  })

const taskList = () => z.object({ tasks: z.array(task()).meta({ description: 'Tasks', continued: true }) })

const merges = () => z.object({ tasks: z.array(looseObject('A running merge')).describe('Usually empty') })

const quota = () =>
  z.object({
    status: number('0, the status of the product'),
    total_seconds: optionalNumber('Seconds in use by running tasks'),
    remain_total: optionalNumber('Seconds left; null or negative says nothing of a limit'),
  })

const models = () =>
  z.object({ models: z.array(z.looseObject({ model_name: string('Name of the model') })).describe('Summary models') })

export const recorderEvents = {
  'recorder.file.ready': () => row().describe('The recording, as the list gives it'),
  'recorder.file.updated': () => row().describe('The recording after its change, as the list gives it'),
}

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  recorder_trash_files: changedRecordings,
  recorder_restore_files: changedRecordings,
  recorder_list_tags: tagList,
  recorder_create_tag: tag,
  recorder_change_tag: tag,
  recorder_assign_tag: changedRecordings,
  recorder_organize_files: organized,
  recorder_get_user: currentUser,
  recorder_list_files: answers.fileList,
  recorder_list_webhook_candidates: candidates,
  recorder_get_file: answers.file,
  recorder_fetch_file: answers.bundle,
  recorder_get_transcript: answers.transcript,
  recorder_get_summary: answers.summary,
  recorder_list_tabs: answers.tabs,
  recorder_get_tab: answers.tabContent,
  recorder_get_audio_url: answers.audioUrl,
  recorder_get_share: answers.share,
  recorder_list_devices: deviceList,
  recorder_search: searchResult,
  recorder_list_searches: searchHistory,
  recorder_doctor: doctorReport,
  recorder_get_membership: membership,
  recorder_get_config: config,
  recorder_list_running_merges: merges,
  recorder_get_feature_access: featureAccess,
  recorder_sync: answers.sync,
  recorder_transcribe_file: started,
  recorder_transcribe_file_and_wait: answers.bundle,
  recorder_list_tasks: taskList,
  recorder_get_quota: quota,
  recorder_list_summary_models: models,
}
