import type { Group } from '../../base/groups.ts'
import { at, items, list, text, tryParseJson } from '../../base/json.ts'
import { DAY_MS, getKoreanDay } from '../../base/time.ts'
import type { SearchAnswer, SearchedSource, SearchHit } from './outputs.ts'

/** The query of a caller, for all groups. */
export interface SearchQuery {
  query: string
  /** The time range of the results, in epoch milliseconds. */
  from?: number | undefined
  to?: number | undefined
  /** The most results of each source. */
  limit: number
}

/** A request to the gateway's own router, as the caller of the search. */
export type Ask = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Response>

/** Sends one request for the text and reads the results from the response. */
interface Source {
  group: Group
  name: SearchedSource['source']
  /** The parts that the service searches, such as titles. */
  where: readonly string[]
  request: (query: SearchQuery, now: number) => Parameters<Ask>
  read: (body: unknown) => SearchHit[]
  /** Whether the service only lists, so that the gateway filters the results. */
  isListing?: true
  isComplete: (body: unknown, query: SearchQuery, now: number) => boolean
}

/** How many days back orders are searched without `from`. */
const USUAL_DAYS = 30
const MOST_WORDS = 3

const getNotesSize = (limit: number) => Math.max(limit, 20)
const getEarliest = (to: number | undefined, now: number) => (to ?? now) - USUAL_DAYS * DAY_MS

const SOURCES: readonly Source[] = [
  {
    group: 'recorder',
    name: 'recordings',
    where: ['names', 'keywords', 'transcripts', 'summaries'],
    request: ({ query, from, to }) => [
      'GET',
      `/api/v1/recorder/search?${params({ query, date_from: from, date_to: to, most_hits: 3 })}`,
    ],
    read: (body) =>
      items(at(body, 'files'), (file) =>
        hit('recorder', 'recording', at(file, 'id'), at(file, 'filename'), at(file, 'start_time'), {
          snippets: items(at(file, 'hits'), (one) => formatHit(one)),
        }),
      ),
    isComplete: (body) => at(body, 'complete') === true,
  },
  {
    group: 'notes',
    name: 'notes',
    where: ['titles', 'transcripts'],
    request: ({ query, limit }) => [
      'GET',
      `/api/v1/notes/notes?${params({ keyword: query, size: getNotesSize(limit) })}`,
    ],
    read: (body) =>
      items(at(body, 'notes'), (note) =>
        hit(
          'notes',
          'note',
          at(note, 'guid'),
          at(note, 'title'),
          at(note, 'recordingStartAt') ?? at(note, 'createdAt'),
          {
            url: at(note, 'webUrl'),
          },
        ),
      ),
    // A search by keyword has one page, so a full one may be cut.
    isComplete: (body, { limit }) =>
      at(body, 'next_cursor') === null && list(at(body, 'notes')).length < getNotesSize(limit),
  },
  {
    group: 'workspace',
    name: 'workspace',
    where: ['titles'],
    request: ({ query }) => ['POST', '/api/v2/workspace/search', { query, page_size: 50 }],
    read: (body) =>
      items(at(body, 'results'), (page) =>
        hit(
          'workspace',
          text(at(page, 'object')) ?? 'page',
          at(page, 'id'),
          at(page, 'title'),
          at(page, 'last_edited_time'),
          {
            url: at(page, 'url'),
          },
        ),
      ),
    isComplete: (body) => at(body, 'has_more') === false,
  },
  {
    group: 'social',
    name: 'posts',
    where: ['texts of the newest 100 posts'],
    isListing: true,
    request: ({ from, to }) => ['GET', `/api/v1/social/posts?${params({ limit: 100, since: from, until: to })}`],
    read: (body) =>
      items(at(body, 'posts'), (post) =>
        hit('social', 'post', at(post, 'id'), at(post, 'text'), at(post, 'published_at'), { url: at(post, 'url') }),
      ),
    isComplete: (body) => at(body, 'next_cursor') === null,
  },
  {
    group: 'shop',
    name: 'purchases',
    where: ['names of products'],
    isListing: true,
    request: ({ from, to }, now) => [
      'POST',
      '/api/v1/shop/flattened-orders',
      { orderedFrom: getKoreanDay(from ?? getEarliest(to, now)), orderedTo: getKoreanDay(to ?? now) },
    ],
    read: (body) =>
      items(at(body, 'result', 'rows'), (row) =>
        hit(
          'shop',
          'purchase',
          at(row, 'order_id'),
          at(row, 'vendor_item_name') ?? at(row, 'product_name'),
          at(row, 'ordered_at'),
          {},
        ),
      ),
    isComplete: () => true,
  },
  {
    group: 'shop',
    name: 'orders',
    where: ['names of products'],
    isListing: true,
    request: ({ from, to }, now) => [
      'POST',
      '/api/v1/shop/ordersheets',
      {
        createdAtFrom: getKoreanDay(Math.max(from ?? 0, getEarliest(to, now))),
        createdAtTo: getKoreanDay(to ?? now),
      },
    ],
    read: (body) =>
      items(at(body, 'result'), (sheet) => {
        const names = items(at(sheet, 'orderItems'), (item) => text(at(item, 'vendorItemName')))
        return hit('shop', 'order', String(at(sheet, 'orderId')), names.join(', '), at(sheet, 'orderedAt'), {})
      }),
    isComplete: (_, { from, to }, now) => from === undefined || from >= getEarliest(to, now),
  },
]

