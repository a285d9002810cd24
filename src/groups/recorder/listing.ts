import { GatewayError, notFound } from '../../base/errors.ts'
import { identifier, isObject, list, number } from '../../base/json.ts'
import { countDone, isLost, requireDone, toUnsent } from '../../gateway/batch.ts'
import { requiredFields } from '../../upstream/failures.ts'
import type { Connection } from './connection.ts'
import { NO_RECORDING } from './detail.ts'
import type { ChangedRecording } from './outputs.ts'
import { identifiers, looseFlag, optionalList, string } from './plaud.ts'

interface Paging {
  sort_by: ListingQuery['sort_by']
  pageSize: number
  mostPages: number
  is_trash?: ListingQuery['is_trash']
  is_desc?: boolean
  tag_id?: string | undefined
  /** How many rows of the previous page each page repeats, so that a removal between two pages hides none. */
  overlap?: number
}

interface Page {
  status: number
  rows: RecordingRow[]
  /** Whether this is the last page. */
  last: boolean
}

/**
 * Fetches pages of recordings until the first short page, because the product's total is unreliable. Defaults to active
 * recordings, newest first.
 */
export async function* pagesOfRecordings(
  connection: Connection,
  { pageSize, mostPages, overlap = 0, is_trash = 0, is_desc = true, ...query }: Paging,
): AsyncGenerator<Page> {
  for (let page = 0; page < mostPages; page++) {
    const skip = page * (pageSize - overlap)
    const { status, rows } = await fetchListing(connection, { limit: pageSize, skip, is_trash, is_desc, ...query })
    const last = rows.length < pageSize
    yield { status, rows: rows.filter((row) => row !== null), last }
    if (last) return
  }
}

/** 0 active, 1 trash, 2 both (`is_trash`). */
type Location = 0 | 1 | 2

export interface ListingQuery {
  limit: number
  skip: number
  is_trash: Location
  sort_by: 'edit_time' | 'start_time'
  is_desc: boolean
  /** Only recordings in this folder. The product may ignore it. */
  tag_id?: string | undefined
}

/** The fields of a row that the gateway reads. Null when the product does not send a field in a known form. */
interface RowFields {
  id: string
  filename: string | null
  keywords: string[]
  /** Epoch milliseconds. */
  start_time: number | null
  /** Milliseconds. */
  duration: number | null
  /** Epoch seconds or milliseconds, see `editedAtMs`. */
  edit_time: number | null
  /** Epoch milliseconds. */
  version_ms: number | null
  edit_from: string | null
  is_trash: boolean | null
  is_trans: boolean | null
  is_summary: boolean | null
  filetag_id_list: string[]
}

/** A row of the product's listing. The fields of `RowFields` have a single type. The others are unchanged. */
export type RecordingRow = RowFields & Record<string, unknown>

/** Null for anything but a row with the id of a recording. */
export function readRow(row: unknown): RecordingRow | null {
  if (!isObject(row)) return null
  const id = identifier(row.id)
  if (id === null) return null
  return {
    ...row,
    id,
    filename: string(row.filename),
    keywords: list(row.keywords).filter((keyword) => typeof keyword === 'string'),
    start_time: number(row.start_time),
    duration: number(row.duration),
    edit_time: number(row.edit_time),
    version_ms: number(row.version_ms),
    edit_from: string(row.edit_from),
    is_trash: looseFlag(row.is_trash),
    is_trans: looseFlag(row.is_trans),
    is_summary: looseFlag(row.is_summary),
    filetag_id_list: identifiers(row.filetag_id_list),
  }
}

const required = requiredFields('recorder', 'data_file_list', 'data_file_list[].id')

/** Rows in the requested order. Null marks an unreadable row, because `skip` counts it. */
interface Listing {
  status: number
  total: number | null
  rows: (RecordingRow | null)[]
}

/** Fetches one page of recordings and sorts it by normalized times. Throws 502 when no row is readable. */
export async function fetchListing(connection: Connection, query: ListingQuery): Promise<Listing> {
  const { limit, skip, is_trash, sort_by, is_desc, tag_id } = query
  const parameters = new URLSearchParams({
    skip: String(skip),
    limit: String(limit),
    is_trash: String(is_trash),
    sort_by,
    is_desc: String(is_desc),
    ...(tag_id !== undefined && { filetag_id: tag_id }),
  })
  const { body, stated } = await connection.call({ path: `/file/simple/web?${parameters}` })
  const rows = required('data_file_list', optionalList(body.data_file_list, stated)).map(readRow)
  if (rows.length > 0) required('data_file_list[].id', rows.find(Boolean))
  return { status: body.status, total: number(body.data_file_total), rows: inOrder(rows, query) }
}

