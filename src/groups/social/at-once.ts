import { CallQueue } from '../../upstream/http/call-queue.ts'
import type { Connection } from './connection.ts'

/** The platform runs no more calls of a request at once. */
const MOST_AT_ONCE = 6

/**
 * Does the work for each place, a few at once. After a failure none is begun; the failure of the first place is thrown
 * when those under way have ended, so that what they did is kept.
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
  await Promise.all(which.map((place) => queue.inTurn(() => attempt(place))))
  const [first] = failures.sort((a, b) => a.place - b.place)
  if (first) throw first.error
}
