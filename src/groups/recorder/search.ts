import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError } from '../../base/errors.ts'
import { at, identifier, items, list, number, text } from '../../base/json.ts'
import { callObject } from '../../base/objects.ts'
import { clamped, instant } from '../../gateway/http/fields.ts'
import { logUnhandledError } from '../../gateway/http/log.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { type Connection, connect } from './connection.ts'
import { read } from './group.ts'
import { callV3 } from './library.ts'
import { pagesOfRecordings } from './listing.ts'
import { string } from './plaud.ts'
import type { RecordingRow } from './rows.ts'
import { addSpeakers, type Hit, type SearchResult } from './speakers.ts'

const searchInput = () => ({
  query: z.strictObject({
    query: z
      .string()
      .check(z.maxLength(500))
      .check(z.meta({ description: 'A phrase to look for; where nothing has it, its words', examples: ['harbour'] })),
    from: z
      .optional(z.string().check(z.maxLength(200)))
      .check(z.meta({ description: 'Source or context selector, passed through', examples: ['transcript'] })),
    date_from: z.optional(instant()).check(
      z.meta({
        description: 'Earliest start of the recording',
        examples: ['2026-11-01T00:00:00Z'],
        narrows: 'amount',
      }),
    ),
    date_to: z
      .optional(instant())
      .check(
        z.meta({ description: 'Latest start of the recording', examples: ['2030-12-31T00:00:00Z'], narrows: 'amount' }),
      ),
    most_hits: z
      .optional(z.pipe(z.string().check(z.regex(/^[1-9]\d?$/, 'must be 1 to 99')), z.transform(Number)))
      .check(
        z.meta({
          description: 'The most hits of a recording, each cut to 200 characters and with its speaker',
          examples: [3],
          override: { type: 'integer', minimum: 1, maximum: 99 },
        }),
      ),
  }),
})

const searchHistory = () => ({
  query: z.strictObject({
    limit: clamped(10, 1, 200).check(z.meta({ description: 'How many queries, moved into 1..200', narrows: 'amount' })),
  }),
})

interface SearchQuery {
  query: string
  /** A selector that is passed through to the product. */
  from?: string | undefined
  /** The most hits of a recording, each in short and with its speaker. */
  most_hits?: number | undefined
  /** Bounds of the recording's start, in epoch milliseconds. */
  date_from?: number | undefined
  date_to?: number | undefined
}

const PAGE_SIZE = 100
const MOST_PAGES = 5

/** The most product searches in one request, when the words of a query are searched one by one. */
const MOST_WORDS = 5

/** The most recordings that one search of the product returns. */
const MOST_FOUND = 20

type Place = 'filename' | 'keyword' | 'transcript' | 'summary'

/** The searched sources and their results. */
interface Searched {
  engine: 'product' | 'gateway'
  /** The parts that were searched. Null when that is unknown. */
  searched: Place[] | null
  scanned: number
  complete: boolean
  files: SearchResult[]
  /** Runs the same search for each of these words. */
  searchEach(words: readonly string[]): Promise<SearchResult[][]>
}

/**
 * Uses the product's own search, which does not search names. When it finds nothing or returns nothing readable,
 * searches the listing. If nothing matches the whole query, each of its words is searched, and the response says so.
 */
async function search(connection: Connection, query: SearchQuery) {
  const { engine, searched, scanned, complete, files, searchEach } = await searchWhole(connection, query)
  const within = files.filter(({ start_time }) => isWithin(start_time, query))
  const words = within.length === 0 ? splitWords(query.query) : []
  const found = words.length > 1 ? byWords(await searchEach(words)) : within
  const returned = found.filter(({ start_time }) => isWithin(start_time, query))
  return {
    query: query.query,
    words: words.length > 1 ? words : null,
    total: returned.length,
    files: await limitHits(connection, returned, query.most_hits, words.length > 1 ? words : [query.query]),
    engine,
    searched,
    scanned: Math.max(scanned, returned.length),
    complete,
  }
}

/** The longest text of a hit, where hits are limited. */
const LONGEST_HIT = 200

/** Recordings with at most so many hits, each cut around the first of the words. Unchanged where nothing limits them. */
function limitHits(
  connection: Connection,
  files: SearchResult[],
  most: number | undefined,
  words: readonly string[],
): Promise<SearchResult[]> | SearchResult[] {
  if (most === undefined) return files
  const limited = files.map(({ hits, ...file }) => ({
    ...file,
    hit_count: hits.length,
    hits: hits.slice(0, most).map((hit) => ({ ...hit, text: snippet(hit.text, words) })),
  }))
  return addSpeakers(connection, limited)
}

