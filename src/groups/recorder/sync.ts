import { GatewayError } from '../../base/errors.ts'
import { BudgetSpent } from '../../upstream/outgoing.ts'
import { type Bundle, type BundleOptions, bundleCost, fetchBundle } from './bundle.ts'
import type { Connection } from './connection.ts'
import type { RecordingRow } from './listing.ts'
import { fetchSyncPage, type PageOptions, type SyncPage } from './sync-page.ts'

export interface SyncOptions extends BundleOptions, PageOptions {
  /** Recordings in flight at once. */
  concurrency: number
}

/** The size limit of one answer, in bytes (decisions.md section 2). */
const MOST_BYTES = 16 * 1024 * 1024

/** Statuses that the next recording would meet as well: the page ends before the recording that met them. */
const PACING: ReadonlySet<number> = new Set([429, 504])
/** A rejected account fails the whole call, not one recording. */
const REJECTED = 401

/**
 * A page of recordings with their attachments, newest start first, an order that renaming does not change. The page ends
 * early where SUBREQUESTS, the deadline or the size of one answer is used up, or the product answers 429.
 *
 * @returns the answer as JSON text: each bundle is serialized once, which also measures it
 */
export async function sync(connection: Connection, options: SyncOptions): Promise<string> {
  const { platform } = connection.outgoing
  const startedAt = platform.now()
  const page = await fetchSyncPage(connection, options)
  const bundles = await fetchBundles(
    connection,
    page.recordings.map(({ row }) => row),
    options,
  )
  const about = {
    total: page.total,
    ...nextPage(page, bundles.length),
    fetched_at: new Date(startedAt).toISOString(),
    stats: {
      bundle_errors: bundles.reduce((sum, { errors }) => sum + errors, 0),
      elapsed_ms: platform.now() - startedAt,
    },
  }
  return `{"files":[${bundles.map(({ text }) => text).join(',')}],${JSON.stringify(about).slice(1)}`
}

/**
 * Where the next page begins: `next_skip` is its place in the list, `next_before` the time (epoch ms) before which its
 * recordings started, which stays right when recordings are removed meanwhile. If the last recording of this page and the
 * first of the next started in one millisecond, `next_before` is a millisecond later and the next page repeats the last
 * recording. It is null if the whole page started in that millisecond, and where a start is not known.
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

interface SerializedBundle {
  text: string
  errors: number
  /** Why the recording itself could not be read. */
  failure?: GatewayError
}

/**
 * Bundles in the order of the rows, as many as the budgets allow. Throws the failure of the first recording if not even
 * that one fits, or if the product has failed on every one: `next_skip` would lead past all of them.
 */
async function fetchBundles(
  connection: Connection,
  rows: RecordingRow[],
  options: SyncOptions,
): Promise<SerializedBundle[]> {
  const { outgoing } = connection
  const cost = bundleCost(options.include)
  const done: SerializedBundle[] = []
  let next = 0
  let inFlight = 0
  let end = rows.length
  let bytes = 0
  let stop: unknown = new BudgetSpent()

  const worker = async () => {
    for (let row = rows[next]; row && next < end; row = rows[next]) {
      if (bytes >= MOST_BYTES || outgoing.callsLeft < cost * (inFlight + 1)) break
      const index = next++
      inFlight += 1
      try {
        const { bundle, ...rest } = await fetchBundleOrError(connection, row, options)
        const text = JSON.stringify(bundle)
        bytes += byteLength(text)
        done[index] = { text, errors: bundle.errors.length, ...rest }
      } catch (error) {
        if (options.strict || !endsPage(error)) throw error
        if (index < end) stop = error
        end = Math.min(end, index)
      }
      inFlight -= 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.concurrency, rows.length) }, worker))
  const fitting = bundlesThatFit(done.slice(0, end))
  if (rows.length > 0 && fitting.length === 0) throw stop
  const [first] = fitting
  if (first?.failure && fitting.every(({ failure }) => isOutage(failure))) throw first.failure
  return fitting
}

/** The bundles that fit into one answer. The first is always among them: no other page could hold it either. */
function bundlesThatFit(bundles: readonly SerializedBundle[]): SerializedBundle[] {
  let bytes = 0
  const over = bundles.findIndex(({ text }, index) => {
    bytes += byteLength(text)
    return index > 0 && bytes > MOST_BYTES
  })
  return bundles.slice(0, over < 0 ? bundles.length : over)
}

const byteLength = (text: string) => new TextEncoder().encode(text).length

const endsPage = (error: unknown) =>
  error instanceof GatewayError && (error instanceof BudgetSpent || PACING.has(error.status))

/** A failure of one recording or attachment, which its bundle reports. */
const isReportedInBundle = (failure: GatewayError) => failure.status !== REJECTED && !endsPage(failure)

/** A product that fails, as opposed to a recording that is gone or may not be read. */
const isOutage = (failure: GatewayError | undefined) => failure !== undefined && failure.status >= 500

/** Unless `strict`, a recording that fails keeps its place on the page, with its row and the failure. */
async function fetchBundleOrError(
  connection: Connection,
  row: RecordingRow,
  options: SyncOptions,
): Promise<{ bundle: Bundle; failure?: GatewayError }> {
  try {
    return { bundle: await fetchBundle(connection, row.id, options, isReportedInBundle) }
  } catch (error) {
    if (options.strict || !(error instanceof GatewayError && isReportedInBundle(error))) throw error
    const told = { attachment: 'file', status: error.status, error: error.message } as const
    return { bundle: { file: { ...row, file_id: row.id }, errors: [told], not_ready: [] }, failure: error }
  }
}
