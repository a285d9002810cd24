import type { ShownFields } from '../../gateway/operation-type.ts'

export const METADATA = 'file_id file_name start_time duration'

/** A recording with its attachments, as tools give it by default. */
export const BUNDLE: ShownFields = {
  '': 'file summary transcript share audio_url errors? not_ready?',
  file: METADATA,
  transcript: 'text',
  summary: 'markdown',
}
