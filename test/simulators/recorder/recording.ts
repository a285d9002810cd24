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
export type NoteForm =
  | 'markdown'
  | 'ai_content'
  | 'header and form'
  | 'content.markdown'
  | 'content'
  | 'summary'
  | 'array'

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