function snippet(text: string, words: readonly string[]): string {
  if (text.length <= LONGEST_HIT) return text
  const lower = text.toLowerCase()
  const found = words.map((word) => lower.indexOf(word.toLowerCase())).filter((place) => place >= 0)
  const start = Math.max(0, Math.min(...found, text.length) - LONGEST_HIT / 4)
  const from = found.length > 0 ? start : 0
  const part = text.slice(from, from + LONGEST_HIT)
  return `${from > 0 ? '…' : ''}${part}${from + LONGEST_HIT < text.length ? '…' : ''}`
}

async function searchWhole(connection: Connection, query: SearchQuery): Promise<Searched> {
  const product = await searchProduct(connection, query)
  if (product && (!product.searched || product.files.some(({ start_time }) => isWithin(start_time, query)))) {
    return product
  }
  const listing = await searchListing(connection, query)
  if (!product) return listing
  return {
    engine: 'product',
    searched: [...(product.searched ?? []), ...(listing.searched ?? [])],
    scanned: listing.scanned,
    complete: product.complete && listing.complete,
    files: listing.files,
    searchEach: async (words) => {
      const [spoken, named] = await Promise.all([product.searchEach(words), listing.searchEach(words)])
      return spoken.map((found, index) => [...found, ...(named[index] ?? [])])
    },
  }
}

/** The words of a query, without single letters, which occur in nearly every text. */
function splitWords(query: string): string[] {
  const words = query.split(/\s+/).filter((word) => !/^[ -~]?$/.test(word))
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/** The recordings with any of the words: most matching words first, then newest. */
function byWords(found: readonly SearchResult[][]): SearchResult[] {
  const ranked = new Map<string, { file: SearchResult; words: Set<number> }>()
  for (const [word, files] of found.entries()) {
    for (const file of files) {
      const before = ranked.get(file.id)
      const hits = distinct([...(before?.file.hits ?? []), ...file.hits])
      ranked.set(file.id, { file: { ...file, hits }, words: new Set([...(before?.words ?? []), word]) })
    }
  }
  return [...ranked.values()]
    .sort((a, b) => b.words.size - a.words.size || getStart(b.file) - getStart(a.file))
    .map(({ file }) => file)
}

const getStart = ({ start_time }: SearchResult) => start_time ?? Number.MIN_SAFE_INTEGER

const distinct = (hits: readonly Hit[]): Hit[] => [
  ...new Map(hits.map((hit) => [JSON.stringify([hit.source, hit.text, hit.start_time]), hit])).values(),
]

/** A recording with an unknown start is outside of any bounds. */
function isWithin(start: number | null, { date_from, date_to }: SearchQuery): boolean {
  if (date_from === undefined && date_to === undefined) return true
  return start !== null && start >= (date_from ?? start) && start <= (date_to ?? start)
}

async function searchProduct(connection: Connection, query: SearchQuery): Promise<Searched | undefined> {
  const answer = await fetchMatches(connection, query)
  return (
    answer && {
      engine: 'product',
      searched: answer.searched,
      scanned: answer.files.length,
      complete: answer.files.length < MOST_FOUND,
      files: answer.files,
      searchEach: (words) =>
        Promise.all(
          words.map(async (word) => (await fetchMatches(connection, { ...query, query: word }))?.files ?? []),
        ),
    }
  )
}

/**
 * Searches like the web app. Undefined for a response without a list of results: the search does not exist or has
 * changed. Throws 401 and 429, which are not about the search.
 */
async function fetchMatches(
  connection: Connection,
  { query, from, date_from, date_to }: SearchQuery,
): Promise<{ files: SearchResult[]; searched: Place[] | null } | undefined> {
  const asked = { query, date_from: date_from ?? null, date_to: date_to ?? null, from: from ?? '' }
  try {
    const { body } = await callV3(connection, { method: 'POST', path: '/gsearch/v1/search', body: asked, reads: true })
    const found = readResults(at(body, 'data', 'list'))
    if (found) return { files: found, searched: ['transcript', 'summary'] }
    const files = readResults(body.results) ?? readResults(body.data)
    return files && { files, searched: null }
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status === 401 || error.status === 429) throw error
    return undefined
  }
}

/** Undefined for anything but a list, and for a list without a readable item. */
function readResults(found: unknown): SearchResult[] | undefined {
  if (!Array.isArray(found)) return undefined
  const results = items(found, readResult)
  return results.length === 0 && found.length > 0 ? undefined : results
}

