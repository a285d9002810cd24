import type { State } from '../base/accounts.ts'
import { at, flag, number } from '../base/json.ts'
import { DAY_MS } from '../base/time.ts'
import type { Json } from '../upstream/polling.ts'
import { SOON_DAYS } from './report.ts'

/** What is stored about an account between two polls. Times are epoch milliseconds. */
export interface WatchedAccount {
  isRejected: boolean
  /** When its credential expires, if known. */
  endsAt: number | undefined
  /** The last reported number of days before that expiry. 15 for none. */
  warnedDays: number
  /** When it was tested last. 0 for never. */
  testedAt: number
}

export const connectedAccount = ({ isRejected, endsAt, warnedDays, testedAt }: WatchedAccount): Json => ({
  isRejected,
  warnedDays,
  testedAt,
  ...(endsAt !== undefined && { endsAt }),
})

export function readWatched(cursor: Json | undefined, account: string): WatchedAccount | undefined {
  const stored = at(cursor, account)
  const isRejected = flag(at(stored, 'isRejected'))
  if (isRejected === null) return undefined
  return {
    isRejected,
    endsAt: number(at(stored, 'endsAt')) ?? undefined,
    warnedDays: number(at(stored, 'warnedDays')) ?? NOT_WARNED,
    testedAt: number(at(stored, 'testedAt')) ?? 0,
  }
}

export type AccountChange = 'account.rejected' | 'account.recovered' | 'account.expiring'

/** The state of an account that events report. */
export interface Seen {
  state: State
  /** Epoch milliseconds. */
  endsAt: number | undefined
}

/** Days before an expiry at which it is reported. */
const AHEAD = [SOON_DAYS, 7, 1] as const
const NOT_WARNED = SOON_DAYS + 1
/**
 * Expiry times closer together than this count as the same, because each test may return a few seconds more or less.
 */
const SAME_END_MS = DAY_MS / 2

/**
 * The events since the previous poll, and what to store. An account that is seen for the first time causes no event. A
 * service that cannot be reached says nothing about the credential, and neither does a disconnected account.
 */
export function accountChanges(
  before: WatchedAccount | undefined,
  { state, endsAt }: Seen,
  now: number,
): { stored: WatchedAccount; changes: readonly AccountChange[] } {
  const isJudged = state === 'ok' || state === 'expires_soon' || state === 'rejected'
  const wasRejected = before?.isRejected ?? false
  const isRejected = isJudged ? state === 'rejected' : wasRejected
  const isSameEnd =
    before?.endsAt !== undefined && endsAt !== undefined && Math.abs(before.endsAt - endsAt) < SAME_END_MS
  const warned = isSameEnd ? before.warnedDays : NOT_WARNED
  const isEnding = endsAt !== undefined && endsAt > now && !isRejected && state !== 'not_connected'
  const due = isEnding ? AHEAD.findLast((days) => endsAt - now <= days * DAY_MS) : undefined
  const changes: AccountChange[] = []
  if (isRejected && !wasRejected) changes.push('account.rejected')
  if (!isRejected && wasRejected) changes.push('account.recovered')
  if (due !== undefined && due < warned) changes.push('account.expiring')
  const stored = {
    isRejected,
    endsAt: isSameEnd ? before.endsAt : endsAt,
    warnedDays: Math.min(warned, due ?? NOT_WARNED),
    testedAt: before?.testedAt ?? 0,
  }
  return { stored, changes: before ? changes : [] }
}
