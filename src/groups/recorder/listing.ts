import { GatewayError, notFound } from '../../base/errors.ts'
import { countDone, isLost, requireDone, toUnsent } from '../../gateway/batch.ts'
import type { Connection } from './connection.ts'
import { NO_RECORDING } from './detail.ts'
import { fetchListing } from './library.ts'
import type { ChangedRecording } from './outputs.ts'
import type { ListingQuery, RecordingRow } from './rows.ts'

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

/** The names of folders by their ids, where the list of recordings has them. */
export type Folders = ReadonlyMap<string, string | null> | undefined

interface Page {
  status: number
  rows: RecordingRow[]
  folders: Folders
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
    const { status, rows, folders } = await fetchListing(connection, {
      limit: pageSize,
      skip,
      is_trash,
      is_desc,
      ...query,
    })
    const last = rows.length < pageSize
    yield { status, rows: rows.filter((row) => row !== null), folders, last }
    if (last) return
  }
}

/** One page of recordings, as the route returns it, and the folders in it. */
export async function listRecordings(connection: Connection, query: ListingQuery) {
  const { status, total, rows, folders } = await fetchListing(connection, query)
  const answer = {
    status,
    data_file_total: total,
    data_file_list: rows.filter((row) => row !== null),
    next_skip: rows.length < query.limit || query.limit === 0 ? null : query.skip + rows.length,
  }
  return { answer, folders }
}

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

/** The given ids that the library has, in the trash or not. */
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
