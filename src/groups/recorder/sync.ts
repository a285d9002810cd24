import type { Connection } from './connection.ts'
import { fetchBundles, type SyncBundleOptions } from './sync-bundles.ts'
import { SyncMemory } from './sync-memory.ts'
import { fetchSyncPage, type PageOptions, type SyncPage } from './sync-page.ts'

export interface SyncOptions extends SyncBundleOptions, PageOptions {}

/**
 * A page of recordings with their attachments, newest start first, an order that renaming does not change. The page
 * ends early when SUBREQUESTS, the deadline, the size limit of a response or the memory of the isolate is exhausted, or
 * when the product responds 429.
 *
 * @returns the response as JSON in UTF-8: each bundle is serialized and encoded once, which also measures it
 */
export async function sync(connection: Connection, options: SyncOptions): Promise<ReadableStream<Uint8Array>> {
  const { settings, platform } = connection.upstream
  const memory = new SyncMemory(settings, platform)
  try {
    return memory.stream(await readParts(connection, options, memory))
  } catch (error) {
    memory.release()
    throw error
  }
}

async function readParts(connection: Connection, options: SyncOptions, memory: SyncMemory): Promise<Uint8Array[]> {
  const { platform } = connection.upstream
  const startedAt = platform.now()
  const page = await fetchSyncPage(connection, options)
  const bundles = await fetchBundles(
    connection,
    page.recordings.map(({ row }) => row),
    options,
    memory,
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
  const separated = bundles.flatMap(({ json }, index) => (index === 0 ? [json] : [encode(','), json]))
  return [encode('{"files":['), ...separated, encode(`],${JSON.stringify(about).slice(1)}`)]
}

const encode = (text: string) => new TextEncoder().encode(text)

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