function readResult(item: unknown): SearchResult | null {
  const id = identifier(at(item, 'id')) ?? identifier(at(item, 'file_id'))
  if (id === null) return null
  return {
    id,
    filename: string(at(item, 'title')) ?? string(at(item, 'filename')) ?? string(at(item, 'file_name')),
    start_time: number(at(item, 'start_time')),
    hits: [
      ...items(at(item, 'trans_chunks'), readSpoken),
      ...list(at(item, 'notes')).flatMap((note) => items(at(note, 'chunks'), readNote)),
      ...items(at(item, 'hits'), readHit),
    ],
  }
}

/** A part of the transcript, with the first of its speakers. */
function readSpoken(chunk: unknown): Hit | null {
  const words = text(at(chunk, 'content'))
  const starts = items(at(chunk, 'speakers'), (speaker) => number(at(speaker, 'start_time')))
  if (words === null) return null
  const [speaker] = items(at(chunk, 'speakers'), (one) => text(at(one, 'speaker')) ?? text(at(one, 'name')))
  return {
    source: 'transcript',
    text: words,
    ...(starts.length > 0 && { start_time: Math.min(...starts) }),
    ...(speaker !== undefined && { speaker }),
  }
}

function readNote(chunk: unknown): Hit | null {
  const words = text(at(chunk, 'content'))
  return words === null ? null : { source: 'summary', text: words }
}

function readHit(hit: unknown): Hit | null {
  const words = text(at(hit, 'text'))
  const start_time = number(at(hit, 'start_time'))
  const speaker = text(at(hit, 'speaker'))
  if (words === null) return null
  return {
    source: text(at(hit, 'source')),
    text: words,
    ...(start_time !== null && { start_time }),
    ...(speaker !== null && { speaker }),
  }
}

/** Searches names and keywords, ignoring case, in a limited number of listing pages. */
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
    // The list of 4.0 has no keywords.
    searched: (await connection.generation()) === 3 ? ['filename', 'keyword'] : ['filename'],
    scanned: library.length,
    complete,
    files: matching(library, query),
    searchEach: async (words) => words.map((word) => matching(library, word)),
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

/** The owner of the search history. A rotated key keeps its history. */
const getKey = (c: Context<AppEnv>): string => c.get('state').caller?.lineage ?? ''

export const searchRoutes = new Hono<AppEnv>()
  .get(
    '/recorder/search',
    read('recorder_search', {
      summary: 'Search recordings',
      description:
        'Searches transcripts and summaries, 20 recordings at most; then names and keywords of the newest 500; then each word by itself (`words`). `hits` show what matched. Check `searched` and `complete` before you conclude that there is nothing.',
      ko: '녹음 검색',
      wanted: 4,
      search:
        'recording about something, find the recording where we spoke about, in which recording did somebody mention, which recording was about, search in recordings for a word, where did I talk about, recording with the word, look for a name in my recordings, when did we discuss, 녹음에서 찾아, 어느 녹음에서, 얘기한 녹음, 말한 녹음 찾아, 나온 녹음, 언급된 녹음, 녹음 중에 있, 그 녹음이 뭐였지, 녹음 뒤져, 녹음 내용 검색',
      tool: {
        defaults: { most_hits: 5 },
        hidden: ['from', 'most_hits'],
      },
      input: searchInput,
      handle: async (c) => {
        const query = c.req.valid('query')
        const connection = connect(c)
        const result = await search(connection, query)
        const object = await connection.object()
        // The caller who has the response finds the query in the history and in an export.
        const { settings, id } = c.get('state')
        const recorded = callObject(settings, object, (account) => account.recordSearch(getKey(c), query.query)).catch(
          (error: unknown) => logUnhandledError(id, error),
        )
        c.executionCtx.waitUntil(recorded)
        await connection.upstream.deadline.race(recorded)
        return result
      },
    }),
  )
  .get(
    '/recorder/search/history',
    read('recorder_list_searches', {
      summary: 'Recent searches with their counts',
      description: 'What was searched through this gateway, not in the app.',
      ko: '최근 검색어와 결과 수',
      search:
        'did I already look for it in my recordings, what did I search for in my recordings, my recent searches, search history, words I looked up, terms I typed into the search, 최근 검색어, 뭘 검색했, 뭘 찾아봤, 검색 기록, 찾아본 단어',
      title: 'Get recent searches',
      input: searchHistory,
      handle: async (c) => {
        const { limit } = c.req.valid('query')
        const object = await connect(c).object()
        const { settings } = c.get('state')
        return { history: await callObject(settings, object, ({ searches }) => searches.latest(getKey(c), limit)) }
      },
    }),
  )
