import { shortHex } from './ids.ts'
import type { Note, Recording, Transcript } from './recording.ts'

/** The body of a transcript object: a bare array, or one of the wrappers that some parsers know (facts 7.1). */
export function transcriptBody({ form, utterances, body }: Transcript): string {
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
