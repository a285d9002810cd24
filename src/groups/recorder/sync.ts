import { dayBounds } from '../../base/time.ts'
import { jsonList } from '../../gateway/http/fields.ts'
import type { Connection } from './connection.ts'
import { fetchBundles, type SyncBundleOptions } from './sync-bundles.ts'
import { fetchSyncPage, type PageOptions, type SyncPage } from './sync-page.ts'

export interface SyncOptions extends SyncBundleOptions, PageOptions {}

interface Days {
  /** A day, or epoch milliseconds. Both ends are included. */
  from?: string | number | undefined
  to?: string | number | undefined
}

/** The range of `from` and `to`, as that of `since` and `before`. Where both are given, the narrower one counts. */
export function withinDays({ from, to, ...options }: SyncOptions & Days, zone: string): SyncOptions {
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
export async function sync(connection: Connection, options: SyncOptions): Promise<ReadableStream<Uint8Array>> {
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
 * Where the next page starts. `next_skip` is its position in the list. `next_before` is the time (epoch ms) before
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
