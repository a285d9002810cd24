import { DurableObject } from 'cloudflare:workers'
import type { Env } from '../../base/env.ts'
import { type Answer, RECENT_MS, type RecentBill, type RecordState, type Run, type RunResult } from '../../base/once.ts'
import { platform } from '../../base/platform.ts'
import type { Hold, Reservation } from '../../base/usage.ts'
import { MIGRATIONS, migrate } from '../schema.ts'
import { DailySpending } from './spending.ts'

/** The storage name of the object's record. */
const ENTRY = 'entry'

interface Entry {
  /** A digest of the body. */
  body: string
  /** The bill of the change, chosen before anything was sent. */
  billId: string | undefined
  /** Whether the bill is known not to have existed before the first run that sent. */
  fresh: boolean
  /** The id of the run that the record belongs to. */
  run: string
  /** When that run started, in epoch milliseconds. */
  startedAt: number
  /** Whether an earlier run may have sent. */
  isRetry: boolean
  /**
   * The stage of the run: `looking` has sent nothing, `sending` may send from now on. Or its end: `released` because
   * nothing was sent, `unknown`, `done`.
   */
  stage: 'looking' | 'sending' | 'released' | 'unknown' | 'done'
  /** What the run has prepared. A later run of the same request continues from there, until one is done. */
  steps?: string | undefined
  /** The caller's response. For an unknown outcome, absent when nobody got one. */
  answer?: Answer | undefined
}

/** How long a record is valid after its run started, in milliseconds. */
const HELD_MS = 24 * 60 * 60 * 1000
/** The deadline of a request: an older run sends nothing any more. */
const RUN_MS = 25_000
/** A run that has not ended after this time never will. It may have sent its call. */
const CRASHED_MS = 60_000
/** How long a caller should wait for a run that may end at any moment, in seconds. */
const SOON = 2

/** When the record expires, in epoch milliseconds. */
const getEnd = ({ startedAt }: Entry): number => startedAt + HELD_MS

const isCrashed = ({ startedAt }: Entry, now: number) => now >= startedAt + CRASHED_MS

const isRunning = (entry: Entry, now: number): boolean =>
  (entry.stage === 'looking' || entry.stage === 'sending') && !isCrashed(entry, now)

/** Whether the run has ended and nothing was ever sent, so that the key counts as unused. */
const isUnsent = (entry: Entry, now: number): boolean =>
  entry.stage === 'released' || (entry.stage === 'looking' && isCrashed(entry, now))

/** What a record means for a request with this body, if something was sent or may still be sent. */
function foundIn(entry: Entry, body: Run['body'], now: number): RecordState {
  const { run, billId, fresh, answer, steps, startedAt } = entry
  if (body !== entry.body) return { state: 'other body' }
  if (entry.stage === 'done' && answer) return { state: 'done', run, answer }
  if (!isRunning(entry, now) && !isUnsent(entry, now)) return { state: 'unknown', run, billId, fresh, answer, steps }
  const age = now - startedAt
  return { state: 'running', retryAfter: age < RUN_MS ? SOON : Math.max(1, Math.ceil((CRASHED_MS - age) / 1000)) }
}

/** So that the record has expired by this clock as well, in milliseconds. */
const ALARM_LATE_MS = 60_000

/**
 * One object per idempotency record, named by gateway/once.ts. Another one per lineage with a daily limit counts what
 * it has spent, named by gateway/usage.ts. And one per customer, product and amount stores a recent bill,
 * named by groups/payment/duplicates.ts.
 *
 * A record belongs to one run at a time, and only that run may send. It passes to another run when the run has ended
 * and nothing was sent, or by `takeOver`, which only one of many gets. After that, calls of the earlier run are
 * ignored. Each step may be repeated, even late, because a response of this object may get lost.
 */