/** One page of recordings, as the route returns it. */
export async function listRecordings(connection: Connection, query: ListingQuery) {
  const { status, total, rows } = await fetchListing(connection, query)
  return {
    status,
    data_file_total: total,
    data_file_list: rows.filter((row) => row !== null),
    next_skip: rows.length < query.limit || query.limit === 0 ? null : query.skip + rows.length,
  }
}

/**
 * Sorts a page by the requested time. A row without that time stays behind the row before it. Recordings with the same
 * start keep the product's order, because `skip` counts in that order.
 */
function inOrder(rows: (RecordingRow | null)[], { sort_by, is_desc }: ListingQuery) {
  const sign = is_desc ? -1 : 1
  let before = sign * Number.NEGATIVE_INFINITY
  let versionBefore = 0
  const timed = rows.map((row) => {
    const time = row && (sort_by === 'edit_time' ? editedAtMs(row) : row.start_time)
    if (time !== null) {
      before = time
      versionBefore = (sort_by === 'edit_time' && row?.version_ms) || 0
    }
    return { row, time: before, version: versionBefore }
  })
  const compare = (a: number, b: number) => (a === b ? 0 : sign * (a < b ? -1 : 1))
  timed.sort((a, b) => compare(a.time, b.time) || compare(a.version, b.version))
  return timed.map(({ row }) => row)
}

/** `edit_time` comes in seconds or milliseconds. A number below this is seconds. */
const SECONDS_BELOW = 1e11

/** The last edit in epoch milliseconds, whichever unit the product used. The version if the time is unknown. */
export function editedAtMs({ edit_time, version_ms }: RecordingRow): number | null {
  if (edit_time === null) return version_ms
  return edit_time < SECONDS_BELOW ? edit_time * 1000 : edit_time
}

/** Ready for automations. False when the product omits a field. */
export const isReady = ({ is_trash, is_trans, is_summary }: RecordingRow) =>
  is_trans === true && is_summary === true && is_trash !== true

/** Rows per page of the library. The product sends up to 99,999. */
const CHANGED_AT_ONCE = 1000

type Outcome = Omit<ChangedRecording, 'file_id'>

/**
 * Changes recordings with one call, and tells what became of each. The product says nothing of ids that it does not
 * know, so the library is read before, and the call names only its recordings. Throws when nothing was changed.
 *
 * @param change is not called when no recording is known
 */
export async function changeRecordings(
  connection: Connection,
  ids: readonly string[],
  change: (known: readonly string[]) => Promise<unknown>,
) {
  const summarize = (toOutcome: (id: string) => Outcome, failures: readonly GatewayError[]) => {
    const results = ids.map((file_id): ChangedRecording => ({ file_id, ...toOutcome(file_id) }))
    const report = { ...countDone(results), results }
    requireDone(results, report, failures)
    return report
  }
  const known = await findRecordings(connection, ids).catch(asFailure)
  if (known instanceof GatewayError) return summarize(() => toUnsent(known), [known])
  const failure = known.size > 0 ? await change([...known]).then(() => undefined, asFailure) : undefined
  return summarize(
    (id) => (!known.has(id) ? { status: 'refused', error: NO_RECORDING } : failure ? toOutcome(failure) : DONE),
    [failure ?? notFound(NO_RECORDING)],
  )
}

const DONE: Outcome = { status: 'done', error: null }

const toOutcome = (error: GatewayError): Outcome =>
  isLost(error)
    ? { status: 'unknown', error: `${error.message}: whether it was done is not known` }
    : { status: 'refused', error: error.message }

function asFailure(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  throw error
}

/** Those of the ids that the library has, in the trash or not. */
async function findRecordings(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const wanted = new Set(ids)
  const found = new Set<string>()
  const all = {
    sort_by: 'edit_time',
    is_trash: 2,
    pageSize: CHANGED_AT_ONCE,
    mostPages: Number.POSITIVE_INFINITY,
  } as const
  for await (const { rows } of pagesOfRecordings(connection, all)) {
    for (const { id } of rows) if (wanted.has(id)) found.add(id)
    if (found.size === wanted.size) break
  }
  return found
}
