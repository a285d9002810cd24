import { GatewayError } from '../../base/errors.ts'
import { BudgetSpent } from '../../upstream/outgoing.ts'
import { type Bundle, type BundleOptions, bundleCost, bundleOf } from './bundle.ts'
import type { Connection } from './connection.ts'
import type { RecordingRow } from './listing.ts'
import { type PageOptions, pageToSync, type SyncPage } from './sync-page.ts'

export interface SyncOptions extends BundleOptions, PageOptions {
  /** Recordings in flight at once. */
  concurrency: number
}

/** The most that goes out in one answer, in bytes (decisions.md section 2). */
const MOST_BYTES = 16 * 1024 * 1024

/** Failures of the product's pace: the next recording would meet them too, so the page ends before them. */
const OF_PACE: ReadonlySet<number> = new Set([429, 504])
/** A rejected account fails the call. */
const REJECTED = 401

/**
 * A page of recordings with their attachments, newest start first: renaming does not move them. What does not fit in
 * SUBREQUESTS, the deadline or the size of one answer, or comes after the product's 429, is left for the next page.
 *
 * @returns the answer as JSON text: each bundle is printed once, which also tells its size
 */
export async function sync(connection: Connection, options: SyncOptions): Promise<string> {
  const { platform } = connection.outgoing
  const startedAt = platform.now()
  const page = await pageToSync(connection, options)
  const bundles = await printedBundles(connection, page.rows, options)
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
 * Where the next page begins: by its place in the list, and by the time that its recordings started before. That time
 * holds whatever is removed meanwhile; where the last recording started in the same millisecond as the next one, it is
 * a millisecond later, so that the last comes once more, and null when the whole page started in that millisecond.
 */
function nextPage({ rows, following, offset }: SyncPage, done: number) {
  const last = rows[done - 1]
  const next = done < rows.length ? rows[done] : following
  if (!last || !next) return { next_skip: null, next_before: null }
  const next_skip = offset + done
  if (last.start_time > next.start_time) return { next_skip, next_before: last.start_time }
  const isProgress = (rows[0]?.start_time ?? 0) > last.start_time
  return { next_skip, next_before: isProgress ? last.start_time + 1 : null }
}

interface Printed {
  text: string
  errors: number
}

/** Bundles in the order of the rows, as many as the budgets hold. Throws what the very first one met of that kind. */
async function printedBundles(connection: Connection, rows: RecordingRow[], options: SyncOptions): Promise<Printed[]> {
  const { outgoing } = connection
  const cost = bundleCost(options.include)
  const done: Printed[] = []
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
        const bundle = await bundleOrError(connection, row, options)
        const text = JSON.stringify(bundle)
        bytes += sizeOf(text)
        done[index] = { text, errors: bundle.errors.length }
      } catch (error) {
        if (options.strict || !endsPage(error)) throw error
        if (index < end) stop = error
        end = Math.min(end, index)
      }
      inFlight -= 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.concurrency, rows.length) }, worker))
  const fitting = fittingOf(done.slice(0, end))
  if (rows.length > 0 && fitting.length === 0) throw stop
  return fitting
}

/** The bundles that fit in one answer; the first always does, since no page could hold it otherwise. */
function fittingOf(bundles: readonly Printed[]): Printed[] {
  let bytes = 0
  const over = bundles.findIndex(({ text }, index) => {
    bytes += sizeOf(text)
    return index > 0 && bytes > MOST_BYTES
  })
  return bundles.slice(0, over < 0 ? bundles.length : over)
}

const sizeOf = (text: string) => new TextEncoder().encode(text).length

const endsPage = (error: unknown) =>
  error instanceof GatewayError && (error instanceof BudgetSpent || OF_PACE.has(error.status))

/** A failure of one recording or attachment, which its bundle tells of. */
const isToldThere = (failure: GatewayError) => failure.status !== REJECTED && !endsPage(failure)

/** Unless `strict`, a recording that cannot be had is told of in its place, so that none is lost from the page. */
async function bundleOrError(connection: Connection, row: RecordingRow, options: SyncOptions): Promise<Bundle> {
  try {
    return await bundleOf(connection, row.id, options, isToldThere)
  } catch (error) {
    if (options.strict || !(error instanceof GatewayError && isToldThere(error))) throw error
    const failure = { attachment: 'file', status: error.status, error: error.message } as const
    return { file: { ...row, file_id: row.id }, errors: [failure], not_ready: [] }
  }
}
