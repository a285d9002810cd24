import type { AccountRecord, State } from '../base/accounts.ts'
import { ACCOUNTS_SOURCE, type FoundEvent } from '../base/events.ts'
import { type Account, isFirst } from '../base/groups.ts'
import { at, isObject, list, number } from '../base/json.ts'
import { DAY_MS } from '../base/time.ts'
import type { EventSource, Json } from '../upstream/polling.ts'
import { type AccountConnector, type AccountConnectors, noteTest, testConnected } from './accounts.ts'
import { type Report, readKnown, readReport, SOON_DAYS, toReport } from './events.ts'

/** The state of an account between two comparisons. Times are epoch milliseconds. */
export interface WatchedAccount {
  /** Since when it is reported as rejected, or as one whose product is down. */
  rejectedAt?: number | undefined
  downAt?: number | undefined
  /** When its credential expires, if known. */
  endsAt?: number | undefined
  /** When it was connected last. Undefined when that was not compared yet, and 0 for never. */
  connectedAt?: number | undefined
  /** The rejections of the last hour that were reported. */
  rejections: readonly number[]
}

const storedAccount = ({ rejections, ...times }: WatchedAccount): Json => ({
  rejections,
  ...Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined)),
})

function readWatched(cursor: Json | undefined, account: string): WatchedAccount | undefined {
  const stored = at(cursor, account)
  if (!isObject(stored)) return undefined
  const time = (name: string) => number(at(stored, name)) ?? undefined
  return {
    rejectedAt: time('rejectedAt'),
    downAt: time('downAt'),
    endsAt: time('endsAt'),
    connectedAt: time('connectedAt'),
    rejections: list(at(stored, 'rejections')).filter((each) => typeof each === 'number'),
  }
}

/** A further account that was not in the list at the comparison before was added since then. */
const readAdded = (cursor: Json | undefined, account: Account): WatchedAccount | undefined =>
  cursor === undefined || isFirst(account) ? undefined : { connectedAt: 0, rejections: [] }

/** The state of an account that events report. Times are epoch milliseconds. */
export interface Seen extends Pick<AccountRecord, 'since' | 'lastFailure' | 'connectedAt'> {
  state: State
  endsAt: number | undefined
}

/** Days before an expiry at which it is reported. */
const AHEAD = [SOON_DAYS, 7, 1] as const
/**
 * Expiry times closer together than this count as the same, because each test may return a few seconds more or less.
 */
const SAME_END_MS = DAY_MS / 2

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The time between two tests of an account, in milliseconds. */
const TEST_MS = 15 * MINUTE_MS
/** After this many rejections in an hour, an account has to work for a while before it is reported as recovered. */
const MOST_REJECTIONS = 5
const HOLD_MS = 10 * MINUTE_MS

type AccountEvent =
  | 'account.rejected'
  | 'account.unreachable'
  | 'account.expiring'
  | 'account.recovered'
  | 'account.connected'

interface Change {
  type: AccountEvent
  /** When it happened, in epoch milliseconds. */
  at: number
  /** Identifies the event if it is found again. */
  once: string
}

interface Comparison {
  stored: WatchedAccount
  /** Each comparison returns a lasting state, and only one returns a single event. */
  events: readonly Change[]
  /** When something changes without a call, in epoch milliseconds. */
  nextAt: number
}

/**
 * Compares the state of an account with the one that was reported. A service that cannot be reached says nothing about
 * the credential, and neither does a disconnected account.
 */
export function compareAccount(before: WatchedAccount | undefined, seen: Seen, now: number): Comparison {
  const { state, since = {} } = seen
  const connectedAt = seen.connectedAt ?? before?.connectedAt ?? 0
  const isReconnected = before?.connectedAt !== undefined && connectedAt > before.connectedAt
  const rejections = isReconnected ? [] : (before?.rejections ?? []).filter((each) => Math.abs(now - each) < HOUR_MS)
  const { rejectedAt: wasRejectedAt, downAt: wasDownAt } = before ?? {}
  const wasBroken = wasRejectedAt !== undefined || wasDownAt !== undefined
  const isWell = state === 'ok' || state === 'expires_soon'
  const okAt = since.ok ?? now
  const holdsUntil = wasBroken && isWell && rejections.length > MOST_REJECTIONS ? okAt + HOLD_MS : 0
  const isOver = isWell && holdsUntil <= now

  const rejectedAt =
    state === 'rejected' ? (wasRejectedAt ?? getRejectedAt(seen, now)) : isOver ? undefined : wasRejectedAt
  const isDown =
    state === 'unreachable' && rejectedAt === undefined && wasDownAt === undefined && hasFailedForAnHour(seen, now)
  const downAt = isOver ? undefined : isDown ? since.unreachable : wasDownAt

  const { endsAt: knownEnd } = before ?? {}
  const isSameEnd =
    knownEnd !== undefined && seen.endsAt !== undefined && Math.abs(knownEnd - seen.endsAt) < SAME_END_MS
  // A wrong setting hides the expiry, and does not change it.
  const endsAt = isSameEnd || state === 'misconfigured' ? knownEnd : seen.endsAt
  const isEnding = endsAt !== undefined && endsAt > now && rejectedAt === undefined && state !== 'not_connected'
  const daysLeft = isEnding ? AHEAD.findLast((days) => endsAt - now <= days * DAY_MS) : undefined

  const events: Change[] = []
  const add = (type: AccountEvent, at: number, once = String(at)) => events.push({ type, at, once })
  if (isReconnected) add('account.connected', connectedAt)
  const isUsed = state !== 'not_connected' && state !== 'misconfigured'
  if (rejectedAt !== undefined && isUsed) add('account.rejected', rejectedAt)
  if (rejectedAt === undefined && downAt !== undefined && isUsed) add('account.unreachable', downAt)
  if (wasBroken && isOver) add('account.recovered', okAt)
  if (daysLeft !== undefined) add('account.expiring', now, `${endsAt} ${daysLeft}`)

  const isNewRejection = rejectedAt !== undefined && wasRejectedAt === undefined
  return {
    stored: {
      rejectedAt,
      downAt,
      endsAt,
      connectedAt,
      rejections: isNewRejection ? [...rejections, now].slice(-MOST_REJECTIONS - 1) : rejections,
    },
    events,
    nextAt: Math.min(...[holdsUntil, ...getSteps(endsAt)].filter((at) => at > now)),
  }
}

