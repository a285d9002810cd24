import { hexId } from './envelope.ts'

/** One utterance of a transcript, with times in ms from the start (facts 7.1). */
export interface Utterance {
  start_time: number
  end_time: number
  content: string
  /** The name after renaming; may be empty. */
  speaker: string
  original_speaker: string
  embeddingKey?: string | null
}

/** What every piece of content has: how far it is and where its body is to be had. */
export interface Piece {
  /** 1 ready, 0 working, 2 failed; sometimes a numeric string (facts 6.4). */
  task_status: number | string
  /**
   * `linked`: behind its link. `inline`: in the detail as well. `inline only`: without a link. `legacy`: in the
   * detail's own `trans_result` or `ai_content`, with no content item. `nowhere`: marked as ready, but not available.
   * `lost`: behind a link whose object is gone.
   */
  placement: 'linked' | 'inline' | 'inline only' | 'legacy' | 'nowhere' | 'lost'
  /** The product's name of its kind when it is unusual. The id has the usual prefix (facts 4.1). */
  type_word?: string
  /** Served unchanged instead of the body of the other fields. */
  body?: string
}

export interface Transcript extends Piece {
  utterances: Utterance[]
  form: 'array' | 'trans_result' | 'segments' | 'transcript' | 'data'
}

export interface Outline extends Piece {
  chapters: { start_time: number; end_time: number; topic: string }[]
}

/** The formats of a written summary (facts 7.2). */
type NoteForm = 'markdown' | 'ai_content' | 'header and form' | 'content.markdown' | 'content' | 'summary' | 'array'

export interface Note extends Piece {
  /** `auto_sum_note` is the summary, `sum_multi_note` another template's, `consumer_note` a tab of the user's own. */
  data_type: string
  title: string
  tab_name: string
  markdown: string
  form: NoteForm
  summ_type: string
  summ_type_type: string
  /** Absent: the note does not say which template made it. */
  template?: { template_id: string; template_type: string; template_name: string }
}

export interface Recording {
  /** 32 hex digits. */
  id: string
  filename: string
  /** Epoch ms. */
  start_time: number
  /** ms */
  duration: number
  /** Epoch ms, whatever unit the listing shows. */
  edit_time: number
  version_ms: number
  edit_from: string
  is_trash: boolean
  is_trans: boolean
  is_summary: boolean
  is_markmemo: boolean
  keywords: string[]
  filetag_id_list: string[]
  serial_number: string
  scene: number
  /** Hours and minutes from UTC. */
  timezone: number
  zonemins: number
  filetype: string | null
  filesize: number
  wait_pull: number
  /** The language of the speech, in `language_code`. */
  language: string
  /** What can be heard: a transcription task turns it into the transcript. */
  speech: Utterance[]
  audio: boolean
  transcript?: Transcript
  polish?: Transcript
  outline?: Outline
  notes: Note[]
  /** Relative paths for which the detail has a signed URL. Others in the notes have none (facts 7.3). */
  images: string[]
  /** `extra_data.tranConfig`, as a client set it or as the last task ran. */
  tranConfig?: Record<string, unknown>
}

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
