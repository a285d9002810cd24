import type { Connection } from './connection.ts'
import { fetchBundles, type SyncBundleOptions } from './sync-bundles.ts'
import { fetchSyncPage, type PageOptions, type SyncPage } from './sync-page.ts'

export interface SyncOptions extends SyncBundleOptions, PageOptions {}

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
