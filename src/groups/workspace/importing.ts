import { badGateway, GatewayError } from '../../base/errors.ts'
import { sleep } from '../../base/platform.ts'
import { codeReason } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import { fetchUpload, isUnderWay, startImport } from './file-uploads.ts'
import type { FileUpload } from './finding.answers.ts'

/** The first wait, in which small files get imported; in milliseconds. */
const FIRST_LOOK_MS = 1_000
const LOOK_EVERY_MS = 2_000

/** The time and calls reserved for the last status check and the response. */
const RESERVED_MS = 5_000
const RESERVED_CALLS = 2

/**
 * Imports a file and waits as long as one request may take. A pending import continues, and its id can be checked
 * later. Throws 400 when the file cannot be fetched or is refused, and 502 when the product fails.
 */
export async function importFile(
  connection: Connection,
  url: string,
  filename: string | undefined,
): Promise<FileUpload> {
  let upload: FileUpload & { id: string } = await startImport(connection, url, filename)
  for (let wait = FIRST_LOOK_MS; isUnderWay(upload) && hasTime(connection, wait); wait = LOOK_EVERY_MS) {
    await sleep(connection.upstream.platform, wait)
    const seen = await look(connection, upload.id)
    if (!seen) break
    upload = { ...seen, id: upload.id }
  }
  if (upload.status === 'failed') throw importFailure(upload)
  return upload
}

const hasTime = ({ upstream }: Connection, wait: number) =>
  upstream.deadline.leftMs >= wait + RESERVED_MS && upstream.budget.callsLeft > RESERVED_CALLS

/** Undefined when the product does not report a status. The import still runs and can be checked later. */
async function look(connection: Connection, id: string): Promise<FileUpload | undefined> {
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
