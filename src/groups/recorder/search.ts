import * as z from 'zod'
import { hasStatus } from '../../base/errors.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { Connection } from './connection.ts'
import { pagesOfRecordings, type RecordingRow } from './listing.ts'

export interface SearchQuery {
  query: string
  /** A selector that is passed through to the product. */
  from?: string | undefined
  /** Bounds of the recording's start, epoch milliseconds. */
  date_from?: number | undefined
  date_to?: number | undefined
}

const hit = () =>
  z.object({
    source: z.string().catch('transcript'),
    text: z.string().catch(''),
    start_time: z.coerce.number().optional().catch(undefined),
  })
type Hit = z.infer<ReturnType<typeof hit>>

const foundFile = () =>
  z
    .object({
      id: z.string().optional(),
      file_id: z.string().optional(),
      filename: z.string().nullish().catch(''),
      file_name: z.string().catch(''),
      start_time: z.coerce.number().catch(0),
      hits: z.array(hit()).catch([]),
    })
    .transform(({ id, file_id, filename, file_name, start_time, hits }) => ({
      id: id ?? file_id ?? '',
      filename: filename ?? file_name,
      start_time,
      hits,
    }))
type FoundFile = z.infer<ReturnType<typeof foundFile>>

/** The product's answer was never published: each form that a reader tolerates is read (recorder facts, section 8). */
const readFound = shapeReader('recorder', () =>
  z.union([
    z.object({ results: z.array(foundFile()) }).transform(({ results }) => results),
    z.object({ data: z.array(foundFile()) }).transform(({ data }) => data),
  ]),
)

const PAGE_SIZE = 100
const MOST_PAGES = 5

/** Recordings that match, with what matched: by the product's own search, or by the gateway where it has none. */
export async function search(connection: Connection, query: SearchQuery) {
  const found = await productSearch(connection, query)
  const { files, scanned, complete } = found
    ? { files: found, scanned: found.length, complete: true }
    : await ownSearch(connection, query)
  const within = files.filter(({ start_time }) => isWithin(start_time, query))
  return {
    query: query.query,
    total: within.length,
    files: within,
    engine: found ? ('product' as const) : ('gateway' as const),
    scanned,
    complete,
  }
}

const isWithin = (
  start: number,
  { date_from = Number.NEGATIVE_INFINITY, date_to = Number.POSITIVE_INFINITY }: SearchQuery,
) => start >= date_from && start <= date_to

/** Undefined where the product has no search: it answers 404 then. */
async function productSearch(connection: Connection, query: SearchQuery): Promise<FoundFile[] | undefined> {
  try {
    const { body } = await connection.call({ method: 'POST', path: '/gsearch/v1/search', body: query, reads: true })
    return readFound(body).filter(({ id }) => id !== '')
  } catch (error) {
    if (hasStatus(error, 404)) return undefined
    throw error
  }
}

/** Looks in names and keywords, ignoring case, in a bounded number of listing pages. */
async function ownSearch(connection: Connection, { query }: SearchQuery) {
  const needle = query.normalize('NFC').toLowerCase()
  const files: FoundFile[] = []
  let scanned = 0
  let complete = false
  for await (const { rows, last } of pagesOfRecordings(connection, {
    sort_by: 'start_time',
    pageSize: PAGE_SIZE,
    mostPages: MOST_PAGES,
  })) {
    scanned += rows.length
    complete = last
    for (const row of rows) {
      const hits = hitsIn(row, needle)
      if (hits.length > 0) files.push({ id: row.id, filename: row.filename, start_time: row.start_time, hits })
    }
  }
  return { files, scanned, complete }
}

function hitsIn({ filename, keywords }: RecordingRow, needle: string): Hit[] {
  const matches = (text: string) => text.normalize('NFC').toLowerCase().includes(needle)
  return [
    ...(matches(filename) ? [{ source: 'filename', text: filename }] : []),
    ...keywords.filter(matches).map((keyword) => ({ source: 'keyword', text: keyword })),
  ]
}
