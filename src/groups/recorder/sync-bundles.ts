import { GatewayError } from '../../base/errors.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import { type Bundle, type BundleOptions, bundleCost, connectionQueue, fetchBundle, type Sharing } from './bundle.ts'
import type { Connection } from './connection.ts'
import type { RecordingRow } from './listing.ts'

export interface SyncBundleOptions extends BundleOptions {
  /** Recordings that are fetched at the same time. */
  concurrency: number
}

/** The size limit of one response, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024

/** Statuses that the next recording would get as well. The page ends before the recording that got one. */
const PACING: ReadonlySet<number> = new Set([429, 504])
/** A rejected account fails the whole call, not one recording. */
const REJECTED = 401

export interface SerializedBundle {
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
export async function fetchBundles(
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
    beginWhatFits()
  }
  const beginWhatFits = () => {
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
    beginWhatFits()
  }
  beginWhatFits()
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
