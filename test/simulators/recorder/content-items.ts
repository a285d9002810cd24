import { shortHex } from './envelope.ts'
import type { Note, Piece, Recording, Transcript } from './recording.ts'

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

/** The body of a transcript object: a bare array, or one of the wrappers that some parsers know (facts 7.1). */
function transcriptBody({ form, utterances, body }: Transcript): string {
  return body ?? JSON.stringify(form === 'array' ? utterances : { [form]: utterances })
}

/** The body of a written note in its stored format (facts 7.2). */
export function noteBody(note: Note, recording: Recording): string {
  if (note.body !== undefined) return note.body
  const { markdown, title, summ_type } = note
  const category = summ_type.toLowerCase()
  const header = { headline: title, category, keywords: recording.keywords }
  const summary_id = summaryId(note, recording)
  switch (note.form) {
    case 'markdown':
      return markdown
    case 'ai_content':
      return JSON.stringify({
        ai_content: markdown,
        category,
        summary_id,
        summ_type,
        header,
        used_template: note.template ?? null,
        state: 1,
      })
    case 'header and form':
      return JSON.stringify({ markdown, header, form: [] })
    case 'content.markdown':
      return JSON.stringify({ content: { markdown } })
    case 'content':
      return JSON.stringify({ content: markdown })
    case 'summary':
      return JSON.stringify({ summary: markdown })
    case 'array':
      return JSON.stringify([{ ai_content: markdown, category, summary_id, original_category: category }])
  }
}

export const summaryId = (note: Note, recording: Recording): string =>
  `${shortHex(`${note.data_type} ${note.title} ${note.summ_type}`)}:${recording.id}`
