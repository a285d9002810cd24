import { at, identifier, isObject, items, type JsonObject, list, number, text } from '../../base/json.ts'
import { notFoundAs, requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import { type ContentItem, readContentItem } from './content-item.ts'
import type { PlaudCall } from './plaud.ts'

/** A recording with the fields that the gateway reads. */
export interface Detail {
  fileId: string
  /** The product's object, unchanged. */
  data: JsonObject
  /** Milliseconds. Null when the product omits it. */
  duration: number | null
  /** Its content: a transcript, summaries, notes. Null when the product omits it. */
  content: ContentItem[] | null
  /** Texts that the detail contains, by the id of their item. */
  inlineTexts: ReadonlyMap<string, string>
  /** Signed URLs by relative image path. */
  imageLinks: Readonly<Record<string, string>>
}

export const NO_RECORDING = 'there is no recording with this id in the connected account'

/** Sends a call about one recording. Its 404 means that the recording does not exist. */
export const callForRecording = (connection: Connection, call: PlaudCall) =>
  notFoundAs(connection.call(call), () => NO_RECORDING)

export const required = requiredFields('recorder', 'data', 'data.content_list', 'temp_url')

/** The content of a recording. Throws 502 when the product omits it, because that does not mean that there is none. */
export const getContent = ({ content }: Detail): ContentItem[] => required('data.content_list', content)

/** Fetches a recording's detail. Throws 404 for an unknown id. */
export async function fetchDetail(connection: Connection, fileId: string): Promise<Detail> {
  const { body } = await callForRecording(connection, { path: `/file/detail/${fileId}` })
  const data = required('data', isObject(body.data) ? body.data : null)
  return {
    fileId,
    data,
    duration: number(data.duration),
    content:
      data.content_list === null || Array.isArray(data.content_list) ? items(data.content_list, readContentItem) : null,
    inlineTexts: new Map(list(data.pre_download_content_list).flatMap(readInlineText)),
    imageLinks: readLinks(data.download_path_mapping),
  }
}

function readInlineText(entry: unknown): [string, string][] {
  const id = identifier(at(entry, 'data_id'))
  const content = text(at(entry, 'data_content'))
  return id === null || content === null ? [] : [[id, content]]
}

const readLinks = (mapping: unknown) =>
  Object.fromEntries(
    Object.entries(isObject(mapping) ? mapping : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

export type RecordingMetadata = Record<string, unknown> & { file_id: string }

/** The metadata of a recording in the product's format, without the voice embeddings, which are large and personal. */
export function recordingMetadata({ fileId, data }: Detail): RecordingMetadata {
  const { embeddings: _, ...metadata } = data
  return { ...metadata, file_id: fileId }
}
