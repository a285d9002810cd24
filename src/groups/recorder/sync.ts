import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError } from '../../base/errors.ts'
import { dayBounds } from '../../base/time.ts'
import { clamped, dayOrInstant, instant, jsonList, openObject, textCount } from '../../gateway/http/fields.ts'
import { verbatim } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import { type Bundle, type BundleOptions, bundleCost, connectionQueue, fetchBundle, type Sharing } from './bundles.ts'
import { type Connection, connect } from './connection.ts'
import type * as answers from './files.outputs.ts'
import { BUNDLE, bundleQuery, read } from './group.ts'
import { fetchListing } from './library.ts'
import type { RecordingRow } from './rows.ts'

const syncInput = () => ({
  query: openObject({
    ...bundleQuery(),
    limit: clamped(10, 1, 20).check(
      z.meta({ description: 'How many recordings, moved into 1..20', narrows: 'amount' }),
    ),
    skip: textCount(0).check(z.meta({ description: 'How many recordings to pass over', narrows: 'position' })),
    from: z
      .optional(dayOrInstant())
      .check(z.meta({ description: 'From this day or time on', examples: ['2026-11-01'], narrows: 'amount' })),
    to: z
      .optional(dayOrInstant())
      .check(z.meta({ description: 'Up to this day or time, included', examples: ['2030-12-31'], narrows: 'amount' })),
    since: z.optional(instant()).check(
      z.meta({
        description: 'Started at this time or later',
        examples: ['2026-11-01T00:00:00Z'],
        narrows: 'amount',
      }),
    ),
    before: z.optional(instant()).check(
      z.meta({
        description: 'Started before this time: the next_before of a page, sent with its next_skip',
        examples: ['2030-12-31T00:00:00Z'],
      }),
    ),
    concurrency: clamped(4, 1, 8).check(
      z.meta({ description: 'Recordings in flight at once, moved into 1..8; the platform runs six calls' }),
    ),
  }),
})

interface PageOptions {
  limit: number
  /** How many recordings to skip. With `before`, this is only where the search for that time starts. */
  skip: number
  /** Only recordings that started at this time or later, in epoch milliseconds. */
  since?: number | undefined
  /** Only recordings that started before this time, in epoch milliseconds. */
  before?: number | undefined
}

/** The position of a recording in the product's list. */
interface Place {
  /** The number of rows before it. */
  skip: number
  /** Its start, in epoch milliseconds. Null when unknown. */
  start_time: number | null
}

/** Recordings of one page, newest start first. */
interface SyncPage {
  recordings: { row: RecordingRow; place: Place }[]
  /** The position of the next page. Undefined at the end. */
  next: Place | undefined
  /** The product's total. Null when the product omits it. */
  total: number | null
}

/**
 * How many positions a recording may move between two pages before that costs another call. Also the overlap of walked
 * pages.
 */
const MARGIN = 100
/** Rows per page when the whole library is read. The product sends up to 99,999. */
const WALK = 1000

/** Fetches the recordings of a page plus one, which shows whether there is another page. */
async function fetchSyncPage(connection: Connection, options: PageOptions): Promise<SyncPage> {
  const { limit, skip, since = Number.NEGATIVE_INFINITY, before } = options
  const found =
    before === undefined
      ? await fetchRowsAt(connection, skip, limit + 1)
      : await fetchRowsBefore(connection, options, before)
  const { rows, offset, isEnd } = found
  const wanted = rows.flatMap((row, index) =>
    row && (row.start_time ?? since) >= since
      ? [{ row, place: { skip: offset + index, start_time: row.start_time } }]
      : [],
  )
  const end = offset + rows.length
  // Unreadable rows provide no recording for the next page to start with, but the list continues.
  const isLast = isEnd || rows.some((row) => (row?.start_time ?? since) < since)
  return {
    recordings: wanted.slice(0, limit),
    next: wanted[limit]?.place ?? (isLast ? undefined : { skip: end, start_time: null }),
    total: found.total === null ? null : Math.max(found.total, end),
  }
}

/** Rows of the product's list from `offset` on. Null for an unreadable row. */
interface Rows {
  rows: (RecordingRow | null)[]
  offset: number
  total: number | null
  /** Whether the list ends with these rows. */
  isEnd: boolean
}

async function fetchRowsAt(connection: Connection, offset: number, limit: number): Promise<Rows> {
  const query = { limit, skip: offset, is_trash: 0, sort_by: 'start_time', is_desc: true } as const
  const { rows, total } = await fetchListing(connection, query)
  return { rows, offset, total, isEnd: rows.length < limit }
}

/**
 * Fetches the first recordings that started before a time. Their position has changed if recordings were removed or
 * added since `skip` was returned, so they are searched around it, then from the start of the library. Pages overlap,
 * so that a removal between two of them hides no recording.
 */
