import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badGateway, GatewayError } from '../../base/errors.ts'
import { at, count, isObject, member, text, textMember } from '../../base/json.ts'
import { publicAddress } from '../../base/url.ts'
import { converted } from '../../gateway/http/fields.ts'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { codeReason, publicMessage, requiredFields } from '../../upstream/failures.ts'
import { header, read, uuid, write } from './group.ts'
import { type Connection, connect } from './notion.ts'
import type { FileUpload } from './records.outputs.ts'

const FILE_UPLOAD = '2f1c0de0-000c-4000-8000-000000000001'
const ADDRESS = 'https://cdn.example.com/moodboard.png'

/** The product's limit for names, in bytes. */
const NAME_BYTES = 900

const address = () =>
  converted(z.string().check(z.maxLength(2000, 'must be at most 2000 characters')), (text, refuse) => {
    const checked = publicAddress(text.trim())
    if ('href' in checked) return checked.href
    refuse(checked.error)
    return z.NEVER
  })

const fileImport = () => ({
  header: header(),
  json: z.strictObject({
    url: address().check(
      z.meta({ description: 'https address of the file, which anyone can read there', examples: [ADDRESS] }),
    ),
    filename: z
      .optional(
        z.string().check(
          z.refine((name) => new TextEncoder().encode(name).length <= NAME_BYTES, {
            error: ({ input }) =>
              `must be at most ${NAME_BYTES} bytes, not ${new TextEncoder().encode(String(input)).length}`,
          }),
          z.refine((name) => !/[/\\\p{Cc}]/u.test(name), 'must hold no slash, no backslash and no control character'),
        ),
      )
      .check(z.meta({ description: 'Its name in the workspace, with its extension; else that of the address' })),
  }),
})

const file = () => ({
  header: header(),
  param: z.object({
    file_upload_id: uuid().check(
      z.meta({ description: 'The file, by the id that its import returned', examples: [FILE_UPLOAD] }),
    ),
  }),
})

/** The first wait, in which small files get imported; in milliseconds. */
const FIRST_CHECK_MS = 1_000
const CHECK_INTERVAL_MS = 2_000

/** The time and calls reserved for the last status check and the response. */
const RESERVED_MS = 5_000
const RESERVED_CALLS = 2

/**
 * Imports a file and waits as long as one request may take. A pending import continues, and its id can be checked
 * later. Throws 400 when the file cannot be fetched or is refused, and 502 when the product fails.
 */
async function importFile(connection: Connection, url: string, filename: string | undefined): Promise<FileUpload> {
  let upload: FileUpload & { id: string } = await startImport(connection, url, filename)
  for (let wait = FIRST_CHECK_MS; isPending(upload) && hasTime(connection, wait); wait = CHECK_INTERVAL_MS) {
    await connection.upstream.platform.sleep(wait)
    const seen = await checkUpload(connection, upload.id)
    if (!seen) break
    upload = { ...seen, id: upload.id }
  }
  if (upload.status === 'failed') throw importFailure(upload)
  return upload
}

const hasTime = ({ upstream }: Connection, wait: number) =>
  upstream.deadline.leftMs >= wait + RESERVED_MS && upstream.budget.callsLeft > RESERVED_CALLS

/** Undefined when the product does not report a status. The import still runs and can be checked later. */
async function checkUpload(connection: Connection, id: string): Promise<FileUpload | undefined> {
  try {
    return await fetchUpload(connection, id)
  } catch (error) {
    if (error instanceof GatewayError) return undefined
    throw error
  }
}

/** Errors of the file or its host, which the caller can fix. */
const FILE_ERRORS: ReadonlySet<string> = new Set(['validation_error', 'download_error'])

function importFailure({ failure }: FileUpload): GatewayError {
  const type = failure?.type ?? ''
  const message = `url: the workspace service could not import the file: ${failure?.message ?? (type || 'it does not tell why')}`
  const reason = codeReason(type || 'failed')
  return FILE_ERRORS.has(type) ? new GatewayError(400, message, { reason }) : badGateway(message, reason)
}

const required = requiredFields('workspace', '', 'id')

/** Asks the product to import a file from a public URL. The product continues after its response. */
async function startImport(connection: Connection, url: string, filename: string | undefined) {
  const body = { mode: 'external_url', external_url: url, ...(filename && { filename }) }
  const upload = readUpload(connection, await connection.call({ method: 'POST', path: '/file_uploads', body }))
  return { ...upload, id: required('id', upload.id) }
}

const fetchUpload = async (connection: Connection, id: string): Promise<FileUpload> =>
  readUpload(connection, await connection.call({ path: `/file_uploads/${id}` }))

/** Whether the state will still change by itself. An unknown state may. */
const isPending = ({ status }: Pick<FileUpload, 'status'>) =>
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
  return { ...upload, warnings: isPending(upload) ? [stillPending(upload.id)] : [] }
}

const stillPending = (id: string | null) =>
  `status: the file cannot be used before it is uploaded: look again with GET /api/v2/workspace/files/${id ?? '{file_upload_id}'}`

export const fileRoutes = new Hono<AppEnv>()
  .post(
    '/workspace/files',
    write('workspace_import_file', {
      summary: 'Import a file by its public https address',
      description:
        'Waits for the import up to 20 seconds; what is still pending then continues, see workspace_get_file. A files property takes the id as {"file_upload": id}, within an hour.',
      ko: '공개 https 주소의 파일 가져오기(업로드)',
      title: 'Import a file',
      search:
        'upload a file to Notion, attach the pdf from this link, add a picture from the web, import the image, put the file onto the page, 노션에 파일 올려, 이미지 첨부, 사진 넣어, pdf 붙여, 링크 파일 가져와, 첨부해, 주소에 있는 파일, 노션에 업로드',
      effect: 'message',
      destructive: false,
      input: fileImport,
      handle: async (c) => {
        const { url, filename } = c.req.valid('json')
        return importFile(await connect(c), url, filename)
      },
      status: 201,
      access: pro,
    }),
  )
  .get(
    '/workspace/files/:file_upload_id',
    read('workspace_get_file', {
      summary: 'The state of a file that was imported',
      description: 'The id comes from workspace_import_file.',
      ko: '가져온 파일의 상태',
      search:
        'is the upload to Notion finished, has the file arrived, state of the import, is the attachment ready, upload still pending, 업로드 끝났, 파일 올라갔, 파일 들어갔, 첨부 됐는지, 업로드 상태, 아직 올리는 중',
      title: 'Get the state of an import',
      input: file,
      handle: async (c) => fetchUpload(await connect(c), c.req.valid('param').file_upload_id),
      access: pro,
    }),
  )
