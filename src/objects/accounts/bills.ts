import { RpcTarget } from 'cloudflare:workers'
import {
  BILL_STATES,
  type BillDetails,
  type BillQuery,
  type BillReading,
  type BillState,
  type NewBill,
} from '../../base/accounts.ts'
import { GatewayError } from '../../base/errors.ts'
import type { EventInput } from '../../base/events.ts'
import type { Account } from '../../base/groups.ts'
import { lazyModule } from '../../base/lazy.ts'
import { callObject, EVENTS } from '../../base/objects.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { countDays, DAY_MS, endOfKoreanDay, getKoreanDay } from '../../base/time.ts'
import { billEvent } from '../../groups/payment/bill-event.ts'
import type { BillPage, StoredBill } from '../../groups/payment/outputs.ts'
import { splitPersonal } from '../../groups/payment/result-fields.ts'
import type { Encrypted } from '../../upstream/cipher.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import { encrypt, tryDecrypt } from '../../upstream/store.ts'
import { wakeBy } from './alarm.ts'

/** Only an object that has bills to read loads the code of the group. */
const loadBillList = lazyModule(() => import('../../groups/payment/bill-list.ts'))

/** How long a bill is stored, in milliseconds. */
const LIFE_MS = 400 * DAY_MS
/** How long an overdue bill is read, because it may be paid late, in milliseconds. */
const OVERDUE_MS = 90 * DAY_MS
/** A request has ended after this time, so reading shows whether its bill was sent. In milliseconds. */
const SENDING_MS = 60_000
/** The wait after a bill could not be read, and between two parts of a check, in milliseconds. */
const FAILED_MS = 3_600_000
const NEXT_PART_MS = 10_000
/** When the alarm reports what a request could not, in milliseconds. */
const REPORT_MS = 5_000
/** The most bills that one alarm reads, because the free plan allows 50 calls. */
const MOST_READ = 30
/** The least time for one more read, in milliseconds. */
const READ_MS = 5_000
/** The most rows that are decrypted for one page. */
const MOST_SCANNED = 1_000
/** How many of the newest are exported, because the response of an object has a size limit. */
const MOST_EXPORTED = 5_000

interface Row {
  [column: string]: SqlStorageValue
  seq: number
  account: string
  bill_id: string
  run: string
  state: BillState
  sent_at: number
  expire_dt: string | null
  paid_at: number | null
  checked_at: number | null
  next_check_at: number | null
  iv: string
  data: string
  event: string | null
  /** The encrypted amount that was approved, as JSON. */
  approved: string | null
}

/** What is stored encrypted about a reading. */
interface Sealed {
  /** What an event about it would say of the person who paid. */
  personal: Encrypted | undefined
  approved: Encrypted | undefined
}

/** An event that EVENTS has not stored yet, with its personal fields encrypted. Its account is that of the object. */
interface StoredEvent extends Omit<EventInput, 'personal' | 'account'> {
  sealed: Encrypted | undefined
}

/** Nobody has paid these bills. */
const OPEN_STATES: readonly BillState[] = ['unpaid', 'expired']

/** A reading that arrives late must not return a bill to an earlier state. */
const RANK: Readonly<Record<BillState, number>> = {
  unknown: 0,
  unpaid: 1,
  expired: 2,
  destroyed: 3,
  paid: 3,
  cancelled: 4,
}

/**
 * The bills that were sent with the stored connection. A row is written before the bill is sent, so that a crash loses
 * none. An alarm reads unpaid, overdue and unknown bills from the product.
 */
export class StoredBills extends RpcTarget {
  readonly #storage: DurableObjectStorage
  readonly #settings: Settings
  readonly #platform: Platform
  #isReporting = false

  readonly #account: Account

  /** @param account whose object this is */
  constructor(storage: DurableObjectStorage, settings: Settings, platform: Platform, account: Account) {
    super()
    this.#storage = storage
    this.#settings = settings
    this.#platform = platform
    this.#account = account
  }

  async begin(account: string, run: string, bill: NewBill): Promise<void> {
    await this.#insert(account, run, bill)
    await this.#arm()
  }

