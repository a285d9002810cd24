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

const searchResult = () =>
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
type SearchResult = z.infer<ReturnType<typeof searchResult>>

/** The answer's shape is unpublished: each form that a known client reads is read here (recorder facts, section 8). */
const readResults = shapeReader('recorder', () =>
  z.union([
    z.object({ results: z.array(searchResult()) }).transform(({ results }) => results),
    z.object({ data: z.array(searchResult()) }).transform(({ data }) => data),
  ]),
)

const PAGE_SIZE = 100
const MOST_PAGES = 5

/** Searches with the product's own search, or in the listing where the product has none. */
export async function search(connection: Connection, query: SearchQuery) {
  const found = await searchProduct(connection, query)
  const { files, scanned, complete } = found
    ? { files: found, scanned: found.length, complete: true }
    : await searchListing(connection, query)
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

/** Undefined where the product answers 404, which means that it has no search. */
async function searchProduct(connection: Connection, query: SearchQuery): Promise<SearchResult[] | undefined> {
  try {
    const { body } = await connection.call({ method: 'POST', path: '/gsearch/v1/search', body: query, reads: true })
    return readResults(body).filter(({ id }) => id !== '')
  } catch (error) {
    if (hasStatus(error, 404)) return undefined
    throw error
  }
}

/** Searches names and keywords, ignoring case, in a bounded number of listing pages. */
async function searchListing(connection: Connection, { query }: SearchQuery) {
  const needle = query.normalize('NFC').toLowerCase()
  const files: SearchResult[] = []
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
