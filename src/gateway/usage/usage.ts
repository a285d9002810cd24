import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import { type Platform, sleep } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { koreanDay, type UsageCount } from '../../base/usage.ts'
import type { RequestState } from '../state.ts'

/** How often an isolate hands its counts over at most, in milliseconds (decisions.md section 11.7). */
export const HAND_OVER_MS = 10_000
/** By how much a hand-over may be late before another request takes its place, in milliseconds. */
const LATE_MS = 2_000
/** Names of keys and areas in one tally. What is beyond it is not counted. */
const MOST_COUNTS = 2_000

interface Tally {
  counts: Map<string, UsageCount>
  /** When the last hand-over began, epoch milliseconds. */
  handedAt: number
  /** Until when one that a request waits for is expected, epoch milliseconds. */
  expectedUntil: number
}

const getTally = perIsolateCache((): Tally => ({ counts: new Map(), handedAt: 0, expectedUntil: 0 }))

/**
 * Counts an answer of an operation that takes an API key. The sums go to USAGE after the answer: at once where the last
 * hand-over is long ago, else when its time has come, for which one request of the isolate waits. No answer waits, and
 * none fails: what USAGE does not take is lost.
 */
export function countAnswer({ settings, platform, upstream, operation, caller }: RequestState, status: number): void {
  if (!settings.env.USAGE || !operation || operation.gate === 'open' || operation.gate === 'admin') return
  const now = platform.now()
  const tally = getTally(settings)
  const day = koreanDay(now)
  const id = `${day} ${caller?.id ?? ''} ${operation.group}`
  let count = tally.counts.get(id)
  if (!count) {
    if (tally.counts.size >= MOST_COUNTS) return
    count = {
      ...{ day, key: caller?.id ?? null, name: caller?.name ?? null, area: operation.group },
      ...{ ok: 0, refused: 0, failed: 0, last: now },
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

/** Hands over what this isolate has counted. Rejects where USAGE does not take it. */
export async function handOver(settings: Settings, platform: Platform): Promise<void> {
  const tally = getTally(settings)
  tally.handedAt = platform.now()
  tally.expectedUntil = 0
  const counts = [...tally.counts.values()]
  tally.counts.clear()
  if (counts.length > 0) await settings.env.USAGE?.getByName(USAGE_NAME).add(counts)
}

/** One object for the deployment. */
export const USAGE_NAME = 'usage'