/** The first refusal, or the expiry of the credential. */
const getRejectedAt = ({ since, lastFailure, endsAt = Infinity }: Seen, now: number): number =>
  Math.min(since?.rejected ?? (lastFailure?.kind === 'rejected' ? lastFailure.at : now), endsAt)

/** Whether no call has succeeded for an hour, and calls have failed until now, as often as an account is tested. */
function hasFailedForAnHour({ since, lastFailure }: Seen, now: number): boolean {
  const first = since?.unreachable
  if (first === undefined || !lastFailure) return false
  return now - first >= HOUR_MS && lastFailure.at - first >= HOUR_MS - TEST_MS
}

/** The times at which an expiry is reported, and the expiry itself. */
const getSteps = (endsAt: number | undefined): number[] =>
  endsAt === undefined ? [] : [...AHEAD.map((days) => endsAt - days * DAY_MS), endsAt]

const TYPES = ['account.expiring', 'account.rejected', 'account.unreachable', 'account.recovered'] as const

/** A credential that was just connected may not be readable everywhere yet. Then it is compared again. */
const STORE_MS = MINUTE_MS

/**
 * Events about the accounts, from requests, renewals and tests: rejected, down for an hour, working again, newly
 * connected, and credentials that expire in 14 days, in 7 days and in 1 day. It compares stored states only, and calls
 * no product. The object of an account has it polled when the account turns.
 */
export const accountSource = (connectors: AccountConnectors): EventSource => ({
  name: ACCOUNTS_SOURCE,
  account: null,
  types: [...TYPES, 'account.connected'],
  atLeastMs: TEST_MS,
  // Disconnected is one of the states that an account may have.
  isConnected: async () => true,
  async poll({ upstream: { settings, platform }, cursor, wanted }) {
    const stored: Record<string, Json> = {}
    const events: FoundEvent[] = []
    const now = platform.now()
    let nextAt = Infinity
    for (const connector of connectors) {
      const { account } = connector
      const known = await readKnown(settings, connector.account, now)
      const [report, { record }] = [toReport(connector, { settings, ...known }), known]
      const endsAt = report.expires_at === null ? undefined : Date.parse(report.expires_at)
      const seen = { ...record, state: report.state, endsAt }
      const found = compareAccount(readWatched(cursor, account) ?? readAdded(cursor, account), seen, now)
      stored[account] = storedAccount(found.stored)
      const { rejections } = found.stored
      for (const change of found.events) {
        if (!wanted.has(change.type)) continue
        events.push(toEvent(change, connector, report, { times: rejections.length, by: record?.connectedBy }))
      }
      nextAt = Math.min(nextAt, found.nextAt, report.state === 'untested' ? now + STORE_MS : Infinity)
    }
    return { cursor: stored, marks: new Map(), events, isMore: false, waitMs: nextAt - now }
  },
})

function toEvent(
  { type, at, once }: Change,
  { group }: AccountConnector,
  report: Report,
  { times, by = 'owner' }: { times: number; by: AccountRecord['connectedBy'] },
): FoundEvent {
  const { account, state, identity, message, hint, expires_at } = report
  return {
    type,
    account,
    subject: account,
    at,
    onceKey: `${type} ${account} ${once}`,
    data: {
      account,
      group,
      state,
      message,
      hint,
      expires_at,
      ...(type === 'account.rejected' && times > 1 && { times }),
      ...(type === 'account.connected' && { connected_by: by }),
    },
    ...(identity !== null && { personal: { identity } }),
  }
}

/** Calls reserved for the other event sources of the same run. A test takes several when a token is exchanged. */
const RESERVE = 8

/** Tests each connected account every 15 minutes with one or two cheap reads. What a test finds is in its account's state. */
export const accountTests = (connectors: AccountConnectors): EventSource => ({
  name: 'account-tests',
  account: null,
  types: TYPES,
  atLeastMs: TEST_MS,
  isConnected: async () => true,
  async poll({ upstream, cursor }) {
    const { settings, platform } = upstream
    const testedAt: Record<string, Json> = {}
    let isMore = false
    for (const connector of connectors) {
      const { account } = connector
      const last = number(at(cursor, account)) ?? 0
      const isDue = Math.abs(platform.now() - last) >= TEST_MS
      const isRoom = upstream.budget.callsLeft > RESERVE
      testedAt[account] = last
      if (isDue && !isRoom) isMore = true
      if (!isDue || !isRoom) continue
      const now = platform.now()
      if ((await readReport(settings, connector, now)).source !== null)
        await noteTest(settings, connector, await testConnected(upstream, connector, platform.uuid()))
      testedAt[account] = now
    }
    return { cursor: testedAt, marks: new Map(), events: [], isMore }
  },
})
