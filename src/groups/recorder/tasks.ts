import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badGateway, GatewayError, timedOut } from '../../base/errors.ts'
import { at, identifier, isObject, items, number, text } from '../../base/json.ts'
import { choice, clampedNumber, jsonFlag } from '../../gateway/http/fields.ts'
import { reply } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { type Bundle, bundleCost, fetchBundle } from './bundles.ts'
import { type Connection, connect } from './connection.ts'
import type { Attachment } from './content.ts'
import { forRecording, getContent } from './detail.ts'
import { listSummaryModels } from './files.ts'
import { BUNDLE, file, include, read, withoutPrefix, write } from './group.ts'
import { callV3, fetchDetail } from './library.ts'
import { notOffered, optionalList, type PlaudAnswer } from './plaud.ts'
import { looseEnvelope } from './profile.ts'

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

const transsumm = () => ({ ...file('8d23b6584e9fe325c24da32229b869f1'), json: z.strictObject(transsummBody()) })

const transsummWait = () => ({
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

const taskStatus = () => ({
  query: z.strictObject({
    file_ids: z
      .pipe(
        z._default(z.string(), ''),
        z.transform((list) =>
          list
            .split(',')
            .map((word) => withoutPrefix(word.trim()))
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

/** The options of a transcription and summary. */
interface TranssummOptions {
  language: string
  /** Offset from UTC in hours. */
  timezone: number
  diarization: boolean
  llm: string
  /** The template of the summary. */
  summ_type: string
  /** The source of the template. */
  summ_type_type: 'system' | 'community' | 'custom'
  is_reload: boolean
  /** Refuse with 402 when the quota is too small for the recording. */
  check_quota: boolean
}

const WORKING = 0
const COMPLETE = 1
/** The recording is too short for a transcript. The task ended without a failure. */
const TOO_SHORT = -111

/**
 * Starts transcription and summary, or reads the progress of a started one. Returns the product's response unchanged.
 */
async function startTranssumm(connection: Connection, fileId: string, options: TranssummOptions): Promise<PlaudAnswer> {
  if ((await connection.generation()) === 4) throw notOffered()
  if (options.check_quota) await checkQuota(connection, fileId)
  const { language, timezone, diarization, llm, summ_type, summ_type_type, is_reload } = options
  const body = {
    is_reload: Number(is_reload),
    summ_type,
    summ_type_type,
    info: JSON.stringify({ language, timezone, diarization: Number(diarization), llm }),
    support_mul_summ: true,
  }
  const path = `/ai/transsumm/${fileId}`
  return forRecording(callV3(connection, { method: 'POST', path, body, accepts: [COMPLETE, TOO_SHORT] }))
}

/**
 * Why the product started no run. Undefined for a run that has started. A recording that is complete keeps its
 * transcript and summary, whatever template and language were asked for.
 */
function whyNotStarted(status: number, { is_reload }: Pick<TranssummOptions, 'is_reload'>): string | undefined {
  if (status === TOO_SHORT) return 'no run was started: the recording is too short for a transcript'
  if (status !== COMPLETE) return undefined
  const reason = 'no run was started: the recording is complete, and keeps its transcript and summary'
  return is_reload ? reason : `${reason}; is_reload makes them again`
}

/**
 * Checked before the start, because it is unknown how the product reports an exhausted quota. A missing or negative
 * number does not count as too little.
 */
async function checkQuota(connection: Connection, fileId: string): Promise<void> {
  const [{ duration }, { remain_total }] = await Promise.all([fetchDetail(connection, fileId), fetchQuota(connection)])
  if (duration === null || remain_total === null || remain_total < 0) return
  if (remain_total < duration / 1000) {
    throw new GatewayError(402, `the recording has ${Math.ceil(duration / 1000)} seconds and ${remain_total} are left`)
  }
}

const required = requiredFields('recorder', 'remain_total', 'data', 'data.file_status_list')

/**
 * Seconds in use by running tasks, and seconds left. Null for a number that the product omits. Throws 502 when it omits
 * both.
 */
async function fetchQuota(connection: Connection) {
  const { body } = await connection.call({ path: '/ai/trans-status' })
  const total_seconds = number(body.total_seconds)
  const remain_total = number(body.remain_total)
  required('remain_total', remain_total ?? total_seconds)
  return { status: body.status, total_seconds, remain_total }
}

interface WaitOptions extends TranssummOptions {
  poll_interval_sec: number
  timeout_sec: number
  include: readonly Attachment[]
}

/** Time reserved to fetch the bundle after the task has ended, in milliseconds. */
const BUNDLE_MS = 20_000
/** Upstream calls of one poll: the list of tasks and, if that does not show the state, the recording's detail. */
const CALLS_PER_POLL = 2

/** Starts the task, waits for its end and returns the bundle. Throws 504 on timeout. The task continues then. */
async function transsummAndWait(connection: Connection, fileId: string, options: WaitOptions): Promise<Bundle> {
  const { upstream } = connection
  const { platform } = upstream
  const timeoutMs = options.timeout_sec * 1000
  const until = platform.now() + timeoutMs
  upstream.deadline.extend(timeoutMs + BUNDLE_MS)

  let { status } = (await startTranssumm(connection, fileId, options)).body
  const polls = Math.max(1, Math.floor((upstream.budget.callsLeft - bundleCost(options.include)) / CALLS_PER_POLL))
  const interval = Math.max(options.poll_interval_sec * 1000, Math.ceil(timeoutMs / polls))
  while (status === WORKING) {
    const leftMs = until - platform.now()
    if (leftMs <= 0) throw timedOut('the task is still running: ask for its state later')
    await platform.sleep(Math.min(interval, leftMs))
    if (await pollTask(connection, fileId)) status = COMPLETE
  }
  return fetchBundle(connection, fileId, { include: options.include, transcript_format: 'text', strict: false })
}

/**
 * Whether the task has finished. Throws 502 when it failed. When no task reports its progress, the content shows it.
 */
async function pollTask(connection: Connection, fileId: string): Promise<boolean> {
  const states = (await listTasks(connection, [fileId])).map(({ task_status }) => task_status)
  if (states.includes(WORKING)) return false
  if (states.some((status) => status !== null && status !== COMPLETE)) throw badGateway('the task failed')
  if (states.length > 0 && !states.includes(null)) return true
  const content = getContent(await fetchDetail(connection, fileId))
  return ['transaction', 'auto_sum_note'].every((kind) =>
    content.some((item) => item.kind === kind && item.state === 'ready'),
  )
}

/**
 * The tasks of these recordings, or all tasks for an empty list. Filtered here, because the product's own filter is
 * unreliable.
 */
async function listTasks(connection: Connection, fileIds: readonly string[]) {
  const { body, stated } = await callV3(connection, { path: '/ai/file-task-status' })
  const data = required('data', isObject(body.data) ? body.data : stated && body.data == null ? {} : null)
  const listed = required('data.file_status_list', optionalList(data.file_status_list, stated))
  return items(listed, readTask).filter(({ file_id }) => fileIds.length === 0 || fileIds.includes(file_id))
}

/** A task. `task_status` and `ready` are null when the product omits them. Null without the id of a recording. */
function readTask(task: unknown) {
  const file_id = identifier(at(task, 'file_id'))
  if (!isObject(task) || file_id === null) return null
  const task_status = number(task.task_status)
  const ready = task_status === null ? null : task_status === COMPLETE
  return { ...task, file_id, task_type: text(task.task_type), task_status, ready }
}

/** Transcription and summary tasks. */
export const aiTasks = new Hono<AppEnv>()
  .post(
    '/recorder/files/:id/transsumm',
    write('recorder_transcribe_file', {
      summary: 'Start transcription and summary',
      description:
        'Uses seconds of the plan. It returns at once: recorder_list_tasks reports when it is done, or use recorder_transcribe_file_and_wait. 200 with `hint`: nothing was started; a complete recording needs `is_reload`.',
      ko: '전사와 요약 시작',
      search:
        'do the transcript over, wrong language so transcribe again, run speech to text, start the transcription, transcribe this recording, turn the recording into text, make a summary again, redo the transcript, summarize again with another template, better model, in another language, convert the call into text, it has no text yet so start, get it transcribed, 녹음 전사해, 글로 바꿔, 텍스트로 변환해, 받아써, 변환 돌려, 전사 돌려, 전사 시작, 요약 다시 뽑아, 다시 요약해, 템플릿 바꿔서 요약, 회의록 형식으로 다시, 전사 다시, 글로 풀어',
      title: 'Start a transcription',
      tool: {
        hidden: ['timezone', 'llm', 'summ_type_type', 'check_quota', 'diarization'],
      },
      input: transsumm,
      handle: async (c) => {
        const options = c.req.valid('json')
        const answer = await startTranssumm(connect(c), c.req.valid('param').id, options)
        const unstarted = whyNotStarted(answer.body.status, options)
        return unstarted === undefined ? looseEnvelope(answer) : reply({ ...answer.body, hint: unstarted }, 200)
      },
      status: 202,
      existingStatus: 200,
    }),
  )
  .post(
    '/recorder/files/:id/transsumm/wait',
    write('recorder_transcribe_file_and_wait', {
      summary: 'Transcribe and summarize, and wait for the result',
      description:
        'Uses seconds of the plan and waits up to `timeout_sec`. 504: it is still running; read the transcript later and do not start it again.',
      ko: '전사와 요약을 하고 결과 기다리기',
      search:
        'transcribe and wait, wait until the text is ready and read it, transcribe now and tell me what it says, transcribe then summarize, tell me when the transcription is finished, 전사 끝날 때까지 기다렸다가, 전사해서 바로 보여, 변환되면 읽어, 다 되면 보여, 글로 바꿔서 알려',
      title: 'Transcribe a recording',
      wanted: 6,
      tool: {
        shown: BUNDLE,
        hidden: ['poll_interval_sec', 'timezone', 'diarization', 'llm', 'summ_type_type', 'is_reload', 'check_quota'],
      },
      toolMaxima: { timeout_sec: 50 },
      input: transsummWait,
      handle: (c) => transsummAndWait(connect(c), c.req.valid('param').id, c.req.valid('json')),
    }),
  )
  .get(
    '/recorder/ai/status',
    read('recorder_list_tasks', {
      summary: 'State of transcription and summary tasks',
      description: '`task_status` is 1 when done and 0 while running; anything else has failed.',
      ko: '전사와 요약 작업의 상태',
      search:
        'is something stuck, is the transcription done yet, is my recording still being processed, progress of the transcript, did the summary fail, is it finished turning into text, what is running at Plaud, why does it take so long, 전사 다 됐어, 전사 끝났, 변환 끝났, 진행 상황, 아직 처리 중, 요약 언제 돼, 돌아가는 작업, 뒤에서 돌리는, 전사 실패',
      title: 'Get running transcriptions',
      input: taskStatus,
      handle: async (c) => ({ tasks: await listTasks(connect(c), c.req.valid('query').file_ids) }),
    }),
  )
  .get(
    '/recorder/ai/trans-status',
    read('recorder_get_quota', {
      summary: 'Transcription seconds in use and left',
      description: 'Seconds of audio, of the plan of the account.',
      ko: '쓰고 있는 전사 시간과 남은 시간',
      search:
        'out of minutes, how many transcription minutes are left, remaining minutes this month, how much can I still transcribe, does a three hour recording still fit, quota of Plaud, did I use up my minutes, 남은 전사 시간, 몇 분 남았, 몇 분 더, 전사 한도, 얼마나 더 변환, 이번 달 사용량, 시간 다 썼',
      title: 'Get the transcription quota',
      handle: (c) => fetchQuota(connect(c)),
    }),
  )
  .get(
    '/recorder/summary/models',
    read('recorder_list_summary_models', {
      summary: 'Models that summaries can be made with',
      description: 'For `llm` of recorder_transcribe_file.',
      ko: '요약에 쓸 수 있는 모델',
      search:
        'which AI models can summarize, can I choose GPT or Claude for the summary, models for summaries, 요약 모델, 어떤 AI로 요약, 모델 고를 수, GPT 말고, 클로드로 요약',
      title: 'Get models for summaries',
      handle: async (c) => ({
        models: await listSummaryModels(connect(c)),
      }),
    }),
  )
