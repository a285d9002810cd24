import { callObject, USAGE } from '../base/objects.ts'
import { perIsolateCache } from '../base/per-isolate-cache.ts'
import type { Platform } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import { MOST_OF_ADDRESS, type RefusedOrigin } from '../base/usage.ts'
import type { RequestState } from './state.ts'

/** How often an isolate sends what it counted at most, in milliseconds. */
const FLUSH_MS = 1_000
/** How late sending may be before another request does it, in milliseconds. */
const LATE_MS = 2_000
/** How many origins an isolate counts between two times. Anyone may invent any number of them. */
const MOST_COUNTED = 100

interface Tally {
  counts: Map<string, RefusedOrigin>
  /** The requests of origins for which there was no room. */
  others: number
  /** When counts were last sent, in epoch milliseconds. */
  flushedAt: number
  /** Until when sending by a waiting request is expected, in epoch milliseconds. */
  expectedUntil: number
}

const getRefusals = perIsolateCache((): Tally => ({ counts: new Map(), others: 0, flushedAt: 0, expectedUntil: 0 }))

/**
 * Counts a request of a page that may not call. The sums are sent to USAGE after the response, like those of keys.
 *
 * @param address where the request came from: one address adds few origins, and the rest are counted together
 */
export function countRefusedOrigin(
  { settings, platform, upstream }: RequestState,
  origin: string,
  address: string,
): void {
  if (!settings.env.USAGE) return
  const tally = getRefusals(settings)
  const now = platform.now()
  const before = tally.counts.get(origin)
  if (before) tally.counts.set(origin, { ...before, count: before.count + 1, lastAt: now })
  else if (hasRoom(tally, address)) tally.counts.set(origin, { origin, address, count: 1, lastAt: now })
  else tally.others += 1
  if (now < tally.expectedUntil) return
  const wait = Math.max(0, tally.flushedAt + FLUSH_MS - now)
  tally.expectedUntil = now + wait + LATE_MS
  upstream.waitUntil?.(
    platform
      .sleep(wait)
      .then(() => sendRefusedOrigins(settings, platform))
      .catch(() => {}),
  )
}

function hasRoom({ counts }: Tally, address: string): boolean {
  const own = [...counts.values()].filter((each) => each.address === address)
  return own.length < MOST_OF_ADDRESS && counts.size < MOST_COUNTED
}

/** Sends the counts of this isolate. Those that USAGE does not accept are lost. */
export async function sendRefusedOrigins(settings: Settings, platform: Platform): Promise<void> {
  const tally = getRefusals(settings)
  const counts = [...tally.counts.values()]
  const { others } = tally
  tally.counts.clear()
  Object.assign(tally, { others: 0, flushedAt: platform.now(), expectedUntil: 0 })
  if (counts.length + others === 0 || !settings.env.USAGE) return
  await callObject(settings, USAGE, ({ refusedOrigins }) => refusedOrigins.add(counts, others))
}
