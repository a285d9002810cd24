import { Hono } from 'hono'
import { isObject, readJson } from '../rest.ts'
import { noteBody } from './content-items.ts'
import { answer, shortHex, success, unknownFile, unprocessable } from './envelope.ts'
import { note, outline, type Piece, type Recording, transcript } from './recording.ts'
import type { Library, Plaud, PlaudEnv, Task } from './state.ts'

/** A recording shorter than this has no content to speak of; the product's own limit is not known. ms */
const TOO_SHORT = 5_000

/** POST /ai/transsumm/{id}: the same request starts the work, reads its progress, and reads its result (facts 9.1). */
export function transsumm(plaud: Plaud) {
  const { state } = plaud
  return new Hono<PlaudEnv>().post('/ai/transsumm/:id', async (c) => {
    const recording = c.var.library.recordings.get(c.req.param('id'))
    if (!recording) return unknownFile(plaud)
    const body = await readJson(c.req.raw)
    if (!isObject(body)) return unprocessable('body', 'a JSON object is needed')

    const earlier = state.tasks.get(recording.id)
    const again = Number(body.is_reload ?? 0) === 1
    if (earlier?.status === 'running') return told(plaud, recording, look(plaud, recording) ?? earlier)
    const written = recording.is_trans && (recording.is_summary || body.summ_type === undefined)
    if (written && !again) return told(plaud, recording, earlier)

    const settings = read(body)
    if (!settings) return answer(plaud, -12, 'start trans task error')
    if (recording.duration < TOO_SHORT) return answer(plaud, -111, 'recording is too short')
    return told(plaud, recording, start(plaud, recording, settings))
  })
}

/** What a start needs: `summ_type`, and `info` as JSON in a string. */
function read({ summ_type, summ_type_type, info }: Record<string, unknown>): Task['settings'] | undefined {
  if (typeof summ_type !== 'string' || summ_type === '' || typeof info !== 'string') return undefined
  try {
    const settings: unknown = JSON.parse(info)
    if (!isObject(settings)) return undefined
    return { summ_type, summ_type_type: String(summ_type_type ?? 'system'), info: settings }
  } catch {
    return undefined
  }
}

/** The flat response. The result is the raw transcript, without renamed speakers (facts 7.1). */
function told(plaud: Plaud, recording: Recording, task: Task | undefined): Response {
  const running = task?.status === 'running'
  const failed = task?.status === 'failed'
  const done = !running && !failed
  const summary = done ? getSummary(recording) : undefined
  const status = failed ? -1 : Number(done)
  return answer(plaud, status, failed ? 'task failed' : done ? 'task complete' : 'task processing', {
    data_result: done
      ? recording.transcript?.utterances.map((each) => ({ ...each, speaker: each.original_speaker }))
      : [],
    data_result_summ: summary ? noteBody(summary, recording) : '',
    data_result_summ_mul: [],
    data_note_result: [],
    data_source_result: [],
    outline_result: done ? (recording.outline?.chapters ?? []) : [],
    outline_task_status: Number(done),
    task_id_info: {
      trans_task_id: task?.task_id ?? '',
      summary_id: shortHex(`summary ${recording.id}`),
      outline_task_id: task?.task_id ?? '',
    },
    file_version: Math.floor(recording.version_ms / 1000),
    auto_save: true,
    ppc_status: 0,
    download_link_map: {},
    err_code: failed ? '5001' : '',
    err_msg: failed ? 'generation failed' : '',
  })
}

/** The progress of an account's tasks (facts 9.2). Each request counts as a poll of every running task. */
export function taskStatus(plaud: Plaud) {
  return new Hono<PlaudEnv>()
    .get('/ai/file-task-status', (c) => {
      // A filter by file was never confirmed: every row is returned, whatever the query.
      return success(plaud, {
        data: { file_status_list: seen(plaud, c.var.library).flatMap((each) => rows(plaud, each)) },
      })
    })

    .get('/ai/status', (c) => {
      const working = seen(plaud, c.var.library)
      const of = (piece: (recording: Recording) => Piece | undefined) =>
        working.filter((each) => Number(piece(each)?.task_status) === 0).map(({ id }) => id)
      const files = { files_trans: of(({ transcript }) => transcript), files_summ: of(getSummary) }
      return success(plaud, {
        data_processing: [...new Set([...files.files_trans, ...files.files_summ])],
        data_processing_chatllm: [],
        data_processing_transsumm: { ...files, files_outline: [] },
        data_transsumm: files,
        data_processing_edit: [],
        data_processing_sum_new_note: [],
        data_complete_sum_new_note: [],
      })
    })

    .get('/ai/trans-status', () => {
      const { recordings, tasks, secondsLeft } = plaud.state
      const busy = [...recordings.values()].filter(({ id }) => tasks.get(id)?.status === 'running')
      const total_seconds = busy.reduce((sum, { duration }) => sum + Math.ceil(duration / 1000), 0)
      return answer(plaud, 0, 'success', { total_seconds, remain_total: secondsLeft })
    })
}