async function fetchRowsBefore(connection: Connection, { limit, skip }: PageOptions, before: number): Promise<Rows> {
  const from = Math.max(0, skip - MARGIN)
  const near = startingBefore(await fetchRowsAt(connection, from, skip - from + MARGIN + limit + 1), before, limit)
  if (near) return near
  for (let offset = 0; ; offset += WALK - MARGIN) {
    const rows = await fetchRowsAt(connection, offset, WALK)
    const found = startingBefore(rows, before, limit)
    if (found) return found
    if (rows.isEnd) return { ...rows, rows: [] }
  }
}

/** The rows that started before a time. Undefined if the rows do not include the first of them, or not a whole page. */
function startingBefore({ rows, offset, ...rest }: Rows, before: number, limit: number): Rows | undefined {
  const first = rows.findIndex((row) => (row?.start_time ?? before) < before)
  const hasStart = first > 0 || (first === 0 && offset === 0)
  if (!hasStart || (rows.length - first <= limit && !rest.isEnd)) return undefined
  return { rows: rows.slice(first), offset: offset + first, ...rest }
}

interface SyncBundleOptions extends BundleOptions {
  /** Recordings that are fetched at the same time. */
  concurrency: number
}

/** The size limit of one response, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024

/** Statuses that the next recording would get as well. The page ends before the recording that got one. */
const PACING: ReadonlySet<number> = new Set([429, 504])
/** A rejected account fails the whole call, not one recording. */
const REJECTED = 401

interface SerializedBundle {
  /** In UTF-8, which takes half the memory of a non-Latin string. */
  json: Uint8Array
  errors: number
  /** Why the recording itself could not be read. */
  failure?: GatewayError
}

/**
 * Bundles in the order of the rows, as many as the budgets allow. A bundle starts only if its calls fit next to those
 * that the running bundles may still need. Throws the error of the first recording if not even that one fits, or if the
 * product failed for every one: `next_skip` would skip them all.
 */
async function fetchBundles(
  connection: Connection,
  rows: readonly RecordingRow[],
  options: SyncBundleOptions,
): Promise<SerializedBundle[]> {
  const { upstream } = connection
  const cost = bundleCost(options.include)
  const queue = connectionQueue(connection)
  const done: SerializedBundle[] = []
  const ended = Promise.withResolvers<void>()
  let next = 0
  let inFlight = 0
  /** Calls that the started bundles may still need, and how many of these are running. */
  let reserved = 0
  let end = rows.length
  let bytes = 0
  let stop: unknown = new BudgetSpent()

  const settled = (calls: number) => {
    reserved -= calls
    startNext()
  }
  const startNext = () => {
    for (let row = rows[next]; row && next < end; row = rows[next]) {
      const free = upstream.budget.callsLeft - (reserved - upstream.budget.callsInFlight)
      if (inFlight === options.concurrency || bytes >= MOST_BYTES || free < cost) break
      inFlight += 1
      reserved += cost
      void finish(row, next++)
    }
    if (inFlight === 0) ended.resolve()
  }
  const finish = async (row: RecordingRow, index: number) => {
    try {
      const serialized = await fetchSerialized(connection, row, options, { isReported, queue, settled })
      bytes += serialized.json.length
      done[index] = serialized
    } catch (error) {
      if (options.strict || !endsPage(error)) {
        ended.reject(error)
        end = 0
      } else {
        if (index < end) stop = error
        end = Math.min(end, index)
      }
    }
    inFlight -= 1
    startNext()
  }
  startNext()
  await ended.promise
  const fitting = bundlesThatFit(done.slice(0, end))
  if (rows.length > 0 && fitting.length === 0) throw stop
  const [first] = fitting
  if (first?.failure && fitting.every(({ failure }) => isOutage(failure))) throw first.failure
  return fitting
}

/**
 * The bundles that fit into one response. The first is always included, because it would not fit another page either.
 */
function bundlesThatFit(bundles: readonly SerializedBundle[]): SerializedBundle[] {
  let bytes = 0
  const over = bundles.findIndex(({ json }, index) => {
    bytes += json.length
    return index > 0 && bytes > MOST_BYTES
  })
  return bundles.slice(0, over < 0 ? bundles.length : over)
}

const endsPage = (error: unknown) =>
  error instanceof GatewayError && (error instanceof BudgetSpent || PACING.has(error.status))

/** Whether a bundle reports this error of a recording or an attachment. */
const isReported = (failure: GatewayError) => failure.status !== REJECTED && !endsPage(failure)

/** The product fails, as opposed to a recording that is gone or may not be read. */
const isOutage = (failure: GatewayError | undefined) => failure !== undefined && failure.status >= 500

/** A separate function, so that the bundle's memory is freed before the next recording is fetched. */
async function fetchSerialized(
  connection: Connection,
  row: RecordingRow,
  options: SyncBundleOptions,
  sharing: Sharing,
): Promise<SerializedBundle> {
  const { bundle, ...rest } = await fetchBundleOrError(connection, row, options, sharing)
  return { json: new TextEncoder().encode(JSON.stringify(bundle)), errors: bundle.errors.length, ...rest }
}

