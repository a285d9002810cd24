import { describeFailure, type FailureKind, MAIN_KIND } from '../base/accounts.ts'
import { sha256Hex } from '../base/crypto.ts'
import type { Stub } from '../base/env.ts'
import { GatewayError, type Reason } from '../base/errors.ts'
import type { Account } from '../base/groups.ts'
import { callObject, ledger, USAGE } from '../base/objects.ts'
import type { Release } from '../base/once.ts'
import { perIsolateCache } from '../base/per-isolate-cache.ts'
import type { Platform } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'
import {
  firstHour,
  HOUR_MS,
  type Hold,
  hourOf,
  type KeyUse,
  koreanDay,
  type UsageCount,
  type UsagePart,
  type UsageQuery,
  type UsageRow,
} from '../base/usage.ts'
import { stateObject } from '../upstream/accounts.ts'
import { secretsDigest } from '../upstream/credentials.ts'
import { sendRecorded } from './audit.ts'
import { logUnhandledError } from './http/log.ts'
import type { RequestState } from './state.ts'

/** How often an isolate sends its counts at most, in milliseconds. */
const FLUSH_MS = 10_000
/** How late sending may be before another request does it, in milliseconds. */
const LATE_MS = 2_000
/** The most combinations of keys and operations in one tally. Further ones are not counted. */
const MOST_COUNTS = 2_000

interface Tally {
  counts: Map<string, UsageCount>
  /** When counts were last sent, in epoch milliseconds. */
  flushedAt: number
  /** Until when sending by a waiting request is expected, in epoch milliseconds. */
  expectedUntil: number
}

const getTally = perIsolateCache((): Tally => ({ counts: new Map(), flushedAt: 0, expectedUntil: 0 }))

/**
 * Counts a response of an operation with an API key, and how long it took. The sums are sent to USAGE after the
 * response: at once if the interval has passed, otherwise when it ends. One request of the isolate waits for that in
 * the background. No response waits or fails because of it. Counts that USAGE does not accept are lost.
 */
