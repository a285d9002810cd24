import type { Detail } from './content.ts'

/** The metadata of one recording as the product sends it, without the voice embeddings, which are large and personal. */
export type Recording = Record<string, unknown> & { file_id: string }

export function recordingOf(detail: Detail): Recording {
  const { embeddings: _, ...recording } = detail
  return recording
}
