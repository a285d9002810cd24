import type { JsonObject } from '../../base/json.ts'
import { notFoundAs, requiredFields } from '../../upstream/failures.ts'
import type { Availability } from './content.ts'

/** A piece of a recording's content: a transcript, an outline, a summary or a note. */
export interface ContentItem {
  id: string | null
  /** The kind in the words of 3.0 where it is known. Otherwise the product's own name, or null without one. */
  kind: string | null
  /** The product's name of the kind. */
  type: string | null
  /** Whether its text can be read now. */
  state: Availability
  /** The title of its tab. */
  name: string | null
  /** The template that it was made with. */
  template: string | null
  /** The URL of its text. Null without one. */
  link: string | null
  /** Its text, if the detail contains it. */
  inline?: string | undefined
}

/** A recording with the fields that the gateway reads. */
export interface Detail {
  fileId: string
  /** The recording in the form of 3.0. */
  data: JsonObject
  /** Milliseconds. Null when the product omits it. */
  duration: number | null
  /** Its content: a transcript, summaries, notes. Null when the product omits it. */
  content: ContentItem[] | null
  /** Signed URLs by relative image path. */
  imageLinks: Readonly<Record<string, string>>
  /** The names of its folders by their ids, where the detail has them. */
  folders?: ReadonlyMap<string, string | null>
}

export const NO_RECORDING = 'there is no recording with this id in the connected account'

/** A call about one recording. Its 404 means that the recording does not exist. */
export const forRecording = <Answer>(call: Promise<Answer>): Promise<Answer> => notFoundAs(call, () => NO_RECORDING)

const required = requiredFields('recorder', 'data.content_list')

/** The content of a recording. Throws 502 when the product omits it, because that does not mean that there is none. */
export const getContent = ({ content }: Detail): ContentItem[] => required('data.content_list', content)

export type RecordingMetadata = Record<string, unknown> & { file_id: string }

/** The metadata of a recording in the product's format, without the voice embeddings, which are large and personal. */
export function recordingMetadata({ fileId, data }: Detail): RecordingMetadata {
  const { embeddings: _, ...metadata } = data
  return { ...metadata, file_id: fileId }
}
