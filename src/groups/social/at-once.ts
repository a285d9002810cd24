import { CallQueue } from '../../upstream/context.ts'
import type { Connection } from './connection.ts'

/** The platform runs at most this many calls of a request at the same time. */
const MOST_AT_ONCE = 6

/**
 * Runs the work for each index, a few at a time. After a failure no further work starts. The error of the first failed
 * index is thrown once the running work has ended, so that its results are stored.
 */
export async function eachAtOnce(
  { upstream }: Connection,
  which: readonly number[],
  work: (place: number) => Promise<void>,
): Promise<void> {
  const queue = new CallQueue(upstream.platform, MOST_AT_ONCE)
  const failures: { place: number; error: unknown }[] = []
  const attempt = async (place: number) => {
    if (failures.length > 0) return
    try {
      await work(place)
    } catch (error) {
      failures.push({ place, error })
    }
  }
  await Promise.all(which.map((place) => queue.withSlot(() => attempt(place))))
  const [first] = failures.sort((a, b) => a.place - b.place)
  if (first) throw first.error
}
