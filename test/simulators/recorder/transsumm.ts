import { Hono } from 'hono'
import { isObject, readJson } from '../rest.ts'
import { answer, unknownFile, unprocessable } from './envelope.ts'
import { shortHex } from './ids.ts'
import { noteBody } from './note-forms.ts'
import type { Recording } from './recording.ts'
import type { Plaud, PlaudEnv, Task } from './state.ts'
import { getSummary, look, start } from './task-progress.ts'

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
