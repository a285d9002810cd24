import type * as z from 'zod/mini'
import type { bills } from '../groups/payment/answers.ts'

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

/** A listed bill. The details are null when no key decrypts them. */
export type StoredBill = z.output<ReturnType<typeof bills>>['bills'][number]

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
 * The object of ACCOUNTS that stores bills. It is the one with the account's state, so that bills are found whichever
 * account is connected.
 */
export const BILLS_NAME = 'state/payment'