export class Ledger extends DurableObject<Env> {
  readonly #spending = new DailySpending(this.ctx.storage)

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, MIGRATIONS.ledger)
  }

  /**
   * Opens the record for a run, or returns the outcome of the previous run.
   *
   * @param over a run whose final response does not count any more
   */
  async begin({ id, body, billId, isPrepared }: Run, over?: string): Promise<RecordState> {
    const now = platform.now()
    const entry = this.#entry()
    if (entry?.run === id && isRunning(entry, now)) return this.#keep(entry)
    const isOver = entry?.stage === 'done' && entry.run === over
    if (entry && !isOver && (entry.run === id || !isUnsent(entry, now))) return foundIn(entry, body, now)
    const stage = isPrepared ? 'looking' : 'sending'
    const steps = entry?.body === body ? entry.steps : undefined
    return this.#keep({ body, billId, fresh: !isPrepared, run: id, stage, isRetry: false, startedAt: now, steps })
  }

  /**
   * A run that has looked continues to send. False when the record no longer belongs to it: then it must not.
   *
   * @param fresh whether it found that there was no such bill
   * @param steps stored with it
   */
  async send(run: string, fresh: boolean, steps?: string): Promise<boolean> {
    return this.#change(run, { stage: 'sending', fresh, ...(steps !== undefined && { steps }) })
  }

  /** Stores what a later run continues from. False when the record belongs to another run by now. */
  async keep(run: string, steps: string): Promise<boolean> {
    return this.#change(run, { steps })
  }

  /**
   * Lets one run send after `before`, whose outcome was unknown and which proved to have done nothing. Other runs get
   * the current state. A bill that is created later belongs to this run.
   */
  async takeOver(run: string, before: string): Promise<RecordState> {
    const now = platform.now()
    const entry = this.#entry()
    if (!entry) return { state: 'running', retryAfter: 1 }
    if (entry.run === run && isRunning(entry, now)) return this.#keep(entry)
    const found = foundIn(entry, entry.body, now)
    if (entry.run !== before || found.state !== 'unknown') return found
    return this.#keep({ ...entry, run, stage: 'sending', isRetry: true, startedAt: now, fresh: true })
  }

  /** Stores how a run ended. A final result is not replaced. */
  async settle(run: string, { state, answer }: RunResult): Promise<void> {
    const entry = this.#entry()
    if (entry?.run === run && entry.stage !== 'done')
      this.#put({ ...entry, stage: state, answer, ...(state === 'done' && { steps: undefined }) })
  }

  /**
   * Releases a run that had no effect: the key counts as unused or, if an earlier run may have sent, is as that run
   * left it. A late `begin` of the released run, which was thought to be lost, opens nothing.
   */
  async release(run: string): Promise<void> {
    const entry = this.#entry() ?? { ...NOTHING, run, startedAt: platform.now() }
    if (entry.run !== run || !(entry.stage === 'looking' || entry.stage === 'sending')) return
    await this.#keep({ ...entry, stage: entry.isRetry ? 'unknown' : 'released' })
  }

  /** Counts an amount, unless it exceeds the daily limit. `spent` is what was counted before. */
  async reserve(reservation: Reservation, dailyAmount: number): Promise<{ isReserved: boolean; spent: number }> {
    const found = this.#spending.reserve(reservation, dailyAmount)
    const endsAt = this.#spending.endsAt(platform.now())
    if (endsAt !== undefined) await this.ctx.storage.setAlarm(endsAt + ALARM_LATE_MS)
    return found
  }

  /** The same for the amounts of several payments: all of them count, or none. */
  async reserveAll(hold: Hold, dailyAmount: number): Promise<{ isReserved: boolean; spent: number }> {
    const found = this.#spending.reserveAll(hold, dailyAmount)
    const endsAt = this.#spending.endsAt(platform.now())
    if (endsAt !== undefined) await this.ctx.storage.setAlarm(endsAt + ALARM_LATE_MS)
    return found
  }

  /** Removes what this run reserved of these, when nothing was requested or moved. */
  async cancelAll({ run, amounts }: Hold): Promise<void> {
    for (const { id } of amounts) this.#spending.cancel(id, run)
  }

  /** Removes what this run reserved, when nothing was requested or moved. */
  async cancelReservation(id: string, run: string): Promise<void> {
    this.#spending.cancel(id, run)
  }

  /**
   * Stores the bill, and returns undefined. If another one is recent, and `isConfirmed` is false, returns the last of those
   * and stores nothing.
   */
  async claimRecentBill(bill: Omit<RecentBill, 'at'>, isConfirmed: boolean): Promise<RecentBill | undefined> {
    const others = this.#recentBills().filter(({ id }) => id !== bill.id)
    if (!isConfirmed && others.length > 0) return others.at(-1)
    const at = platform.now()
    // The oldest of many confirmed ones expire first, and one is enough for a refusal.
    this.ctx.storage.kv.put<RecentBill[]>(RECENT_BILLS, [...others, { ...bill, at }].slice(-MOST_RECENT_BILLS))
    await this.ctx.storage.setAlarm(at + RECENT_MS + ALARM_LATE_MS)
    return undefined
  }

  /** Deletes a bill when nothing was sent. The bills of other requests stay. */
  async dropRecentBill(id: string): Promise<void> {
    const bills = this.#recentBills()
    const others = bills.filter((bill) => bill.id !== id)
    if (others.length < bills.length) this.ctx.storage.kv.put<RecentBill[]>(RECENT_BILLS, others)
  }

  override async alarm(): Promise<void> {
    const entry = this.#entry()
    const endsAt = entry ? getEnd(entry) : (this.#recentBillEndsAt() ?? this.#spending.endsAt(platform.now()))
    // The alarm may use another clock than the record.
    if (endsAt !== undefined) await this.ctx.storage.setAlarm(endsAt + ALARM_LATE_MS)
    else await this.ctx.storage.deleteAll()
  }

  async #keep(entry: Entry): Promise<RecordState> {
    this.#put(entry)
    await this.ctx.storage.setAlarm(getEnd(entry) + ALARM_LATE_MS)
    return { state: 'new', steps: entry.steps }
  }

  /** Changes the entry of a run. False when the record no longer belongs to it. */
  #change(run: string, change: Partial<Entry>): boolean {
    const entry = this.#entry()
    if (entry?.run !== run || !isRunning(entry, platform.now())) return false
    this.#put({ ...entry, ...change })
    return true
  }

  #put(entry: Entry): void {
    this.ctx.storage.kv.put<Entry>(ENTRY, entry)
  }

  /** The recent bills, oldest first. */
  #recentBills(): RecentBill[] {
    const now = platform.now()
    const stored = this.ctx.storage.kv.get<RecentBill[]>(RECENT_BILLS) ?? []
    return stored.filter(({ at }) => now < at + RECENT_MS)
  }

  #recentBillEndsAt(): number | undefined {
    const last = this.#recentBills().at(-1)
    return last && last.at + RECENT_MS
  }

  #entry(): Entry | undefined {
    const entry = this.ctx.storage.kv.get<Entry>(ENTRY)
    return entry && platform.now() < getEnd(entry) ? entry : undefined
  }
}

const NOTHING = { body: '', billId: undefined, fresh: false, isRetry: false, stage: 'looking' } as const

/** The storage name in the object of a customer, product and amount. */
const RECENT_BILLS = 'wish'
/** How many recent bills of one customer, product and amount are stored. */
const MOST_RECENT_BILLS = 20
