import type { Outcome } from './outcome.ts'

/**
 * The state of a bill. `expired`: its last day has passed and nobody paid it. `unknown`: it is not known yet whether the
 * product has it.
 */
export const BILL_STATES = ['unpaid', 'paid', 'cancelled', 'destroyed', 'expired', 'unknown'] as const
export type BillState = (typeof BILL_STATES)[number]

/** The encrypted part of a bill. */
export interface BillDetails {
  product_nm: string
  /** Null for a charge of a registered payment method. */
  member_nm: string | null
  /** With the middle digits hidden. The full number is not stored. */
  phone_masked: string | null
  /** In won. */
  price: number
}

/** A bill that is about to be sent. */
export interface NewBill extends BillDetails {
  bill_id: string
  /** YYYY-MM-DD, the last day to pay in Korea. Null for a charge. */
  expire_dt: string | null
  /** Epoch milliseconds. */
  sentAt: number
}

/** The state of a bill in a response or report of the product. `absent` when the product does not know the bill. */
export interface BillReading {
  state: Exclude<BillState, 'expired' | 'unknown'> | 'absent'
  /** When it was read, epoch milliseconds. */
  at: number
  /** When it was paid, in epoch milliseconds, if known. */
  paidAt?: number | undefined
  /** When to read it again if it is still open, in epoch milliseconds. Absent for the usual time. */
  checkAt?: number
  /** The product's fields that may reach a caller. */
  fields: Readonly<Record<string, string>>
}

/** A listed bill. Times are ISO 8601. The details are null when no key decrypts them. */
export interface StoredBill {
  bill_id: string
  product_nm: string | null
  member_nm: string | null
  phone_masked: string | null
  price: number | null
  sent_at: string
  expire_dt: string | null
  state: BillState
  /** Whether its last day in Korea has passed and nobody paid it. */
  overdue: boolean
  /** How many days ago that was. 0 for any other bill. */
  days_overdue: number
  paid_at: string | null
  /** When it was last read from the product. */
  checked_at: string | null
}

export interface BillQuery {
  /** `unpaid` includes expired bills. */
  state?: BillState | undefined
  /** Sent in this range, start included and end excluded, in epoch milliseconds. */
  from?: number | undefined
  before?: number | undefined
  /** Text in the id, the product, the name or the phone. */
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

export interface BillPage {
  bills: StoredBill[]
  next_cursor: string | null
}

/**
 * The bills that the gateway sent with the stored connection. `account` is the digest of the sending account. Each step
 * may be repeated.
 */
export interface BillObject {
  /** Stores a bill before it is sent. A stored bill is not changed. Fails without a usable CREDENTIALS_KEY. */
  beginBill(account: string, run: string, bill: NewBill): Promise<Outcome<null>>
  /** Deletes a bill that this run started and did not send. */
  dropBill(account: string, run: string, billId: string): Promise<void>
  /** Stores a reading of a bill. @param bill is stored if the bill is not stored yet */
  noteBill(account: string, billId: string, reading: BillReading, bill?: NewBill): Promise<void>
  findBill(account: string, billId: string): Promise<StoredBill | undefined>
  listBills(account: string, query: BillQuery): Promise<BillPage>
}

/**
 * The object of ACCOUNTS that stores bills. It is the one with the account's state, so that bills are found whichever
 * account is connected.
 */
export const BILLS_NAME = 'state/payment'
