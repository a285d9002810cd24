import { note, outline, transcript } from './build.ts'
import type { Recording } from './recording.ts'
import type { Plaud, Task } from './state.ts'

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

export const getSummary = ({ notes }: Recording) => notes.find(({ data_type }) => data_type === 'auto_sum_note')
