import { GatewayError } from '../../gateway/errors.ts'
import { BudgetSpent } from '../../upstream/outgoing.ts'
import { type Bundle, type BundleOptions, bundleCost, bundleOf } from './bundle.ts'
import { listRecordings, type RecordingRow } from './listing.ts'
import type { Session } from './session.ts'

export interface SyncOptions extends BundleOptions {
  limit: number
  skip: number
  /** Only recordings that started at this time or later, epoch milliseconds. */
  since?: number | undefined
  /** Recordings in flight at once. */
  concurrency: number
}

/**
 * A page of recordings with their attachments, newest start first: renaming does not move them, so that `next_skip`
 * holds. What does not fit in SUBREQUESTS is left for the next call.
 */
export async function sync(session: Session, options: SyncOptions) {
  const { platform } = session.outgoing
  const startedAt = platform.now()
  const { limit, skip, since = Number.NEGATIVE_INFINITY } = options
  const listing = await listRecordings(session, { limit, skip, is_trash: 0, sort_by: 'start_time', is_desc: true })
  const rows = listing.data_file_list
  const wanted = rows.filter(({ start_time }) => start_time >= since)
  const files = await bundles(session, wanted, options)

  const left = files.length < wanted.length
  const more = left || (rows.length === limit && wanted.length === rows.length)
  return {
    total: Math.max(listing.data_file_total, skip + rows.length),
    files,
    next_skip: more ? skip + files.length : null,
    fetched_at: new Date(startedAt).toISOString(),
    stats: {
      bundle_errors: files.reduce((sum, { errors }) => sum + errors.length, 0),
      elapsed_ms: platform.now() - startedAt,
    },
  }
}

/** Bundles in the order of the rows, as many as the budget of calls holds; one that it cuts short is not among them. */
async function bundles(session: Session, rows: RecordingRow[], options: SyncOptions): Promise<Bundle[]> {
  const { outgoing } = session
  const cost = bundleCost(options.include)
  const done: Bundle[] = []
  let next = 0
  let inFlight = 0
  let end = rows.length

  const worker = async () => {
    for (let row = rows[next]; row && next < end; row = rows[next]) {
      if (outgoing.callsLeft < cost * (inFlight + 1)) break
      const index = next++
      inFlight += 1
      try {
        done[index] = await bundleOrError(session, row, options)
      } catch (error) {
        end = Math.min(end, index)
        if (!(error instanceof BudgetSpent)) throw error
      }
      inFlight -= 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.concurrency, rows.length) }, worker))
  const fitting = done.slice(0, end)
  if (rows.length > 0 && fitting.length === 0) throw new BudgetSpent()
  return fitting
}

/** Unless `strict`, a recording that cannot be had is told of in its place, so that none is lost from the page. */
async function bundleOrError(session: Session, row: RecordingRow, options: SyncOptions): Promise<Bundle> {
  try {
    return await bundleOf(session, row.id, options)
  } catch (error) {
    if (options.strict || !(error instanceof GatewayError) || error instanceof BudgetSpent || error.status === 401) {
      throw error
    }
    const failure = { attachment: 'file', status: error.status, error: error.message } as const
    return { file: { ...row, file_id: row.id }, errors: [failure], not_ready: [] }
  }
}
