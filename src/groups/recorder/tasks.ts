import { badGateway, GatewayError, timedOut } from '../../base/errors.ts'
import { at, identifier, isObject, items, number, text } from '../../base/json.ts'
import { sleep } from '../../base/platform.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Attachment } from './attachments.ts'
import { type Bundle, bundleCost, fetchBundle } from './bundle.ts'
import type { Connection } from './connection.ts'
import { availability } from './content.ts'
import { callForRecording, fetchDetail, getContent } from './detail.ts'
import type { PlaudAnswer } from './plaud.ts'
import { optionalList } from './product-values.ts'

/** The options of a transcription and summary. */
export interface TranssummOptions {
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
export async function startTranssumm(
  connection: Connection,
  fileId: string,
  options: TranssummOptions,
): Promise<PlaudAnswer> {
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
  return callForRecording(connection, { method: 'POST', path, body, accepts: [COMPLETE, TOO_SHORT] })
}

/**
 * Why the product started no run. Undefined for a run that has started. A recording that is complete keeps its
 * transcript and summary, whatever template and language were asked for.
 */
export function whyNotStarted(status: number, { is_reload }: Pick<TranssummOptions, 'is_reload'>): string | undefined {
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
export async function fetchQuota(connection: Connection) {
  const { body } = await connection.call({ path: '/ai/trans-status' })
  const total_seconds = number(body.total_seconds)
  const remain_total = number(body.remain_total)
  required('remain_total', remain_total ?? total_seconds)
  return { status: body.status, total_seconds, remain_total }
}

export interface WaitOptions extends TranssummOptions {
  poll_interval_sec: number
  timeout_sec: number
  include: readonly Attachment[]
}

/** Time reserved to fetch the bundle after the task has ended, in milliseconds. */
const BUNDLE_MS = 20_000
/** Upstream calls of one poll: the list of tasks and, if that does not show the state, the recording's detail. */
const CALLS_PER_POLL = 2

/** Starts the task, waits for its end and returns the bundle. Throws 504 on timeout. The task continues then. */
export async function transsummAndWait(connection: Connection, fileId: string, options: WaitOptions): Promise<Bundle> {
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
    await sleep(platform, Math.min(interval, leftMs))
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
  const detail = await fetchDetail(connection, fileId)
  const content = getContent(detail)
  return ['transaction', 'auto_sum_note'].every((kind) =>
    content.some((item) => item.kind === kind && availability(detail, item) === 'ready'),
  )
}

/**
 * The tasks of these recordings, or all tasks for an empty list. Filtered here, because the product's own filter is
 * unreliable.
 */
export async function listTasks(connection: Connection, fileIds: readonly string[]) {
  const { body, stated } = await connection.call({ path: '/ai/file-task-status' })
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