/** Unless `strict`, a failed recording stays on the page, with its row and the error. */
async function fetchBundleOrError(
  connection: Connection,
  row: RecordingRow,
  options: SyncBundleOptions,
  sharing: Sharing,
): Promise<{ bundle: Bundle; failure?: GatewayError }> {
  try {
    return { bundle: await fetchBundle(connection, row.id, options, sharing) }
  } catch (error) {
    if (options.strict || !(error instanceof GatewayError && isReported(error))) throw error
    const reported = { attachment: 'file', status: error.status, error: error.message } as const
    return { bundle: { file: { ...row, file_id: row.id }, errors: [reported], not_ready: [] }, failure: error }
  }
}

interface SyncOptions extends SyncBundleOptions, PageOptions {}

interface Days {
  /** A day, or epoch milliseconds. Both ends are included. */
  from?: string | number | undefined
  to?: string | number | undefined
}

/** The range of `from` and `to`, in the form of `since` and `before`. Where both are given, the narrower one counts. */
function withinDays({ from, to, ...options }: SyncOptions & Days, zone: string): SyncOptions {
  const first = typeof from === 'string' ? dayBounds(from, zone)[0] : from
  const last = typeof to === 'string' ? dayBounds(to, zone)[1] : to
  const { since = first, before = last === undefined ? undefined : last + 1 } = options
  return {
    ...options,
    since: first === undefined || since === undefined ? since : Math.max(first, since),
    before: last === undefined || before === undefined ? before : Math.min(last + 1, before),
  }
}

/**
 * A page of recordings with their attachments, newest start first, an order that renaming does not change. The page
 * ends early when SUBREQUESTS, the deadline or the size limit of a response is exhausted, or when the product responds
 * 429.
 *
 * @returns the response as JSON in UTF-8: each bundle is serialized and encoded once, which also measures it
 */
async function sync(connection: Connection, options: SyncOptions): Promise<ReadableStream<Uint8Array>> {
  const { platform } = connection.upstream
  const startedAt = platform.now()
  const page = await fetchSyncPage(connection, options)
  const rows = page.recordings.map(({ row }) => row)
  const bundles = await fetchBundles(connection, rows, options)
  const about = {
    total: page.total,
    ...nextPage(page, bundles.length),
    fetched_at: new Date(startedAt).toISOString(),
    stats: {
      bundle_errors: bundles.reduce((sum, { errors }) => sum + errors, 0),
      elapsed_ms: platform.now() - startedAt,
    },
  }
  return jsonList(
    'files',
    bundles.map(({ json }) => json),
    about,
  )
}

/**
 * The position of the next page. `next_skip` is its position in the list. `next_before` is the time (epoch ms) before
 * which its recordings started, which stays valid when recordings are removed between two calls. If the last recording
 * of this page and the first of the next started in the same millisecond, `next_before` is one millisecond later and
 * the next page repeats the last recording. It is null if the whole page started in that millisecond, or if a start is
 * unknown.
 */
function nextPage({ recordings, next: following }: SyncPage, done: number) {
  const last = recordings[done - 1]?.place.start_time ?? null
  const next = recordings[done]?.place ?? following
  if (!next) return { next_skip: null, next_before: null }
  const next_skip = next.skip
  if (last === null || next.start_time === null) return { next_skip, next_before: null }
  if (last > next.start_time) return { next_skip, next_before: last }
  const isProgress = (recordings[0]?.place.start_time ?? last) > last
  return { next_skip, next_before: isProgress ? last + 1 : null }
}

export const syncRoutes = new Hono<AppEnv>().get(
  '/recorder/sync',
  read('recorder_sync', {
    summary: 'A page of recordings, each with its attachments',
    description:
      'Newest start first: all of a range of days with `from` and `to`, or a copy of the library. Go on with `next_before` as `before`, which holds while recordings are removed. What is not ready is named per recording. Other parameters are ignored.',
    ko: '첨부(전사, 요약 등)가 함께 오는 녹음 페이지: 동기화',
    search:
      '하루씩 정리, two lines each, recordings of last week with their summaries, everything I recorded between two days with a short gist each, all meetings of the week summarized, overview of what I recorded this month, what was I up to this week, copy my whole library, back up all recordings, digest of the week, 지난주 녹음 요약 다, 이번 주 녹음 정리, 녹음한 것들 요약 쭉, 기간 녹음 전부, 한 주 녹음 모아, 하루치 녹음 요약, 어제 녹음한 거 다 요약, 이번 달 회의 녹음 정리, 녹음 백업',
    title: 'Get many recordings with their texts',
    tool: {
      description: 'Plaud recordings, newest first, each with name, time and AI summary: one call for a week.',
      defaults: { include: 'summary', limit: 20 },
      hidden: ['since', 'concurrency', 'strict', 'transcript_format'],
      shown: Object.fromEntries(
        Object.entries(BUNDLE).map(([path, names]) => [path ? `files.[].${path}` : 'files.[]', names]),
      ),
    },
    input: syncInput,
    handle: async (c) => {
      const { timeZone } = c.get('state').settings
      return verbatim<answers.SyncAnswer>(await sync(connect(c), withinDays(c.req.valid('query'), timeZone)))
    },
  }),
)
