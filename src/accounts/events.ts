import type * as z from 'zod/mini'
import type { AccountRecord, FailureKind, State } from '../base/accounts.ts'
import { type ErrorCode, GatewayError } from '../base/errors.ts'
import type { EventInput } from '../base/events.ts'
import { ACCOUNT_SECRETS, type Account } from '../base/groups.ts'
import { at, flag, number, visibleText } from '../base/json.ts'
import type { Settings } from '../base/settings.ts'
import { DAY_MS } from '../base/time.ts'
import type { accountReport } from '../groups/admin/outputs.ts'
import { stateObject } from '../upstream/accounts.ts'
import type { UpstreamContext } from '../upstream/context.ts'
import { type CredentialSource, noteStored, readCredentialSource, secretsDigest } from '../upstream/credentials.ts'
import type { EventSource, Json } from '../upstream/polling.ts'
import { type Connectable, type Connectables, getFields, noteTest, testConnected } from './accounts.ts'

/** What is stored about an account between two polls. Times are epoch milliseconds. */
interface WatchedAccount {
  isRejected: boolean
  /** When its credential expires, if known. */
  endsAt: number | undefined
  /** The last reported number of days before that expiry. 15 for none. */
  warnedDays: number
  /** When it was tested last. 0 for never. */
  testedAt: number
}

const connectedAccount = ({ isRejected, endsAt, warnedDays, testedAt }: WatchedAccount): Json => ({
  isRejected,
  warnedDays,
  testedAt,
  ...(endsAt !== undefined && { endsAt }),
})

function readWatched(cursor: Json | undefined, account: string): WatchedAccount | undefined {
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

type AccountChange = 'account.rejected' | 'account.recovered' | 'account.expiring'

/** The state of an account that events report. */
interface Seen {
  state: State
  /** Epoch milliseconds. */
  endsAt: number | undefined
}

/** A credential that expires within so many days should be reconnected. */
const SOON_DAYS = 14

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

/** The last known state of an account. */
export type Report = z.output<ReturnType<typeof accountReport>>

/** Reads the stored state of an account. Does not call the product. */
export async function readReport(settings: Settings, connectable: Connectable, now: number): Promise<Report> {
  const { account } = connectable
  const [standing, record] = await Promise.all([
    readCredentialSource(settings, account).catch(asGatewayError),
    stateObject(settings, account).accountRecord(),
  ])
  if (standing instanceof GatewayError) {
    return toReport(connectable, { settings, source: null, status: ['misconfigured', standing.message] })
  }
  const { secrets, source } = standing
  if (source === 'kept') await noteStored(settings, account)
  const missing = ACCOUNT_SECRETS[account].filter((name) => !secrets[name])
  if (missing.length > 0) {
    return toReport(connectable, {
      settings,
      source: null,
      status: ['not_connected', lacking(standing, account, missing)],
    })
  }
  // A result for other secrets does not apply.
  const own = record?.credential === (await secretsDigest(secrets)) ? record : undefined
  return toReport(connectable, { settings, source, record: own, status: toStatus(own, now) })
}

function asGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  throw error
}

type AccountStatus = readonly [State, message: string | null]

interface Known {
  settings: Settings
  source: CredentialSource['source']
  record?: AccountRecord | undefined
  status: AccountStatus
}

function toReport(connectable: Connectable, { settings, source, record = { credential: '' }, status }: Known): Report {
  const { account, group } = connectable
  const { connectedAt, lastOkAt, lastFailure, expiresAt } = record
  const [identity = null, previous = null] = [record.identity, record.previousIdentity].map((each) =>
    each ? visibleText(each) : null,
  )
  const [state, message] = status
  const canClick = connectable.click?.isReady(settings) ?? false
  return {
    account,
    group,
    state,
    source,
    identity,
    previous_identity: previous === identity ? null : previous,
    fields: getFields(connectable),
    message,
    hint: getHint(state, lastFailure?.code),
    connected_at: iso(connectedAt),
    expires_at: iso(expiresAt),
    last_ok_at: iso(lastOkAt),
    last_error: lastFailure
      ? {
          at: new Date(lastFailure.at).toISOString(),
          status: lastFailure.status,
          message: lastFailure.message,
          code: lastFailure.code,
          service_status: lastFailure.service_status ?? null,
          request_id: lastFailure.request_id,
        }
      : null,
    can_click: canClick,
  }
}

