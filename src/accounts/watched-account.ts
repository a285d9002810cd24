import { at, flag, number } from '../base/lenient-json.ts'
import type { Json } from '../upstream/polling/event-source.ts'
import type { State } from './report.ts'

/** What is kept of an account between two polls. Times are epoch milliseconds. */
export interface WatchedAccount {
  isRejected: boolean
  /** When its credential ends, where that is known. */
  endsAt: number | undefined
  /** Days ahead of that end of which nothing is to be told any more, 15 for none; earlier versions stored 8. */
  warnedDays: number
  /** When it was tested last, 0 for never. */
  testedAt: number
}

export const connectedAccount = ({ isRejected, endsAt, warnedDays, testedAt }: WatchedAccount): Json => ({
  isRejected,
  warnedDays,
  testedAt,
  ...(endsAt !== undefined && { endsAt }),
})

export function readWatched(cursor: Json | undefined, account: string): WatchedAccount | undefined {
  const kept = at(cursor, account)
  const isRejected = flag(at(kept, 'isRejected'))
  if (isRejected === null) return undefined
  return {
    isRejected,
    endsAt: number(at(kept, 'endsAt')) ?? undefined,
    warnedDays: number(at(kept, 'warnedDays')) ?? NOT_WARNED,
    testedAt: number(at(kept, 'testedAt')) ?? 0,
  }
}

export type AccountChange = 'account.rejected' | 'account.recovered' | 'account.expiring'

/** How an account is, as far as it is told. */
export interface Seen {
  state: State
  /** Epoch milliseconds. */
  endsAt: number | undefined
}

const DAY_MS = 24 * 3_600_000
/** Days ahead of an end at which it is reported. */
const AHEAD = [14, 7, 1] as const
const NOT_WARNED = 15
/** Ends that lie closer together are one, which is told again at each test with some seconds more or less. */
const SAME_END_MS = DAY_MS / 2

/**
 * What became of an account since the poll before, and what is kept of it. One that is seen for the first time is only noted. A
 * service that cannot be reached says nothing of the credential, and neither does an account that is not connected.
 */
export function accountChanges(
  before: WatchedAccount | undefined,
  { state, endsAt }: Seen,
  now: number,
): { kept: WatchedAccount; changes: readonly AccountChange[] } {
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
  const kept = {
    isRejected,
    endsAt: isSameEnd ? before.endsAt : endsAt,
    warnedDays: Math.min(warned, due ?? NOT_WARNED),
    testedAt: before?.testedAt ?? 0,
  }
  return { kept, changes: before ? changes : [] }
}
