import { Hono } from 'hono'
import { answer, success } from './envelope.ts'
import { shortHex } from './ids.ts'
import type { Piece, Recording } from './recording.ts'
import type { Library, Plaud, PlaudEnv } from './state.ts'
import { getSummary, look } from './task-progress.ts'

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
