import { GatewayError } from '../../base/errors.ts'
import { at, identifier, items, number, text } from '../../base/loose-json.ts'
import type { Connection } from './connection.ts'
import type { RecordingRow } from './listing.ts'
import { pagesOfRecordings } from './listing-pages.ts'
import { string } from './product-values.ts'

export interface SearchQuery {
  query: string
  /** A selector that is passed through to the product. */
  from?: string | undefined
  /** Bounds of the recording's start, epoch milliseconds. */
  date_from?: number | undefined
  date_to?: number | undefined
}

interface Hit {
  /** The part of the recording that matched, null where the product does not say. */
  source: string | null
  text: string
  /** Milliseconds from the start. */
  start_time?: number
}

interface SearchResult {
  id: string
  filename: string | null
  /** Epoch milliseconds. */
  start_time: number | null
  hits: Hit[]
}

const PAGE_SIZE = 100
const MOST_PAGES = 5

/** Searches with the product's own search, or in the listing where that gives no results that can be read. */
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

/** A recording whose start is not known is within no bounds. */
function isWithin(start: number | null, { date_from, date_to }: SearchQuery): boolean {
  if (date_from === undefined && date_to === undefined) return true
  return start !== null && start >= (date_from ?? start) && start <= (date_to ?? start)
}

/**
 * Path and body of the product's search are a guess (recorder facts, section 8). Undefined for an answer without a list of
 * results: a search that is not there, or is another one. Throws 401 and 429, which do not speak of the search.
 */
async function searchProduct(connection: Connection, query: SearchQuery): Promise<SearchResult[] | undefined> {
  try {
    const { body } = await connection.call({ method: 'POST', path: '/gsearch/v1/search', body: query, reads: true })
    return readResults(body.results) ?? readResults(body.data)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status === 401 || error.status === 429) throw error
    return undefined
  }
}

/** Undefined for what is no list, or a list in which nothing can be read. */
function readResults(list: unknown): SearchResult[] | undefined {
  if (!Array.isArray(list)) return undefined
  const results = items(list, readResult)
  return results.length === 0 && list.length > 0 ? undefined : results
}

function readResult(item: unknown): SearchResult | null {
  const id = identifier(at(item, 'id')) ?? identifier(at(item, 'file_id'))
  if (id === null) return null
  return {
    id,
    filename: string(at(item, 'filename')) ?? string(at(item, 'file_name')),
    start_time: number(at(item, 'start_time')),
    hits: items(at(item, 'hits'), readHit),
  }
}

function readHit(hit: unknown): Hit | null {
  const words = text(at(hit, 'text'))
  const start_time = number(at(hit, 'start_time'))
  if (words === null) return null
  return { source: text(at(hit, 'source')), text: words, ...(start_time !== null && { start_time }) }
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
    ...(filename !== null && matches(filename) ? [{ source: 'filename', text: filename }] : []),
    ...keywords.filter(matches).map((keyword) => ({ source: 'keyword', text: keyword })),
  ]
}
