import { hexId } from './ids.ts'
import type { Note, Outline, Recording, Transcript, Utterance } from './recording.ts'

const PER_CHARACTER = 90
const PAUSE = 400

/** Utterances from lines such as `Mina: Good morning`, one after another, each as long as it takes to say. */
export function dialogue(script: string, startAt = 0): Utterance[] {
  const voices: string[] = []
  let time = startAt
  return script
    .trim()
    .split('\n')
    .map((line) => {
      const [speaker = '', ...words] = line.trim().split(': ')
      const content = words.join(': ')
      if (!voices.includes(speaker)) voices.push(speaker)
      const start_time = time
      const end_time = start_time + content.length * PER_CHARACTER
      time = end_time + PAUSE
      const original_speaker = `Speaker ${voices.indexOf(speaker) + 1}`
      return { start_time, end_time, content, speaker, original_speaker, embeddingKey: null }
    })
}

export const transcript = (utterances: Utterance[], overrides: Partial<Transcript> = {}): Transcript => ({
  utterances,
  form: 'array',
  task_status: 1,
  placement: 'linked',
  ...overrides,
})

export const outline = (chapters: Outline['chapters'], overrides: Partial<Outline> = {}): Outline => ({
  chapters,
  task_status: 1,
  placement: 'linked',
  ...overrides,
})

/** A summary unless `data_type` says otherwise. */
export const note = (markdown: string, overrides: Partial<Note> = {}): Note => ({
  data_type: 'auto_sum_note',
  title: 'Summary',
  tab_name: 'Summary',
  markdown,
  form: 'ai_content',
  summ_type: 'AUTO-SELECT',
  summ_type_type: 'system',
  task_status: 1,
  placement: 'inline',
  ...overrides,
})

const SPEECH = 'Mina: Shall we begin?\nJonas: Yes, the numbers first.\nMina: They are on the second page.'

/** A recording. Without overrides an English one of a minute, without any task. */
export function recording(overrides: Partial<Recording> = {}): Recording {
  const { filename = 'Recording', start_time = Date.parse('2026-11-20T01:00:00Z') } = overrides
  const speech = heard(overrides)
  const duration = overrides.duration ?? Math.max(60_000, ...speech.map(({ end_time }) => end_time + 2_000))
  const edit_time = overrides.edit_time ?? start_time + duration + 600_000
  return {
    id: hexId(`recording ${filename} ${start_time}`),
    filename,
    start_time,
    duration,
    edit_time,
    version_ms: edit_time + 123,
    edit_from: 'web',
    is_trash: false,
    is_trans: ready(overrides.transcript),
    is_summary: overrides.notes?.some((each) => each.data_type === 'auto_sum_note' && ready(each)) ?? false,
    is_markmemo: false,
    keywords: [],
    filetag_id_list: [],
    serial_number: '8880000000000001',
    scene: 1,
    timezone: 9,
    zonemins: 0,
    filetype: 'opus',
    filesize: duration * 4,
    wait_pull: 0,
    language: 'en',
    speech,
    audio: true,
    notes: [],
    images: [],
    ...overrides,
  }
}

/** A recording with a transcript and a summary, so that it counts as ready. */
export function readyRecording(overrides: Partial<Recording> = {}): Recording {
  const speech = heard(overrides)
  const title = overrides.filename ?? 'Recording'
  return recording({
    transcript: transcript(speech),
    notes: [note(`# ${title}\n\n- ${speech[0]?.content ?? 'Nothing was said.'}`, { title })],
    ...overrides,
  })
}

const heard = ({ speech, transcript }: Partial<Recording>): Utterance[] =>
  speech ?? (transcript?.utterances.length ? transcript.utterances : dialogue(SPEECH))

const ready = (piece: { task_status: number | string } | undefined) => Number(piece?.task_status) === 1