/** Recordings with a task, or with a piece that is not ready; looking at them moves them on. */
function seen(plaud: Plaud, { recordings }: Library): Recording[] {
  return [...recordings.values()].filter((each) => {
    const task = look(plaud, each)
    return task || [each.transcript, getSummary(each)].some((piece) => piece && Number(piece.task_status) !== 1)
  })
}

function rows({ state }: Plaud, recording: Recording) {
  const task = state.tasks.get(recording.id)
  const row = (task_type: string, piece: Piece | undefined) =>
    piece
      ? [
          {
            file_id: recording.id,
            post_id: shortHex(`post ${recording.id}`),
            task_id: task?.task_id ?? `20261120120000-v3@${recording.id.slice(0, 4)}`,
            task_status: task?.status === 'running' ? 0 : Number(piece.task_status),
            task_type,
            sum_type: task?.settings.summ_type ?? 'AUTO-SELECT',
            sum_type_type: task?.settings.summ_type_type ?? 'system',
            ppc_status: 0,
            is_chatllm: false,
            auto_save: true,
          },
        ]
      : []
  return [...row('transcript', recording.transcript), ...row('summary', getSummary(recording))]
}

/** Starts a task; what does not exist yet becomes visible as working. */
export function start({ state, now }: Plaud, recording: Recording, settings: Task['settings']): Task {
  const { summ_type, summ_type_type, info } = settings
  const time = new Date(now()).toISOString().replace(/\D/g, '').slice(0, 14)
  const task: Task = {
    task_id: `${time}-v3@${recording.id.slice(0, 4)}`,
    polls: 0,
    status: 'running',
    settings,
    started_at: now(),
  }
  state.tasks.set(recording.id, task)
  recording.tranConfig = {
    language: info.language ?? 'auto',
    diarization: info.diarization ?? 1,
    llm: info.llm ?? 'auto',
    type: summ_type,
    type_type: summ_type_type,
    created_at: Math.floor(now() / 1000),
  }
  if (Number(recording.transcript?.task_status) !== 1) recording.transcript = transcript([], { task_status: 0 })
  const summary = getSummary(recording)
  if (!summary) recording.notes.unshift(note('', { task_status: 0, title: recording.filename }))
  else if (Number(summary.task_status) !== 1) summary.task_status = 0
  return task
}

/** Someone polled the recording: a running task advances. */
export function look(plaud: Plaud, recording: Recording): Task | undefined {
  const task = plaud.state.tasks.get(recording.id)
  if (task?.status !== 'running') return task
  task.polls += 1
  if (task.polls >= plaud.switches.pollsToFinish) {
    if (plaud.switches.taskOutcome === 'complete') complete(plaud, recording, task)
    else fail(recording, task)
  }
  return task
}

/** Writes the transcript and the summary, marks both, and moves the version (facts 11, row 12). */
export function complete({ state, switches, now }: Plaud, recording: Recording, task: Task): void {
  const { filename, speech, duration } = recording
  const { summ_type, summ_type_type } = task.settings
  task.status = 'done'
  recording.transcript = transcript(speech.map((each) => ({ ...each, speaker: each.original_speaker })))
  recording.outline = outline([{ start_time: 0, end_time: duration, topic: filename }])
  const summary = note(`# ${filename}\n\n${speech.map(({ content }) => `- ${content}`).join('\n')}`, {
    title: filename,
    summ_type,
    summ_type_type,
    template: { template_id: summ_type, template_type: summ_type_type, template_name: summ_type },
  })
  recording.notes = [summary, ...recording.notes.filter((each) => each.data_type !== 'auto_sum_note')]
  recording.is_trans = true
  recording.is_summary = true
  if (switches.versionMoves) recording.version_ms = now()
  state.secondsLeft = Math.max(0, state.secondsLeft - Math.ceil(duration / 1000))
}

/** Content that was never finished before is now marked as failed. */
function fail(recording: Recording, task: Task): void {
  task.status = 'failed'
  for (const piece of [recording.transcript, getSummary(recording)]) {
    if (piece && Number(piece.task_status) === 0) piece.task_status = 2
  }
}

const getSummary = ({ notes }: Recording) => notes.find(({ data_type }) => data_type === 'auto_sum_note')
