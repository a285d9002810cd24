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

/** Product searches of one request, where the words of a query are looked for one by one. */
const MOST_WORDS = 5

/** What a search looked through, and what it found. */
interface Searched {
  engine: 'product' | 'gateway'
  /** What was looked through, null where the product does not say. */
  searched: ('filename' | 'keyword')[] | null
  scanned: number
  complete: boolean
  files: SearchResult[]
  /** The same search for each of these words. */
  eachOf(words: readonly string[]): Promise<SearchResult[][]>
}

/**
 * Searches with the product's own search, or in the listing where that gives no results that can be read. Both look for
 * the query as one phrase. Where nothing has it, each of its words is looked for, and the answer says so.
 */
export async function search(connection: Connection, query: SearchQuery) {
  const { engine, searched, scanned, complete, files, eachOf } =
    (await searchProduct(connection, query)) ?? (await searchListing(connection, query))
  const within = files.filter(({ start_time }) => isWithin(start_time, query))
  const words = within.length === 0 ? wordsOf(query.query) : []
  const found = words.length > 1 ? byWords(await eachOf(words)) : within
  const told = found.filter(({ start_time }) => isWithin(start_time, query))
  return {
    query: query.query,
    words: words.length > 1 ? words : null,
    total: told.length,
    files: told,
    engine,
    searched,
    scanned: Math.max(scanned, told.length),
    complete,
  }
}

/** The words of a query, without single letters, which stand in nearly every text. */
function wordsOf(query: string): string[] {
  const words = query.split(/\s+/).filter((word) => !/^[ -~]?$/.test(word))
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/** The recordings that have any of the words: those with more of them first, then the newest. */
function byWords(found: readonly SearchResult[][]): SearchResult[] {
  const ranked = new Map<string, { file: SearchResult; count: number }>()
  for (const file of found.flat()) {
    const before = ranked.get(file.id)
    const hits = [...(before?.file.hits ?? []), ...file.hits]
    ranked.set(file.id, { file: { ...file, hits: distinct(hits) }, count: (before?.count ?? 0) + 1 })
  }
  return [...ranked.values()]
    .sort((a, b) => b.count - a.count || startOf(b.file) - startOf(a.file))
    .map(({ file }) => file)
}

const startOf = ({ start_time }: SearchResult) => start_time ?? Number.MIN_SAFE_INTEGER

const distinct = (hits: readonly Hit[]): Hit[] => [
  ...new Map(hits.map((hit) => [JSON.stringify([hit.source, hit.text, hit.start_time]), hit])).values(),
]

/** A recording whose start is not known is within no bounds. */
function isWithin(start: number | null, { date_from, date_to }: SearchQuery): boolean {
  if (date_from === undefined && date_to === undefined) return true
  return start !== null && start >= (date_from ?? start) && start <= (date_to ?? start)
}

async function searchProduct(connection: Connection, query: SearchQuery): Promise<Searched | undefined> {
  const files = await askProduct(connection, query)
  return (
    files && {
      engine: 'product',
      searched: null,
      scanned: files.length,
      complete: true,
      files,
      eachOf: async (words) =>
        (await Promise.all(words.map((word) => askProduct(connection, { ...query, query: word })))).map(
          (found) => found ?? [],
        ),
    }
  )
}

/**
 * Path and body of the product's search are a guess (recorder facts, section 8). Undefined for an answer without a list of
 * results: a search that is not there, or is another one. Throws 401 and 429, which do not speak of the search.
 */
async function askProduct(connection: Connection, query: SearchQuery): Promise<SearchResult[] | undefined> {
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
async function searchListing(connection: Connection, { query }: SearchQuery): Promise<Searched> {
  const library: RecordingRow[] = []
  let complete = false
  for await (const { rows, last } of pagesOfRecordings(connection, {
    sort_by: 'start_time',
    pageSize: PAGE_SIZE,
    mostPages: MOST_PAGES,
  })) {
    library.push(...rows)
    complete = last
  }
  return {
    engine: 'gateway',
    searched: ['filename', 'keyword'],
    scanned: library.length,
    complete,
    files: matching(library, query),
    eachOf: async (words) => words.map((word) => matching(library, word)),
  }
}

function matching(library: readonly RecordingRow[], query: string): SearchResult[] {
  const needle = query.normalize('NFC').toLowerCase()
  return library.flatMap((row) => {
    const hits = hitsIn(row, needle)
    return hits.length > 0 ? [{ id: row.id, filename: row.filename, start_time: row.start_time, hits }] : []
  })
}

function hitsIn({ filename, keywords }: RecordingRow, needle: string): Hit[] {
  const matches = (text: string) => text.normalize('NFC').toLowerCase().includes(needle)
  return [
    ...(filename !== null && matches(filename) ? [{ source: 'filename', text: filename }] : []),
    ...keywords.filter(matches).map((keyword) => ({ source: 'keyword', text: keyword })),
  ]
}
