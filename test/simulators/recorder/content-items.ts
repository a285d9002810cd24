import { shortHex } from './ids.ts'
import { noteBody, summaryId, transcriptBody } from './note-forms.ts'
import type { Note, Piece, Recording } from './recording.ts'

/** A piece of a recording's content, ready to become a row of `content_list` (facts 6.4). */
export interface ContentItem {
  piece: Piece
  data_id: string
  data_type: string
  data_title: string
  data_tab_name: string
  extra: Record<string, unknown>
  /** Folder and name of its object in the content bucket. */
  file: string
  body: string
}

/** Every piece, in the product's order: sources first, then notes. */
export function contentItems(recording: Recording): ContentItem[] {
  const { transcript, polish, outline } = recording
  const items: ContentItem[] = []
  const source = (type: string, file: string, piece: Piece, body: string) => {
    const data_id = `source_${type}:${shortHex(`${type} ${recording.id}`)}:${recording.id}`
    const extra = { task_id: `${shortHex(`task ${recording.id}`)}-v3` }
    items.push({ piece, data_id, data_type: type, data_title: '', data_tab_name: '', extra, file, body })
  }
  if (transcript) {
    source('transaction', 'file_transcript/trans_result.json.gz', transcript, transcriptBody(transcript))
  }
  if (polish) {
    source('transaction_polish', 'file_transcript/polish/trans_result.json.gz', polish, transcriptBody(polish))
  }
  if (outline) {
    source('outline', 'file_outline/outline.json.gz', outline, outline.body ?? JSON.stringify(outline.chapters))
  }
  recording.notes.forEach((note, index) => {
    items.push(noteItem(recording, note, index))
  })
  return items
}

function noteItem(recording: Recording, note: Note, index: number): ContentItem {
  const { data_type, title, tab_name, summ_type, summ_type_type, template, form } = note
  return {
    piece: note,
    data_id: noteId(recording, note, index),
    data_type,
    data_title: title,
    data_tab_name: tab_name,
    extra: {
      summ_type,
      summ_type_type,
      summary_id: summaryId(note, recording),
      ...(template && { used_template: template }),
    },
    file: form === 'markdown' ? `general/${index}/ai_content.md.gz` : `file_summary/ai_content_part_${index}.json.gz`,
    body: noteBody(note, recording),
  }
}

function noteId({ id }: Recording, { data_type, title }: Note, index: number): string {
  const short = shortHex(`${index} ${data_type} ${title}`)
  if (data_type === 'auto_sum_note') return `auto_sum:${short}:${id}`
  if (data_type === 'sum_multi_note') return `sum_multi:${short}:${id}:${shortHex(`part ${index} ${id}`)}`
  return data_type === 'consumer_note' ? `note:${short}:${id}` : `${data_type}:${short}:${id}`
}
