import type { Outcome } from './outcome.ts'

/** How far a bill is. `unknown`: it is not known yet whether the product has it. */
export const BILL_STATES = ['unpaid', 'paid', 'cancelled', 'destroyed', 'expired', 'unknown'] as const
export type BillState = (typeof BILL_STATES)[number]

/** What is stored encrypted of a bill. */
export interface BillDetails {
  product_nm: string
  /** Null for a charge of an auto-pay method. */
  member_nm: string | null
  /** With the middle digits hidden: the whole number is not stored. */
  phone_masked: string | null
  /** Won. */
  price: number
}

/** A bill that is about to be sent. */
export interface NewBill extends BillDetails {
  bill_id: string
  /** YYYY-MM-DD, the last day to pay in Korea; null for a charge. */
  expire_dt: string | null
  /** Epoch milliseconds. */
  sentAt: number
}

/** What an answer or a call of the product says of a bill; `absent` where it knows no such bill. */
export interface BillReading {
  state: Exclude<BillState, 'expired' | 'unknown'> | 'absent'
  /** When it was read, epoch milliseconds. */
  at: number
  /** When it was paid, epoch milliseconds, where that is told. */
  paidAt?: number | undefined
  /** The fields of the product that may reach a caller. */
  fields: Readonly<Record<string, string>>
}

/** A bill as it is listed; times in ISO 8601. The details are null where no key decrypts them. */
export interface StoredBill {
  bill_id: string
  product_nm: string | null
  member_nm: string | null
  phone_masked: string | null
  price: number | null
  sent_at: string
  expire_dt: string | null
  state: BillState
  paid_at: string | null
  /** When the product was asked for it last. */
  checked_at: string | null
}

export interface BillQuery {
  state?: BillState | undefined
  /** Sent at or after this time and before that one, epoch milliseconds. */
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
 * The bills that the gateway sent with the stored connection. `account` is the digest of the account that sent them. Each
 * step may be repeated.
 */
export interface BillObject {
  /** Stores a bill before it is sent. A bill that is stored already stays. Fails without a usable CREDENTIALS_KEY. */
  beginBill(account: string, run: string, bill: NewBill): Promise<Outcome<null>>
  /** Forgets a bill that this run began, and that was not sent. */
  dropBill(account: string, run: string, billId: string): Promise<void>
  /** Stores what was read of a bill. @param bill stores that bill where none is stored */
  noteBill(account: string, billId: string, reading: BillReading, bill?: NewBill): Promise<void>
  findBill(account: string, billId: string): Promise<StoredBill | undefined>
  listBills(account: string, query: BillQuery): Promise<BillPage>
}

/** The object of ACCOUNTS that stores them: with the state of the account, so that they are found whichever one is connected. */
export const BILLS_NAME = 'state/payment'
