import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import { type Platform, sleep } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { koreanDay, type UsageCount } from '../../base/usage.ts'
import type { RequestState } from '../state.ts'

/** How often an isolate sends its counts at most, in milliseconds. */
export const HAND_OVER_MS = 10_000
/** How late sending may be before another request does it, in milliseconds. */
const LATE_MS = 2_000
/** The most combinations of keys and areas in one tally. Further ones are not counted. */
const MOST_COUNTS = 2_000

interface Tally {
  counts: Map<string, UsageCount>
  /** When counts were last sent, in epoch milliseconds. */
  handedAt: number
  /** Until when sending by a waiting request is expected, in epoch milliseconds. */
  expectedUntil: number
}

const getTally = perIsolateCache((): Tally => ({ counts: new Map(), handedAt: 0, expectedUntil: 0 }))

/**
 * Counts a response of an operation with an API key. The sums are sent to USAGE after the response: at once if the
 * interval has passed, otherwise when it ends. One request of the isolate waits for that in the background. No response
 * waits or fails because of it. Counts that USAGE does not accept are lost.
 */
export function countAnswer(
  { settings, platform, upstream, operation, caller, isAdmin }: RequestState,
  status: number,
): void {
  if (!settings.env.USAGE || !operation || operation.gate === 'open' || operation.gate === 'admin' || isAdmin) return
  const now = platform.now()
  const tally = getTally(settings)
  const day = koreanDay(now)
  const id = `${day} ${caller?.id ?? ''} ${operation.group}`
  let count = tally.counts.get(id)
  if (!count) {
    if (tally.counts.size >= MOST_COUNTS) return
    count = {
      day,
      key: caller?.id ?? null,
      name: caller?.name ?? null,
      area: operation.group,
      ok: 0,
      refused: 0,
      failed: 0,
      last: now,
    }
    tally.counts.set(id, count)
  }
  count[status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed'] += 1
  count.last = now
  if (now < tally.expectedUntil) return
  const wait = Math.max(0, tally.handedAt + HAND_OVER_MS - now)
  tally.expectedUntil = now + wait + LATE_MS
  upstream.waitUntil?.(handOverIn(wait, settings, platform).catch(() => {}))
}

async function handOverIn(ms: number, settings: Settings, platform: Platform): Promise<void> {
  if (ms > 0) await sleep(platform, ms)
  await handOver(settings, platform)
}

/** Sends the counts of this isolate. Rejects when USAGE does not accept them. */
export async function handOver(settings: Settings, platform: Platform): Promise<void> {
  const tally = getTally(settings)
  tally.handedAt = platform.now()
  tally.expectedUntil = 0
  const counts = [...tally.counts.values()]
  tally.counts.clear()
  if (counts.length > 0) await settings.env.USAGE?.getByName(USAGE_NAME).add(counts)
}

/** The name of the deployment's only object. */
export const USAGE_NAME = 'usage'
