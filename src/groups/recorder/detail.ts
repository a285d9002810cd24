import * as z from 'zod'
import { notFound } from '../../base/errors.ts'
import { notFoundAs } from '../../upstream/failures.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'
import type { PlaudCall } from './plaud.ts'

/** A piece of a recording's content: a transcript, an outline, a summary or a note (recorder facts, 6.4). */
const contentItem = () => {
  const template = z.looseObject({ template_id: z.string().optional().catch(undefined) })
  return z.looseObject({
    data_id: z.string().catch(''),
    data_type: z.string().catch(''),
    /** 1 ready, 0 being generated, anything else failed. */
    task_status: z.coerce.number().catch(0),
    data_title: z.string().catch(''),
    data_tab_name: z.string().catch(''),
    data_link: z.string().catch(''),
    extra: z
      .looseObject({
        summ_type: z.string().optional().catch(undefined),
        used_template: template.optional().catch(undefined),
      })
      .catch({}),
  })
}
export type ContentItem = z.infer<ReturnType<typeof contentItem>>

/** Reads the fields that the gateway needs; the others stay as the product sends them. */
const readDetail = shapeReader('recorder', () =>
  z.looseObject({
    file_id: z.string(),
    duration: z.coerce.number().catch(0),
    content_list: z.array(contentItem()).catch([]),
    pre_download_content_list: z
      .array(z.looseObject({ data_id: z.string().catch(''), data_content: z.string().catch('') }))
      .catch([]),
    download_path_mapping: z.record(z.string(), z.string().catch('')).catch({}),
  }),
)
export type Detail = ReturnType<typeof readDetail>

const UNKNOWN = 'there is no recording with this id in the connected account'

/** Sends a call about one recording. Its 404 means that the recording does not exist. */
export const callForRecording = (connection: Connection, call: PlaudCall) =>
  notFoundAs(connection.call(call), () => UNKNOWN)

/** Fetches a recording's detail. Throws 404 for an unknown id. */
export async function fetchDetail(connection: Connection, fileId: string): Promise<Detail> {
  const { body, stated } = await callForRecording(connection, { path: `/file/detail/${fileId}` })
  if (stated && (body.data === null || body.data === undefined)) throw notFound(UNKNOWN)
  return readDetail(body.data)
}

export type Recording = Record<string, unknown> & { file_id: string }

/** The metadata of a recording as the product sends it, without the voice embeddings, which are large and personal. */
export function recordingMetadata(detail: Detail): Recording {
  const { embeddings: _, ...recording } = detail
  return recording
}
