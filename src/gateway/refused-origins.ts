import { perIsolateCache } from '../base/per-isolate-cache.ts'
import { type Platform, sleep } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import { type RefusedOrigin, USAGE_NAME } from '../base/usage.ts'
import type { RequestState } from './state.ts'

/** How often an isolate sends what it counted at most, in milliseconds. */
const HAND_OVER_MS = 1_000
/** How late sending may be before another request does it, in milliseconds. */
const LATE_MS = 2_000
/** How many origins an isolate counts between two times. Anyone may invent any number of them. */
const MOST_COUNTED = 100
/** How many of them it sends: those with the most requests. */
const MOST_SENT = 20

interface Tally {
  counts: Map<string, RefusedOrigin>
  /** When counts were last sent, in epoch milliseconds. */
  handedAt: number
  /** Until when sending by a waiting request is expected, in epoch milliseconds. */
  expectedUntil: number
}

const getRefusals = perIsolateCache((): Tally => ({ counts: new Map(), handedAt: 0, expectedUntil: 0 }))

/** Counts a request of a page that may not call. The sums are sent to USAGE after the response, like those of keys. */
export function countRefusedOrigin({ settings, platform, upstream }: RequestState, origin: string): void {
  if (!settings.env.USAGE) return
  const tally = getRefusals(settings)
  const { counts } = tally
  const now = platform.now()
  if (!counts.has(origin) && counts.size >= MOST_COUNTED) counts.delete(rarest(counts))
  counts.set(origin, { origin, count: (counts.get(origin)?.count ?? 0) + 1, lastAt: now })
  if (now < tally.expectedUntil) return
  const wait = Math.max(0, tally.handedAt + HAND_OVER_MS - now)
  tally.expectedUntil = now + wait + LATE_MS
  upstream.waitUntil?.(
    sleep(platform, wait)
      .then(() => sendRefusedOrigins(settings, platform))
      .catch(() => {}),
  )
}

const rarest = (counts: ReadonlyMap<string, RefusedOrigin>) =>
  [...counts.values()].reduce((least, each) => (each.count < least.count ? each : least)).origin

/** Sends the counts of this isolate. Those that USAGE does not accept are lost. */
export async function sendRefusedOrigins(settings: Settings, platform: Platform): Promise<void> {
  const tally = getRefusals(settings)
  tally.handedAt = platform.now()
  tally.expectedUntil = 0
  const counts = [...tally.counts.values()].sort((a, b) => b.count - a.count).slice(0, MOST_SENT)
  tally.counts.clear()
  if (counts.length > 0) await settings.env.USAGE?.getByName(USAGE_NAME).addRefusedOrigins(counts)
}