  /** Deletes a bill that this run started and did not send. */
  async drop(account: string, run: string, billId: string): Promise<void> {
    this.#exec(
      "DELETE FROM bills WHERE account = ? AND bill_id = ? AND run = ? AND state = 'unknown'",
      account,
      billId,
      run,
    )
  }

  async note(account: string, billId: string, reading: BillReading, bill?: NewBill): Promise<void> {
    if (bill) await this.#insert(account, '', bill)
    const sealed = await this.#seal(account, billId, reading)
    const row = this.#row(account, billId)
    if (!row) return
    this.#write(row, reading, sealed)
    await this.#arm(REPORT_MS)
    // The alarm reports what cannot be reported now.
    await this.#report().catch(() => {})
  }

  async find(account: string, billId: string): Promise<StoredBill | undefined> {
    const row = this.#row(account, billId)
    return row && this.#listed(row)
  }

  /** A page of bills, newest first. */
  async list(account: string, { state, from, before, q, limit, cursor }: BillQuery): Promise<BillPage> {
    const most = q === undefined ? limit : MOST_SCANNED
    const states = state === 'unpaid' ? OPEN_STATES : state === undefined ? BILL_STATES : [state]
    const rows = this.#exec(
      `SELECT * FROM bills WHERE account = ? AND seq < ? AND sent_at >= ? AND sent_at < ?
       AND state IN (${states.map(() => '?').join()}) ORDER BY seq DESC LIMIT ?`,
      account,
      Number(cursor ?? Number.MAX_SAFE_INTEGER),
      from ?? 0,
      before ?? Number.MAX_SAFE_INTEGER,
      ...states,
      most + 1,
    )
    const wanted = q?.normalize('NFC').toLowerCase()
    const bills: StoredBill[] = []
    let last: number | undefined
    for (const row of rows.slice(0, most)) {
      const bill = await this.#listed(row)
      last = row.seq
      if (wanted === undefined || getText(bill).includes(wanted)) bills.push(bill)
      if (bills.length === limit) break
    }
    const isMore = last !== undefined && rows.at(-1)?.seq !== last
    return { bills, next_cursor: isMore ? String(last) : null }
  }

  async all(): Promise<StoredBill[]> {
    const rows = this.#exec('SELECT * FROM bills ORDER BY seq DESC LIMIT ?', MOST_EXPORTED)
    return Promise.all(rows.map((row) => this.#listed(row)))
  }

  get count(): number {
    return this.#storage.sql.exec<{ count: number }>('SELECT count(*) AS count FROM bills').one().count
  }

  erase(): void {
    this.#exec('DELETE FROM bills')
  }

  /** Reads due bills from the product, reports changes, and deletes old bills. */
  async alarm(): Promise<void> {
    if (this.#exec('SELECT * FROM bills LIMIT 1').length === 0) return
    this.#exec('DELETE FROM bills WHERE sent_at < ?', this.#platform.now() - LIFE_MS)
    const upstream = new UpstreamContext(this.#settings, this.#platform).use(this.#account)
    try {
      await this.#check(upstream)
    } catch (error) {
      // Not connected, or not configured.
      if (!(error instanceof GatewayError)) throw error
      this.#postpone()
    } finally {
      upstream.close()
    }
    await this.#report().catch(() => {})
    await this.#arm(NEXT_PART_MS)
  }

  async #check(upstream: UpstreamContext): Promise<void> {
    const now = this.#platform.now()
    if (this.#exec('SELECT * FROM bills WHERE next_check_at <= ? LIMIT 1', now).length === 0) return
    const { storedBillReader } = await loadBillList()
    const { account, read } = await storedBillReader(upstream)
    const due = 'SELECT * FROM bills WHERE next_check_at <= ? AND account = ? ORDER BY next_check_at LIMIT ?'
    for (const row of this.#exec(due, now, account, MOST_READ)) {
      if (upstream.budget.callsLeft < 2 || upstream.deadline.leftMs < READ_MS) return
      const reading = await read(row.bill_id).catch((error: unknown) => {
        if (error instanceof GatewayError && error.status >= 500) return undefined
        throw error
      })
      const sealed = reading && (await this.#seal(account, row.bill_id, reading))
      const current = this.#row(row.account, row.bill_id)
      if (!current) continue
      if (reading && sealed) this.#write(current, reading, sealed)
      else this.#setCheck(current.seq, this.#platform.now() + FAILED_MS)
    }
    // Bills of a disconnected account cannot be read.
    this.#exec(
      'UPDATE bills SET next_check_at = ? WHERE next_check_at <= ? AND account <> ?',
      now + DAY_MS,
      now,
      account,
    )
  }

  #postpone(): void {
    const now = this.#platform.now()
    this.#exec('UPDATE bills SET next_check_at = ? WHERE next_check_at <= ?', now + FAILED_MS, now)
  }

  #setCheck(seq: number, at: number | null): void {
    this.#exec('UPDATE bills SET next_check_at = ? WHERE seq = ?', at, seq)
  }

  async #seal(account: string, billId: string, { fields, approvedPrice }: BillReading): Promise<Sealed> {
    const { personal } = splitPersonal(fields)
    const seal = (value: unknown) => encrypt(this.#settings, encryptionContext(account, billId), JSON.stringify(value))
    return {
      personal: Object.keys(personal).length === 0 ? undefined : await seal(personal),
      approved: approvedPrice === undefined ? undefined : await seal(approvedPrice),
    }
  }

  /** Stores a reading. When the state changed, the event to report is stored in the same write. */
  #write(row: Row, reading: BillReading, { personal, approved }: Sealed): void {
    const { state: read, at, paidAt, checkAt } = reading
    const { seq, account, bill_id, state: before, sent_at, expire_dt } = row
    const endsAt = expire_dt === null ? Number.POSITIVE_INFINITY : endOfKoreanDay(expire_dt)
    if (read === 'absent') {
      const isOver = at - sent_at >= SENDING_MS
      if (before === 'unknown' && isOver) this.#exec('DELETE FROM bills WHERE seq = ?', seq)
      else this.#setCheck(seq, before === 'unknown' ? at + SENDING_MS : nextCheck(before, at, endsAt))
      return
    }
    const found: BillState = read === 'unpaid' && at >= endsAt ? 'expired' : read
    const state = RANK[found] < RANK[before] ? before : found
    const event = state === before ? undefined : billEvent(this.#account, account, bill_id, { ...reading, state })
    this.#exec(
      `UPDATE bills SET state = ?, checked_at = ?, next_check_at = ?, paid_at = coalesce(?, paid_at),
       event = coalesce(?, event), approved = coalesce(approved, ?) WHERE seq = ?`,
      state,
      at,
      nextCheck(state, at, endsAt, checkAt),
      paidAt ?? null,
      event ? JSON.stringify(withoutPersonal(event, personal)) : null,
      approved ? JSON.stringify(approved) : null,
      seq,
    )
  }

  /** Sends events to EVENTS, which stores each once. Events that arrive in the meantime are sent by the same run. */
  async #report(): Promise<void> {
    if (this.#isReporting) return
    this.#isReporting = true
    try {
      for (;;) {
        const rows = this.#exec('SELECT * FROM bills WHERE event IS NOT NULL LIMIT ?', MOST_READ)
        if (rows.length === 0) return
        const events = await Promise.all(rows.map((row) => this.#readEvent(row)))
        await callObject(this.#settings, EVENTS, (object) => object.keep(events))
        for (const { seq, event } of rows)
          this.#exec('UPDATE bills SET event = NULL WHERE seq = ? AND event = ?', seq, event)
      }
    } finally {
      this.#isReporting = false
    }
  }

  async #readEvent({ account, bill_id, event }: Row): Promise<EventInput> {
    const { sealed, ...found }: StoredEvent = JSON.parse(event ?? '')
    const decrypted = sealed && (await this.#open(account, bill_id, sealed))
    const personal = decrypted === undefined ? undefined : JSON.parse(decrypted)
    return { ...found, account: this.#account, personal }
  }

  async #insert(account: string, run: string, { bill_id, expire_dt, sentAt, ...details }: NewBill): Promise<void> {
    const known = this.#row(account, bill_id)
    if (known && (run !== '' || known.state !== 'unknown')) return
    const { iv, data } = await encrypt(this.#settings, encryptionContext(account, bill_id), JSON.stringify(details))
    this.#exec(
      `INSERT INTO bills (account, bill_id, run, state, sent_at, expire_dt, next_check_at, iv, data)
       VALUES (?, ?, ?, 'unknown', ?, ?, ?, ?, ?)
       ON CONFLICT (account, bill_id) DO UPDATE SET expire_dt = excluded.expire_dt,
       iv = excluded.iv, data = excluded.data WHERE state = 'unknown' AND excluded.run = ''`,
      account,
      bill_id,
      run,
      sentAt,
      expire_dt,
      sentAt + SENDING_MS,
      iv,
      data,
    )
  }

  async #listed({ account, ...row }: Row): Promise<StoredBill> {
    const decrypted = await this.#open(account, row.bill_id, row)
    const details = decrypted === undefined ? UNREADABLE : (JSON.parse(decrypted) as BillDetails)
    const approved =
      row.approved === null ? undefined : await this.#open(account, row.bill_id, JSON.parse(row.approved))
    const { product_nm, member_nm, phone_masked, price } = details
    const { bill_id, sent_at, expire_dt, state, paid_at, checked_at } = row
    return {
      bill_id,
      product_nm,
      member_nm,
      phone_masked,
      price,
      approved_price: approved === undefined ? null : Number(approved),
      sent_at: iso(sent_at),
      expire_dt,
      state,
      ...getOverdue(state, expire_dt, getKoreanDay(this.#platform.now())),
      paid_at: paid_at === null ? null : iso(paid_at),
      checked_at: checked_at === null ? null : iso(checked_at),
    }
  }

  #open(account: string, billId: string, encrypted: Encrypted): Promise<string | undefined> {
    return tryDecrypt(this.#settings, encryptionContext(account, billId), encrypted)
  }

  #row(account: string, billId: string): Row | undefined {
    return this.#exec('SELECT * FROM bills WHERE account = ? AND bill_id = ?', account, billId)[0]
  }

  /** Sets the alarm for the next due bill, at the earliest in `atLeastMs`. */
  async #arm(atLeastMs = 0): Promise<void> {
    const now = this.#platform.now()
    const { next } = this.#storage.sql
      .exec<{ next: number | null }>(
        'SELECT min(iif(event IS NULL, next_check_at, ?)) AS next FROM bills WHERE next_check_at IS NOT NULL OR event IS NOT NULL',
        now,
      )
      .one()
    if (next === null) return
    await wakeBy(this.#storage, Math.max(next, now + atLeastMs), now)
  }

  #exec(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#storage.sql.exec<Row>(query, ...values).toArray()
  }
}

/** When an open bill is read again: once a day or at `soon`, after its last day, and for 90 days from then on. */
function nextCheck(state: BillState, at: number, endsAt: number, soon = at + DAY_MS): number | null {
  if (!OPEN_STATES.includes(state)) return null
  const until = at < endsAt ? endsAt : endsAt + OVERDUE_MS
  return at < until ? Math.min(soon, until) : null
}

/** A bill of which the last day has passed since it was read is overdue, too. */
function getOverdue(state: BillState, lastDay: string | null, today: string) {
  const days = lastDay !== null && OPEN_STATES.includes(state) ? Math.max(0, countDays(lastDay, today)) : 0
  return { overdue: days > 0, days_overdue: days }
}

const withoutPersonal = (
  { personal: _, account: __, ...event }: EventInput,
  sealed: Encrypted | undefined,
): StoredEvent => ({
  ...event,
  sealed,
})

const UNREADABLE = { product_nm: null, member_nm: null, phone_masked: null, price: null }

const encryptionContext = (account: string, billId: string) => `bill/${account}/${billId}`

const iso = (ms: number) => new Date(ms).toISOString()

const getText = ({ bill_id, product_nm, member_nm, phone_masked }: StoredBill) =>
  [bill_id, product_nm, member_nm, phone_masked].join('\n').normalize('NFC').toLowerCase()
