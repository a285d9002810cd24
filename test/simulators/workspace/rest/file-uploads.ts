import { Hono } from 'hono'
import { checkText, readBody } from '../body.ts'
import { invalid, missing, shouldBe } from '../errors.ts'
import { pathId } from '../ids.ts'
import type { Notion, RestEnv } from '../product.ts'
import type { View } from '../query/query.ts'
import { signedUrl } from '../seed/cells.ts'
import type { FileUpload, Json } from '../state.ts'
import { isTrashOnly } from '../table/objects.ts'
import { needs } from './guard.ts'

const KEYS = ['mode', 'filename', 'content_type', 'number_of_parts', 'external_url']

/** An upload that is not attached to a page expires after this time (facts 11), in milliseconds. */
const KEPT_MS = 3_600_000

/** Why an import failed, as in `file_import_result`. */
const IMPORT_ERRORS: Record<string, Json> = {
  download_error: { code: 'file_not_found', message: 'The file could not be downloaded.', status_code: 404 },
  validation_error: { code: 'file_too_large', message: 'The file is larger than the workspace allows.' },
  internal_system_error: { code: 'internal_error', message: 'Something went wrong.' },
  upload_error: { code: 'upload_failed', message: 'The file could not be stored.' },
}

/** Files that are imported by URL. Those that a client uploads stay pending here. */
export const fileUploadRoutes = (notion: Notion) =>
  new Hono<RestEnv>()
    .post('/file_uploads', needs('insert'), async (c) => {
      const body = await readBody(c, KEYS)
      const { mode = 'single_part', filename, content_type, external_url } = body
      const isImport = mode === 'external_url'
      if (!isImport && mode !== 'single_part') throw shouldBe('body.mode', '`"single_part"` or `"external_url"`', mode)
      const now = notion.clock.now()
      const upload: FileUpload = {
        id: notion.newId(),
        botId: c.var.connection.botId,
        createdMs: now,
        filename: filename === undefined ? null : checkText(filename, 'body.filename', 900),
        contentType: content_type === undefined ? null : checkText(content_type, 'body.content_type', 200),
        externalUrl: isImport ? readAddress(external_url) : null,
        importEndsMs: isImport ? now + notion.switches.importMs : null,
        failure: notion.switches.importFailure,
        isAttached: false,
      }
      notion.state.fileUploads.push(upload)
      return c.json(uploadObject({ notion, ...c.var }, upload))
    })
    .get('/file_uploads/:id', (c) => {
      const view = { notion, ...c.var }
      return c.json(uploadObject(view, reachUpload(view, pathId('file_upload_id', c.req.param('id')))))
    })

/** A connection sees the uploads that it made. */
function reachUpload({ notion, connection }: View, id: string): FileUpload {
  const found = notion.state.fileUploads.find((one) => one.id === id && one.botId === connection.botId)
  if (!found) throw missing('file_upload', id, connection.name)
  return found
}

/** Attaches an upload to a page. Returns the new value of the page. */
export function attachUpload(view: View, id: string, name: string | undefined): Json {
  const upload = reachUpload(view, id)
  const status = getStatus(view.notion, upload)
  if (status !== 'uploaded') throw invalid(`File upload ${id} has the status ${status}, and must be uploaded.`)
  upload.isAttached = true
  const shown = name ?? getName(upload)
  return {
    type: 'file',
    name: shown,
    file: {
      url: signedUrl(shown),
      expiry_time: new Date(view.notion.clock.now() + KEPT_MS).toISOString(),
    },
  }
}

function getStatus({ clock }: Notion, upload: FileUpload): 'pending' | 'uploaded' | 'failed' | 'expired' {
  const now = clock.now()
  const isDone = upload.importEndsMs !== null && now >= upload.importEndsMs
  if (isDone && upload.failure) return 'failed'
  if (!upload.isAttached && now >= upload.createdMs + KEPT_MS) return 'expired'
  return isDone ? 'uploaded' : 'pending'
}

function readAddress(value: unknown): string {
  const url = typeof value === 'string' && value.length <= 2000 ? URL.parse(value) : null
  if (url?.protocol !== 'https:') throw shouldBe('body.external_url', 'a valid https URL', value)
  return url.href
}

const getName = ({ filename, externalUrl }: FileUpload) =>
  filename ?? (externalUrl && new URL(externalUrl).pathname.split('/').at(-1)) ?? 'file'

function uploadObject({ notion, connection, version }: View, upload: FileUpload): Json {
  const status = getStatus(notion, upload)
  const time = (ms: number) => new Date(ms).toISOString()
  const isStored = status === 'uploaded'
  const failure = upload.failure ?? ''
  return {
    object: 'file_upload',
    id: upload.id,
    created_time: time(upload.createdMs),
    created_by: { id: connection.botId, type: 'bot' },
    last_edited_time: time(upload.createdMs),
    in_trash: false,
    ...(!isTrashOnly(version) && { archived: false }),
    expiry_time: upload.isAttached || status === 'failed' ? null : time(upload.createdMs + KEPT_MS),
    status,
    filename: isStored ? getName(upload) : upload.filename,
    content_type: isStored ? (upload.contentType ?? 'application/pdf') : upload.contentType,
    content_length: isStored ? 48_211 : null,
    ...(upload.importEndsMs === null && { upload_url: `https://api.notion.com/v1/file_uploads/${upload.id}/send` }),
    ...((isStored || status === 'failed') && {
      file_import_result: {
        imported_time: time(upload.importEndsMs ?? 0),
        ...(isStored
          ? { type: 'success', success: {} }
          : {
              type: 'error',
              error: { type: failure, parameter: null, status_code: null, ...IMPORT_ERRORS[failure] },
            }),
      },
    }),
  }
}
