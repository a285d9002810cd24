import type { Account } from '../../base/groups.ts'
import { lazy } from '../../base/lazy.ts'
import { callObject } from '../../base/objects.ts'
import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Platform } from '../../base/platform.ts'
import { stateObject } from '../../upstream/accounts.ts'
import type { UpstreamContext } from '../../upstream/context.ts'

/** The pace of calls to an account of the sellers' side (docs/products/shop.md, "2.5 Errors and limits"). */

/** How many calls a second the product accepts for long, and how many at once after a quiet second. */
const CALLS_PER_SECOND = 5
const BURST = 10
const SECOND_MS = 1_000

/** With this call of a burst ACCOUNTS is asked whether the account may have one, so that nobody waits for the answer. */
const ASKING_CALL = 3

interface Pace {
  /** When the calls since the last quiet second started or are going to, in epoch milliseconds: the newest ten. */
  starts: number[]
  /** Whether the account has met a 429, and has no burst. Undefined until ACCOUNTS said so. */
  isLimited: boolean | undefined
}

const paces = perIsolateCache(() => new Map<Account, Pace>())

function getPace(upstream: UpstreamContext): Pace {
  const known = paces(upstream.settings)
  const account = upstream.accountOf('shop-seller')
  const pace = known.get(account) ?? { starts: [], isLimited: undefined }
  known.set(account, pace)
  return pace
}

/**
 * Takes the next start: at once in a burst, otherwise so that at most five calls start within any second, however long each
 * takes.
 */
export function takeStart(pace: Pace, now: number): number {
  const { isLimited = false } = pace
  const starts = isQuiet(pace.starts, now) ? [] : pace.starts
  const isFree = starts.length < (isLimited ? CALLS_PER_SECOND : BURST)
  const start = isFree ? now : Math.max(now, (starts.at(-CALLS_PER_SECOND) ?? 0) + SECOND_MS)
  pace.starts = [...starts, start].slice(-BURST)
  return start
}

const isQuiet = (starts: readonly number[], now: number) => (starts.at(-1) ?? 0) + SECOND_MS <= now

/** Returns a function that waits until the next call to the account of the request may start, whoever makes the others. */
export function paceSeller(upstream: UpstreamContext): () => Promise<void> {
  const { platform, settings } = upstream
  const readLimited = lazy(async () => {
    const state = stateObject(upstream.accountOf('shop-seller'))
    const isLimited = await callObject(settings, state, ({ records }) => records.isLimited()).catch(() => false)
    getPace(upstream).isLimited ??= isLimited
  })
  return async () => {
    const pace = getPace(upstream)
    const count = isQuiet(pace.starts, platform.now()) ? 1 : pace.starts.length + 1
    if (pace.isLimited === undefined && count >= ASKING_CALL) {
      const reading = readLimited()
      if (count > CALLS_PER_SECOND) await reading
    }
    // The place is taken before the wait, so that calls of other requests do not take it as well.
    const now = platform.now()
    const start = takeStart(pace, now)
    if (start > now) await platform.sleep(start - now)
  }
}

/** Stores that the account has met a 429: it has no burst from now on, also in other isolates and after a restart. */
export async function noteLimited(upstream: UpstreamContext): Promise<void> {
  const pace = getPace(upstream)
  if (pace.isLimited) return
  pace.isLimited = true
  const account = upstream.accountOf('shop-seller')
  await callObject(upstream.settings, stateObject(account), ({ records }) => records.limit()).catch(() => {})
}

/**
 * Returns a function that waits until the next call of one reader may start. At most `perSecond` calls start within any
 * second, however long each takes.
 */
export function pace(platform: Platform, perSecond: number): () => Promise<void> {
  const started: number[] = []
  return async () => {
    const earlier = started.at(-perSecond)
    const wait = earlier === undefined ? 0 : earlier + SECOND_MS - platform.now()
    if (wait > 0) await platform.sleep(wait)
    started.push(platform.now())
  }
}
