import { at, count, isObject, member, text, textMember } from '../../base/json.ts'
import { publicMessage, requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import type { FileUpload } from './finding.answers.ts'

const required = requiredFields('workspace', '', 'id')

/** Asks the product to import a file from a public URL. The product continues after its response. */
export async function startImport(connection: Connection, url: string, filename: string | undefined) {
  const body = { mode: 'external_url', external_url: url, ...(filename && { filename }) }
  const upload = readUpload(connection, await connection.call({ method: 'POST', path: '/file_uploads', body }))
  return { ...upload, id: required('id', upload.id) }
}

/** The state of a file upload. */
export const fetchUpload = async (connection: Connection, id: string): Promise<FileUpload> =>
  readUpload(connection, await connection.call({ path: `/file_uploads/${id}` }))

/** Whether the state will still change by itself. An unknown state may. */
export const isUnderWay = ({ status }: Pick<FileUpload, 'status'>) =>
  status !== 'uploaded' && status !== 'failed' && status !== 'expired'

function readUpload({ upstream }: Connection, answer: unknown): FileUpload {
  const native = required('', isObject(answer) ? answer : undefined)
  const error = at(native, 'file_import_result', 'error')
  const upload = {
    object: 'file_upload',
    id: text(member(native, 'id')),
    status: text(member(native, 'status')),
    filename: text(member(native, 'filename')),
    content_type: text(member(native, 'content_type')),
    content_length: count(member(native, 'content_length')),
    created_time: text(member(native, 'created_time')),
    expiry_time: text(member(native, 'expiry_time')),
    failure: isObject(error)
      ? {
          type: textMember(error, 'type') ?? null,
          code: textMember(error, 'code') ?? null,
          message: publicMessage(upstream, member(error, 'message')) || null,
        }
      : null,
  }
  return { ...upload, warnings: isUnderWay(upload) ? [stillPending(upload.id)] : [] }
}

const stillPending = (id: string | null) =>
  `status: the file cannot be used before it is uploaded: look again with GET /api/v2/workspace/files/${id ?? '{file_upload_id}'}`