export function countAnswer(
  { settings, platform, upstream, operation, caller, isAdmin, arrivedAt }: RequestState,
  status: number,
): void {
  if (!settings.env.USAGE || !operation || operation.access === 'open' || operation.access === 'admin' || isAdmin)
    return
  const now = platform.now()
  const tally = getTally(settings)
  const hour = hourOf(now)
  const id = `${hour} ${caller?.id ?? ''} ${operation.id}`
  let count = tally.counts.get(id)
  if (!count) {
    if (tally.counts.size >= MOST_COUNTS) return
    const who = { key: caller?.id ?? null, name: caller?.name ?? null }
    count = { hour, ...who, operation: operation.id, ok: 0, refused: 0, failed: 0, ms: 0, max_ms: 0, last: now }
    tally.counts.set(id, count)
  }
  count[status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed'] += 1
  const ms = Math.max(0, now - arrivedAt)
  count.ms += ms
  count.max_ms = Math.max(count.max_ms, ms)
  count.last = now
  if (now < tally.expectedUntil) return
  const wait = Math.max(0, tally.flushedAt + FLUSH_MS - now)
  tally.expectedUntil = now + wait + LATE_MS
  upstream.waitUntil?.(flushAfter(wait, settings, platform).catch(() => {}))
}

async function flushAfter(ms: number, settings: Settings, platform: Platform): Promise<void> {
  if (ms > 0) await platform.sleep(ms)
  await flush(settings, platform)
}

/** Sends the counts of this isolate. Rejects when USAGE does not accept them. */
async function flush(settings: Settings, platform: Platform): Promise<void> {
  const tally = getTally(settings)
  tally.flushedAt = platform.now()
  tally.expectedUntil = 0
  const counts = [...tally.counts.values()]
  tally.counts.clear()
  if (counts.length > 0 && settings.env.USAGE) await callObject(settings, USAGE, (usage) => usage.add(counts))
}

/** How long a report may be on its way, in milliseconds. */
const ON_ITS_WAY_MS = 5_000

/** The period of a question: so many days in Korea, or hours, the present one included. */
export interface Period {
  readonly span: UsageQuery['span']
  readonly count: number
  readonly by: UsagePart
}

/** The counts of a period. Throws 503 when USAGE does not respond. */
export async function readUsage(
  settings: Settings,
  platform: Platform,
  { span, count, by }: Period,
): Promise<{ rows: UsageRow[]; completeUntil: number; cutUntil: number | undefined }> {
  const now = platform.now()
  const since = span === 'day' ? firstHour(koreanDay(now) - count + 1) : hourOf(now) - count + 1
  const [rows = [], cut] =
    (await callUsage(settings, platform, (usage) =>
      Promise.all([usage.since({ since, span, by }), usage.cutUntil()]),
    )) ?? []
  const cutUntil = cut !== undefined && cut >= koreanDay(since * HOUR_MS) ? cut : undefined
  return { rows, completeUntil: now - FLUSH_MS - ON_ITS_WAY_MS, cutUntil }
}

/** The use of each key in the last 30 days, by id. Undefined when USAGE does not respond. */
export async function readKeyUse(settings: Settings, platform: Platform): Promise<Map<string, KeyUse> | undefined> {
  try {
    const uses = await callUsage(settings, platform, (usage) => usage.keys(firstHour(koreanDay(platform.now()) - 29)))
    return uses && new Map(uses.map((use) => [use.key, use]))
  } catch (error) {
    if (error instanceof GatewayError) return undefined
    throw error
  }
}

/**
 * Calls USAGE after sending this isolate's counts. Undefined without the binding. Throws 503 when it does not respond.
 */
export async function callUsage<Value>(
  settings: Settings,
  platform: Platform,
  call: (usage: Stub<'USAGE'>) => Promise<Value>,
) {
  if (!settings.env.USAGE) return undefined
  return callObject(settings, USAGE, async (usage) => {
    await Promise.all([flush(settings, platform), sendRecorded(settings)])
    return call(usage)
  })
}

/** A request that asks for money or moves it. */
interface Expense {
  /** The same for all runs of one Idempotency-Key. */
  id: string
  /** The run of this request. */
  run: string
  /** In won. Absent for a request that neither asks for money nor moves it. */
  amount: number | undefined
}

/**
 * Counts an amount before it is requested or moved, if the caller's limits allow it. Throws 403, and then nothing counts.
 */
export async function reserveAmount(state: RequestState, { id, run, amount }: Expense): Promise<Release> {
  const { max_amount, daily_amount } = state.caller?.limits ?? {}
  if (amount === undefined || amount === 0) return async () => {}
  if (max_amount !== undefined && amount > max_amount)
    throw overLimit(`${max_amount} won by one request (max_amount), and this is ${amount} won`)
  if (daily_amount === undefined) return async () => {}

  const name = await getSpendingName(state)
  // A reservation that cannot be cancelled counts as spent.
  const cancel = () =>
    callObject(state.settings, ledger(name), (spending) => spending.cancelReservation(id, run)).catch((error) =>
      logUnhandledError(state.id, error),
    )

  const { isReserved, spent } = await callObject(state.settings, ledger(name), (spending) =>
    spending.reserve({ id, run, amount }, daily_amount),
  ).catch((error) => failUnchecked(state, error, cancel))
  if (!isReserved)
    throw overLimit(
      `${daily_amount} won a day in Korea (daily_amount); ${spent} won are spent, and this is ${amount} won`,
    )
  return cancel
}

/**
 * Counts the amounts of several payments before the first is sent, if the caller's limits allow all of them. Each is then
 * counted as its own. Throws 403, and then nothing counts. Returns what releases those that were not sent.
 */
export async function holdAmounts(state: RequestState, hold: Hold): Promise<Release> {
  const { max_amount, daily_amount } = state.caller?.limits ?? {}
  const sum = hold.amounts.reduce((total, { amount }) => total + amount, 0)
  const these = `these ${hold.amounts.length} are ${sum} won`
  if (max_amount !== undefined && sum > max_amount)
    throw overLimit(`${max_amount} won by one request (max_amount), and ${these}`)
  if (daily_amount === undefined) return async () => {}

  const name = await getSpendingName(state)
  const cancel = () =>
    callObject(state.settings, ledger(name), (spending) => spending.cancelAll(hold)).catch((error) =>
      logUnhandledError(state.id, error),
    )
  const { isReserved, spent } = await callObject(state.settings, ledger(name), (spending) =>
    spending.reserveAll(hold, daily_amount),
  ).catch((error) => failUnchecked(state, error, cancel))
  if (!isReserved)
    throw overLimit(`${daily_amount} won a day in Korea (daily_amount); ${spent} won are spent, and ${these}`)
  return cancel
}

/** The object that counts what the lineage of a caller has spent. */
const getSpendingName = (state: RequestState) => sha256Hex(JSON.stringify(['spending', state.caller?.lineage]))

async function failUnchecked(state: RequestState, error: unknown, cancel: Release): Promise<never> {
  logUnhandledError(state.id, error)
  await cancel()
  throw new GatewayError(503, 'the limit of the day cannot be checked at the moment, and nothing was sent: try again', {
    headers: { 'Retry-After': '1' },
  })
}

const overLimit = (what: string) =>
  new GatewayError(403, `limits: this caller may ask for or move at most ${what}; nothing was sent`, {
    reason: 'refused amount',
  })

/** How often an isolate repeats the same report of an account at most, in milliseconds. */
const REST_MS = 10_000

type UseResult = 'ok' | FailureKind

/** By account and kind. */
const lastReports = perIsolateCache(() => new Map<string, { result: UseResult; at: number }>())

/**
 * Reports how an account did in a request, after the response: no request waits for it. A change is reported at once,
 * an unchanged state every ten seconds at most.
 */
export function reportUse(state: RequestState, status: number, reason: Reason | undefined): void {
  const { upstream, settings, platform } = state
  const { account } = upstream.used
  if (account === undefined) return
  const now = platform.now()
  const reports = lastReports(settings)
  for (const { kind, ...use } of usesOf(state, status, reason)) {
    const result = classifyUse(use.status, use.reason)
    if (result === undefined || (upstream.budget.calls === 0 && result !== 'misconfigured')) continue
    const key = `${account} ${kind}`
    const last = reports.get(key)
    if (last?.result === result && Math.abs(now - last.at) < REST_MS) continue
    reports.set(key, { result, at: now })
    const sent = sendReport(state, account, result, { ...use, kind, at: now })
    // What could not be reported is reported with the next use.
    upstream.waitUntil?.(sent.catch(() => void reports.delete(key)))
  }
}

interface Use {
  kind: string
  status: number
  reason: Reason | undefined
  message: string | undefined
}

/**
 * What a request says of each kind of calls. What it failed for counts for its last kind, unless a kind failed itself: an
 * answer that cannot be used is no success.
 */
function usesOf({ upstream, failureMessage }: RequestState, status: number, reason: Reason | undefined): Use[] {
  const { kinds } = upstream.used
  const whole = { status, reason, message: failureMessage }
  if (kinds.size === 0) return [{ kind: MAIN_KIND, ...whole }]
  const isUnexplained = status >= 400 && [...kinds.values()].every((error) => error === undefined)
  const last = [...kinds.keys()].at(-1)
  return [...kinds].map(([kind, error]) => {
    if (isUnexplained && kind === last) return { kind, ...whole }
    return { kind, status: error?.status ?? 200, reason: error?.reason, message: error?.message }
  })
}

async function sendReport(
  { id, upstream, settings }: RequestState,
  account: Account,
  result: UseResult,
  { at, kind, status, reason = 'unusable', message }: Use & { at: number },
) {
  const credential = await secretsDigest(upstream.used.secrets ?? {})
  const failure = {
    status,
    message: message ?? `answered ${status}`,
    request_id: id,
    ...describeFailure(reason, status),
  }
  const use = { at, kind, credential, failure: result === 'ok' ? undefined : { kind: result, ...failure } }
  await callObject(settings, stateObject(account), (object) => object.noteUse(use))
}

/** Failures that say nothing about the account, although their statuses could. */
const SILENT: ReadonlySet<Reason> = new Set<Reason>([
  ...(['account not connected', 'caller left', 'budget', 'not offered'] as const),
  // The recorder account lacks one of several tokens, and the product has refused none.
  'refused key',
])

/** What a response says about its account. Undefined for one that says nothing, such as a refused input. */
export function classifyUse(status: number, reason: Reason | undefined): UseResult | undefined {
  if (status < 400) return 'ok'
  if (reason !== undefined && SILENT.has(reason)) return undefined
  if (status === 401) return 'rejected'
  if (status === 502 || status === 504 || reason === 'refused app') return 'unreachable'
  return reason === 'setting' ? 'misconfigured' : undefined
}
