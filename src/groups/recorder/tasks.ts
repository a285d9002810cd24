import * as z from 'zod'
import { badGateway, GatewayError, timedOut } from '../../base/errors.ts'
import { sleep } from '../../base/platform.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Attachment } from './attachments.ts'
import { type Bundle, bundleCost, fetchBundle } from './bundle.ts'
import type { Connection } from './connection.ts'
import { isAvailable } from './content.ts'
import { callForRecording, fetchDetail } from './detail.ts'
import type { PlaudAnswer } from './plaud.ts'

/** What to make of a recording (recorder facts, 9.1). */
export interface TranssummOptions {
  language: string
  /** Hours from UTC. */
  timezone: number
  diarization: boolean
  llm: string
  summ_type: string
  is_reload: boolean
  /** Refuse with 402 when the quota does not hold the recording. */
  check_quota: boolean
}

const WORKING = 0
const COMPLETE = 1
/** The recording is too short for a transcript: the task has ended, and it did not fail. */
const TOO_SHORT = -111

/** Starts transcription and summary, or reads how far a started one is. Returns the product's answer as it came. */
export async function startTranssumm(
  connection: Connection,
  fileId: string,
  options: TranssummOptions,
): Promise<PlaudAnswer> {
  if (options.check_quota) await checkQuota(connection, fileId)
  const { language, timezone, diarization, llm, summ_type, is_reload } = options
  const body = {
    is_reload: Number(is_reload),
    summ_type,
    summ_type_type: 'system',
    info: JSON.stringify({ language, timezone, diarization: Number(diarization), llm }),
    support_mul_summ: true,
  }
  const path = `/ai/transsumm/${fileId}`
  return callForRecording(connection, { method: 'POST', path, body, accepts: [COMPLETE, TOO_SHORT] })
}

/** Compared before the start, since how the product reports a used-up quota is unknown (recorder facts, 9.2). */
async function checkQuota(connection: Connection, fileId: string): Promise<void> {
  const [{ duration }, { remain_total }] = await Promise.all([fetchDetail(connection, fileId), fetchQuota(connection)])
  if (remain_total < duration / 1000) {
    throw new GatewayError(402, `the recording has ${Math.ceil(duration / 1000)} seconds and ${remain_total} are left`)
  }
}

const readQuota = shapeReader('recorder', () =>
  z.object({ status: z.coerce.number(), total_seconds: z.coerce.number(), remain_total: z.coerce.number() }),
)

/** Seconds in use by running tasks, and seconds left (recorder facts, 5.2). */
export const fetchQuota = async (connection: Connection) =>
  readQuota((await connection.call({ path: '/ai/trans-status' })).body)

export interface WaitOptions extends TranssummOptions {
  poll_interval_sec: number
  timeout_sec: number
  include: readonly Attachment[]
}

/** Time for fetching the bundle after the task has ended, in milliseconds. */
const BUNDLE_MS = 20_000
/** Outgoing calls of one poll: the list of tasks and, where it says nothing, the recording's detail. */
const CALLS_PER_POLL = 2

/** Starts the task, waits for its end and returns the bundle. Throws 504 when the time is over; the task goes on then. */
export async function transsummAndWait(connection: Connection, fileId: string, options: WaitOptions): Promise<Bundle> {
  const { outgoing } = connection
  const { platform } = outgoing
  const timeoutMs = options.timeout_sec * 1000
  const until = platform.now() + timeoutMs
  outgoing.extend(timeoutMs + BUNDLE_MS)

  let { status } = (await startTranssumm(connection, fileId, options)).body
  const polls = Math.max(1, Math.floor((outgoing.callsLeft - bundleCost(options.include)) / CALLS_PER_POLL))
  const interval = Math.max(options.poll_interval_sec * 1000, Math.ceil(timeoutMs / polls))
  while (status === WORKING) {
    const leftMs = until - platform.now()
    if (leftMs <= 0) throw timedOut('the task is still running: ask for its state later')
    await sleep(platform, Math.min(interval, leftMs))
    if (await pollTask(connection, fileId)) status = COMPLETE
  }
  return fetchBundle(connection, fileId, { include: options.include, transcript_format: 'text', strict: false })
}

/** Whether the task has finished. Throws 502 when it failed. */
async function pollTask(connection: Connection, fileId: string): Promise<boolean> {
  const own = await listTasks(connection, [fileId])
  if (own.some(({ task_status }) => task_status === WORKING)) return false
  if (own.some(({ ready }) => !ready)) throw badGateway('the task failed')
  if (own.length > 0) return true
  const detail = await fetchDetail(connection, fileId)
  return ['transaction', 'auto_sum_note'].every((type) =>
    detail.content_list.some((item) => item.data_type === type && isAvailable(detail, item)),
  )
}

const readTasks = shapeReader('recorder', () => {
  const task = z.looseObject({
    file_id: z.string(),
    task_type: z.string().catch(''),
    task_status: z.coerce.number().catch(0),
  })
  return z.object({ data: z.object({ file_status_list: z.array(task) }) })
})

/** The tasks of these recordings, or of all for none. Filtered here: the product's own filter is doubtful (recorder facts, 9.2). */
export async function listTasks(connection: Connection, fileIds: readonly string[]) {
  const { data } = readTasks((await connection.call({ path: '/ai/file-task-status' })).body)
  return data.file_status_list
    .filter(({ file_id }) => fileIds.length === 0 || fileIds.includes(file_id))
    .map((task) => ({ ...task, ready: task.task_status === COMPLETE }))
}
