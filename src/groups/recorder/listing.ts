import * as z from 'zod'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'

/** 0 active, 1 trash, 2 both (contract section 3, `is_trash`). */
export type Location = 0 | 1 | 2

export interface ListingQuery {
  limit: number
  skip: number
  is_trash: Location
  sort_by: 'edit_time' | 'start_time'
  is_desc: boolean
}

/** The product sends a flag as a boolean or as 0 and 1, and some numbers as strings of digits (recorder facts, 6.1). */
const rowFlag = () => z.union([z.boolean(), z.coerce.number().transform((number) => number !== 0)]).catch(false)
const numeric = () => z.coerce.number().catch(0)

/** A row of the product's listing. The fields that the gateway reads get one type; the others stay as they came. */
export const recordingRow = () =>
  z.looseObject({
    id: z.string(),
    filename: z.string().catch(''),
    keywords: z.array(z.string()).catch([]),
    start_time: numeric(),
    duration: numeric(),
    edit_time: numeric(),
    version_ms: numeric(),
    edit_from: z.string().catch(''),
    is_trash: rowFlag(),
    is_trans: rowFlag(),
    is_summary: rowFlag(),
  })
export type RecordingRow = z.infer<ReturnType<typeof recordingRow>>

const readListing = shapeReader('recorder', () =>
  z.object({ data_file_total: numeric(), data_file_list: z.array(recordingRow()) }),
)

export interface Listing {
  status: number
  data_file_total: number
  data_file_list: RecordingRow[]
}

/** Fetches one page of recordings and orders it by normalised times. */
export async function listRecordings(connection: Connection, query: ListingQuery): Promise<Listing> {
  const { limit, skip, is_trash, sort_by, is_desc } = query
  const parameters = new URLSearchParams({
    skip: String(skip),
    limit: String(limit),
    is_trash: String(is_trash),
    sort_by,
    is_desc: String(is_desc),
  })
  const { body } = await connection.call({ path: `/file/simple/web?${parameters}` })
  const { data_file_total, data_file_list } = readListing(body)
  const sign = is_desc ? -1 : 1
  data_file_list.sort((a, b) => sign * ORDERS[sort_by](a, b))
  return { status: body.status, data_file_total, data_file_list }
}

type Order = (a: RecordingRow, b: RecordingRow) => number

/** Recordings that started at one moment keep the product's order, since `skip` counts in that order. */
const ORDERS: Record<ListingQuery['sort_by'], Order> = {
  edit_time: (a, b) => editedAtMs(a) - editedAtMs(b) || a.version_ms - b.version_ms,
  start_time: (a, b) => a.start_time - b.start_time,
}

/** `edit_time` comes in seconds or in milliseconds; a number below this one is seconds (recorder facts, 6.1). */
const SECONDS_BELOW = 1e11

/** The last edit in epoch milliseconds, whichever unit the product used. */
export const editedAtMs = ({ edit_time }: RecordingRow) => (edit_time < SECONDS_BELOW ? edit_time * 1000 : edit_time)

/** Ready for automations (contract section 3). */
export const isReady = ({ is_trash, is_trans, is_summary }: RecordingRow) => is_trans && is_summary && !is_trash

interface Paging {
  sort_by: ListingQuery['sort_by']
  pageSize: number
  mostPages: number
  /** How many rows of the page before each page repeats, so that a removal between two pages hides none. */
  overlap?: number
}

/** Fetches the pages of active recordings, newest first, up to the first short page: the product's total is unreliable. */
export async function* pagesOfRecordings(
  connection: Connection,
  { sort_by, pageSize, mostPages, overlap = 0 }: Paging,
): AsyncGenerator<{ rows: RecordingRow[]; last: boolean }> {
  for (let page = 0; page < mostPages; page++) {
    const skip = page * (pageSize - overlap)
    const query = { limit: pageSize, skip, is_trash: 0, sort_by, is_desc: true } as const
    const { data_file_list: rows } = await listRecordings(connection, query)
    const last = rows.length < pageSize
    yield { rows, last }
    if (last) return
  }
}
