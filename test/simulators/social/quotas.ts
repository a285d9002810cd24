import type { World } from './calls.ts'
import { overDailyLimit } from './refusals.ts'
import type { State } from './state.ts'

/** The rolling limits of an account (social facts, section 6). */
export const QUOTAS = { posts: 250, replies: 1000, deletes: 100, searches: 2200 } as const
export const QUOTA_SECONDS = 86_400

/** How many of these times (epoch milliseconds) are in the last 24 hours. */
export const getUsed = (times: readonly number[], now: number) =>
  times.filter((time) => time > now - QUOTA_SECONDS * 1000).length

/** Refuses when a limit of the last 24 hours is exhausted. */
export function overDaily({ state, clock, switches }: World, counted: keyof State['usage']): void {
  if (getUsed(state.usage[counted], clock.now()) >= QUOTAS[counted]) throw overDailyLimit(switches.dailyLimit)
}
