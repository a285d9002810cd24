import { at, identifier, isObject, items, type JsonObject, list, number, text } from '../../base/json.ts'
import { notFoundAs, requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import type { PlaudCall } from './plaud.ts'

/** A piece of a recording's content: a transcript, an outline, a summary or a note. */
export interface ContentItem {
  id: string | null
  /** The known kind of the item, see `KINDS`. Otherwise the product's own name, or null without one. */
  kind: string | null
  /** The product's name of the kind. */
  type: string | null
  /** 1 ready, 0 being generated, any other number failed. Null when the product omits it. */
  status: number | null
  /** The title of its tab. */
  name: string | null
  /** The template that it was made with. */
  template: string | null
  /** The URL of its text. Null without one. */
  link: string | null
}

/** The known kinds and the prefixes of their items' ids. The product's names of kinds change. */
const KINDS: Readonly<Record<string, string>> = {
  transaction: 'source_transaction',
  transaction_polish: 'source_transaction_polish',
  outline: 'source_outline',
  auto_sum_note: 'auto_sum',
  sum_multi_note: 'sum_multi',
  consumer_note: 'note',
  mark_memo: 'mark_memo',
  high_light: 'high_light',
}

/** Null for anything but an object. */
function readContentItem(item: unknown): ContentItem | null {
  if (typeof item !== 'object' || item === null) return null
  const id = identifier(at(item, 'data_id'))
  const type = text(at(item, 'data_type'))
  return {
    id,
    kind: parseKind(type, id),
    type,
    status: number(at(item, 'task_status')),
    name: text(at(item, 'data_tab_name')) ?? text(at(item, 'data_title')),
    template: text(at(item, 'extra', 'used_template', 'template_id')) ?? text(at(item, 'extra', 'summ_type')),
    link: text(at(item, 'data_link')),
  }
}

function parseKind(type: string | null, id: string | null): string | null {
  if (type !== null && Object.hasOwn(KINDS, type)) return type
  const prefix = id?.split(':')[0]
  return Object.keys(KINDS).find((kind) => KINDS[kind] === prefix) ?? type
}

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

const required = requiredFields('recorder', 'data', 'data.content_list')

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