function lacking({ source, isOverruling }: CredentialSource, account: Account, missing: readonly string[]): string {
  if (isOverruling && source === null) {
    const names = ACCOUNT_SECRETS[account]
    return `disconnected here; ${names.join(', ')} of the deployment ${names.length === 1 ? 'is' : 'are'} ignored until changed: remove for good with \`npx wrangler secret delete NAME\``
  }
  return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set`
}

function toStatus(record: AccountRecord | undefined, now: number): AccountStatus {
  const { lastOkAt, lastFailure, expiresAt = Infinity } = record ?? {}
  if (lastFailure && lastFailure.at >= (lastOkAt ?? 0))
    return [lastFailure.kind satisfies FailureKind, lastFailure.message]
  if (expiresAt <= now) return ['rejected', `the credential expired at ${iso(expiresAt)}`]
  if (lastOkAt === undefined) return ['untested', null]
  if (expiresAt - now <= SOON_DAYS * DAY_MS) return ['expires_soon', `the credential expires at ${iso(expiresAt)}`]
  return ['ok', null]
}

const HINTS: Readonly<Record<State, string | null>> = {
  ok: null,
  not_connected: 'connect it on the page of this gateway, or set its secrets',
  rejected: 'reconnect it on the page of this gateway',
  unreachable: 'its service cannot be used at the moment: try again later',
  misconfigured: 'correct what the message names, or reconnect it on the page of this gateway',
  expires_soon: 'reconnect it on the page of this gateway before it expires',
  untested: 'it was never tested: test it on the page of this gateway',
}

/** No other time and no other credential helps an app that its service has blocked. */
const getHint = (state: State, code: ErrorCode | undefined): string | null =>
  state === 'unreachable' && code === 'app_blocked'
    ? 'the owner of the app sees in the App Dashboard (developers.facebook.com/apps) why it is blocked and how to restore it'
    : HINTS[state]

const iso = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())

/** The time between two tests of an account, in milliseconds. */
const TEST_MS = 15 * 60_000
/** Calls reserved for the other event sources of the same run. A test takes several when a token is exchanged. */
const RESERVE = 8

export const ACCOUNTS_SOURCE = 'accounts'

/**
 * Accounts that are rejected or work again, and credentials that expire in 14 days, in 7 days and in 1 day.
 * Each connected account is tested with one or two cheap reads every 15 minutes. What
 * requests learn about an account counts as well.
 */
export const accountSource = (connectables: Connectables): EventSource => ({
  name: ACCOUNTS_SOURCE,
  types: ['account.expiring', 'account.rejected', 'account.recovered'],
  atLeastMs: TEST_MS,
  // Disconnected is one of the states that an account may have.
  isConnected: async () => true,
  async poll({ upstream, cursor, wanted }) {
    const stored: Record<string, Json> = {}
    const events: EventInput[] = []
    let isMore = false
    for (const connectable of connectables) {
      const { account } = connectable
      const before = readWatched(cursor, account)
      const isDue = before === undefined || Math.abs(upstream.platform.now() - before.testedAt) >= TEST_MS
      if (isDue && upstream.budget.callsLeft <= RESERVE) {
        isMore = true
        if (before) stored[account] = connectedAccount(before)
        continue
      }
      const found = await look(upstream, connectable, before, isDue)
      stored[account] = connectedAccount(found.stored)
      events.push(...found.events.filter(({ type }) => wanted.has(type)))
    }
    return { cursor: stored, marks: new Map(), events, isMore }
  },
})

/** Tests an account if that is due, and compares its report with the stored one. */
async function look(
  upstream: UpstreamContext,
  connectable: Connectable,
  before: WatchedAccount | undefined,
  isDue: boolean,
): Promise<{ stored: WatchedAccount; events: EventInput[] }> {
  const { settings, platform } = upstream
  const now = platform.now()
  let report = await readReport(settings, connectable, now)
  const isTested = isDue && report.source !== null
  if (isTested) {
    await noteTest(settings, connectable, await testConnected(upstream, connectable, platform.uuid()))
    report = await readReport(settings, connectable, now)
  }
  const endsAt = report.expires_at === null ? undefined : Date.parse(report.expires_at)
  const { stored, changes } = accountChanges(before, { state: report.state, endsAt }, now)
  return {
    stored: isTested ? { ...stored, testedAt: now } : stored,
    events: changes.map((change) => toEvent(change, connectable, report, now)),
  }
}

function toEvent(type: AccountChange, { group }: Connectable, report: Report, at: number): EventInput {
  const { account, state, identity, message, hint, expires_at } = report
  return {
    ...{ type, group, subject: account, at },
    data: { account, group, state, message, hint, expires_at },
    ...(identity !== null && { personal: { identity } }),
  }
}
