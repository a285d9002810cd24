import { isObject } from '../../../base/json-object.ts'
import { at, items, list, number, parsed, text } from '../../../base/lenient-json.ts'
import { CODES, type Params, RpcError } from '../protocol/message.ts'
import { invalid, type McpRequest, type Method, type ToolUse } from '../protocol/method.ts'
import { missingCapability, takesTasks } from './capability.ts'

/**
 * Transcriptions as tasks (the extension io.modelcontextprotocol/tasks, SEP-2663). Nothing is stored: the product has the
 * state, and the id of a task names the recording. The id holds no right: each request is checked like a call.
 */

/** Returns the same as the tool that transcribes, without starting anything. */
const RESULT_TOOL = 'recorder_fetch_file'

/** What a client that takes tasks waits for before it gets one, in seconds: the least that the operation takes. */
const FIRST_WAIT_SECONDS = 5
const POLL_MS = 5000
/** A transcription takes minutes. A day later the client reads the recording itself. */
const TTL_MS = 86_400_000

const WORKING = 0
const COMPLETE = 1

interface Transcription {
  recording: string
  include: readonly string[]
  /** Epoch milliseconds. */
  createdAt: number
}

/**
 * @param call the call of a tool in this revision
 */
export function taskMethods(tools: ToolUse, call: Method) {
  /** Waits shortly, and returns a task if the transcription still runs then. */
  const callAsTask: Method = async (params, request) => {
    const args = isObject(params.arguments) ? params.arguments : {}
    const result = await call({ ...params, arguments: { ...args, timeout_sec: FIRST_WAIT_SECONDS } }, request)
    const recording = args.id
    if (!isTimeout(result) || typeof recording !== 'string') return result
    const states = await readStates(recording, request)
    // The product does not know the task, so nothing was started.
    if (states.length === 0) return result
    const createdAt = request.c.get('state').platform.now()
    const task = { recording, include: items(args.include, text), createdAt }
    // It may have ended since.
    return (
      (await readOutcome(task, states, request)) ??
      JSON.stringify({ resultType: 'task', ...describe(task, 'working', createdAt) })
    )
  }

  const get: Method = async (params, request) => {
    const now = request.c.get('state').platform.now()
    const task = readTask(params, now)
    const states = await readStates(task.recording, request)
    const outcome = await readOutcome(task, states, request)
    return outcome === undefined
      ? JSON.stringify(describe(task, 'working', now))
      : `${JSON.stringify(describe(task, 'completed', now)).slice(0, -1)},"result":${outcome}}`
  }

  /** The result of a transcription, also of one that failed. Undefined while it runs. Throws for an unknown recording. */
  async function readOutcome(
    { recording, include }: Transcription,
    states: readonly (number | null)[],
    request: McpRequest,
  ): Promise<string | undefined> {
    if (states.includes(WORKING)) return undefined
    const failed = states.filter((state) => state !== null).find((state) => state !== COMPLETE)
    if (failed !== undefined) return failure(failed)
    const args = { id: recording, ...(include.length > 0 && { include }) }
    const result = await call({ name: RESULT_TOOL, arguments: args }, request)
    if (isNotFound(result)) throw noTask('not found')
    // Without a state of its own, the task has ended when its texts are there.
    return states.length === 0 && isUnfinished(result) ? undefined : result
  }

  /** Acknowledges. A task asks for no input, and the product has no way to stop a transcription. */
  const acknowledge: Method = async (params, request) => {
    readTask(params, request.c.get('state').platform.now())
    return '{}'
  }

  /** The states of the product's tasks for a recording. Null for one that it omits. */
  async function readStates(recording: string, request: McpRequest): Promise<readonly (number | null)[]> {
    const response = await tools.send('recorder_list_tasks', { file_ids: [recording] }, request)
    const body = parsed(await response.text())
    if (!response.ok) throw new RpcError(CODES.refused, text(at(body, 'error')) ?? `HTTP ${response.status}`)
    return list(at(body, 'tasks')).map((task) => number(at(task, 'task_status')))
  }

  return { callAsTask, methods: { 'tasks/get': get, 'tasks/update': acknowledge, 'tasks/cancel': acknowledge } }
}

const KIND = 'transcription'

const toId = ({ recording, include, createdAt }: Transcription): string =>
  [KIND, createdAt.toString(36), include.join(','), recording].map(encodeURIComponent).join('.')

/** Throws for a client without the extension, and for an id that is unknown or expired. */
function readTask(params: Params, now: number): Transcription {
  if (!takesTasks(params)) throw missingCapability()
  const { taskId } = params
  if (typeof taskId !== 'string') throw invalid('taskId must be a text')
  const [kind, created = '', include = '', ...rest] = taskId.split('.')
  const createdAt = Number.parseInt(created, 36)
  const recording = decode(rest.join('.'))
  if (kind !== KIND || !recording || !(createdAt <= now)) throw noTask('not found')
  if (now > createdAt + TTL_MS) throw noTask('has expired')
  return { recording, include: (decode(include) ?? '').split(',').filter(Boolean), createdAt }
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

const noTask = (problem: string) => new RpcError(CODES.invalidParams, `Failed to retrieve task: Task ${problem}`)

const describe = (task: Transcription, status: 'working' | 'completed', now: number) => ({
  taskId: toId(task),
  status,
  ...(status === 'working' && { statusMessage: 'The recording is being transcribed and summarized.' }),
  createdAt: new Date(task.createdAt).toISOString(),
  lastUpdatedAt: new Date(now).toISOString(),
  ttlMs: TTL_MS,
  pollIntervalMs: POLL_MS,
})

const failure = (state: number) =>
  JSON.stringify({
    isError: true,
    content: [
      { type: 'text', text: `The transcription failed: task_status ${state}. Nothing else is known about it.` },
    ],
  })

const readTexts = (result: string): string[] => items(at(parsed(result), 'content'), (block) => text(at(block, 'text')))

const isFailed = (result: string): boolean => at(parsed(result), 'isError') === true

/** The operation itself waits until its time has passed, and then fails with this status. */
const isTimeout = (result: string): boolean => isFailed(result) && /^HTTP 504\b/.test(readTexts(result)[1] ?? '')
const isNotFound = (result: string): boolean => isFailed(result) && /^HTTP 404\b/.test(readTexts(result)[1] ?? '')

const isUnfinished = (result: string): boolean => list(at(parsed(readTexts(result)[0] ?? ''), 'not_ready')).length > 0