export const SEARCHABLE: readonly Group[] = [...new Set(SOURCES.map(({ group }) => group))]

/** Searches the groups at the same time. A group that fails is reported and does not stop the others. */
export async function searchAll(
  ask: Ask,
  query: SearchQuery,
  groups: ReadonlySet<Group>,
  now: number,
): Promise<SearchAnswer> {
  const sources = SOURCES.filter(({ group }) => groups.has(group))
  const found = await Promise.all(sources.map((source) => searchSource(ask, source, query, now)))
  const searched = found.map((one) => one.searched)
  return {
    query: query.query,
    results: found.flatMap(({ results }) => results),
    summary: summarize(searched),
    searched,
  }
}

/** Summarizes the searched parts in one line. */
function summarize(searched: readonly SearchedSource[]): string {
  const name = (of: (one: SearchedSource) => boolean, toText = ({ source }: SearchedSource) => source as string) =>
    searched.filter(of).map(toText).join(', ')
  const lines = {
    Searched: name(
      ({ error }) => error === null,
      ({ source, where }) => `${source} (${where.join(', ')})`,
    ),
    'In part': name(({ error, complete }) => error === null && !complete),
    'Word by word': name(({ words }) => words !== null),
    'Not searched': name(
      ({ error }) => error !== null,
      ({ source, error }) => `${source} (${error})`,
    ),
  }
  return Object.entries(lines)
    .flatMap(([label, text]) => (text ? [`${label}: ${text}.`] : []))
    .join(' ')
}

async function searchSource(ask: Ask, source: Source, query: SearchQuery, now: number) {
  const { group, name, where } = source
  const whole = await fetchHits(ask, source, query, now)
  const words = splitWords(query.query)
  const isSplit = whole.error === null && whole.hits.length === 0 && words.length > 1
  const parts = !isSplit
    ? [whole]
    : source.isListing
      ? words.map((word) => ({ ...whole, hits: whole.listed.filter((one) => isMatch(one, word)) }))
      : await Promise.all(words.map((word) => fetchHits(ask, source, { ...query, query: word }, now)))
  const hits = rank(parts.map((part) => part.hits))
  const error = whole.error ?? parts.find((part) => part.error !== null)?.error ?? null
  const searched: SearchedSource = {
    source: name,
    group,
    where: [...where],
    words: isSplit ? words : null,
    found: hits.length,
    complete: parts.every(({ complete }) => complete),
    error,
  }
  return { results: hits.slice(0, query.limit), searched }
}

async function fetchHits(ask: Ask, source: Source, query: SearchQuery, now: number) {
  const response = await ask(...source.request(query, now))
  const body = tryParseJson(await response.text())
  if (!response.ok) {
    const error = text(at(body, 'error')) ?? `failed with ${response.status}`
    return { hits: [], listed: [], complete: false, error }
  }
  const listed = source.read(body).filter(({ at: time }) => isWithin(time, query))
  const hits = source.isListing ? listed.filter((one) => isMatch(one, query.query)) : listed
  return { hits, listed, complete: source.isComplete(body, query, now), error: null }
}

/** Results that contain more of the words first, without duplicates. */
function rank(parts: readonly SearchHit[][]): SearchHit[] {
  const counts = new Map<string, { hit: SearchHit; count: number }>()
  for (const one of parts.flat()) {
    const key = `${one.kind} ${one.id}`
    counts.set(key, { hit: one, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).map((entry) => entry.hit)
}

/** The distinct words of a query, without single letters. */
const splitWords = (query: string): string[] =>
  [...new Set(query.split(/\s+/))].filter((word) => !/^[ -~]?$/.test(word)).slice(0, MOST_WORDS)

const isMatch = ({ title }: SearchHit, words: string): boolean => normalize(title).includes(normalize(words))
const normalize = (words: string): string => words.normalize('NFC').toLowerCase()

function isWithin(time: string | null, { from, to }: SearchQuery): boolean {
  if (from === undefined && to === undefined) return true
  const ms = time === null ? Number.NaN : Date.parse(time)
  return ms >= (from ?? ms) && ms <= (to ?? ms)
}

function hit(
  group: Group,
  kind: string,
  id: unknown,
  title: unknown,
  time: unknown,
  { snippets = [], url }: { snippets?: string[]; url?: unknown },
): SearchHit | null {
  const own = text(id)
  if (own === null) return null
  const timestamp = typeof time === 'number' ? new Date(time).toISOString() : text(time)
  const address = text(url)
  return {
    group,
    kind,
    id: own,
    title: text(title) ?? '',
    at: timestamp,
    ...(snippets.length > 0 && { snippets }),
    ...(address !== null && { url: address }),
  }
}

/** `[00:12:31] Mina: words`, without the parts that are missing. */
function formatHit(found: unknown): string | null {
  const words = text(at(found, 'text'))
  if (words === null) return null
  const start = at(found, 'start_time')
  const place = typeof start === 'number' ? `[${new Date(start).toISOString().slice(11, 19)}] ` : ''
  const speaker = text(at(found, 'speaker'))
  return `${place}${speaker === null ? '' : `${speaker}: `}${words}`
}

function params(values: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, String(value))
  return search.toString()
}
