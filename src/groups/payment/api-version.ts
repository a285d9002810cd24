import type { PaymentAccount } from './account.ts'
import type { ProductAnswer } from './read-answer.ts'
import type { AutopayCharge, BillToEnd, BillToSend, NamedBill } from './schemas.ts'

/** One call to the product: always a POST of JSON, to the connection's base URL and this path. */
export interface ProductCall {
  path: string
  body: Readonly<Record<string, unknown>>
}

/** A bill whose id is settled, so that a lost answer can be followed by a read. */
export type Identified<Bill extends { bill_id?: string | undefined }> = Bill & { bill_id: string }

/**
 * How a generation of the product's API writes each call, and reads the answers. Nothing here is sent; what cannot be
 * written is 400 naming the field.
 */
export interface Generation {
  request(account: PaymentAccount, bill: Identified<BillToSend>): Promise<ProductCall>
  resend(account: PaymentAccount, bill: NamedBill): Promise<ProductCall>
  read(account: PaymentAccount, bill: NamedBill): Promise<ProductCall>
  cancel(account: PaymentAccount, bill: BillToEnd): Promise<ProductCall>
  destroy(account: PaymentAccount, bill: BillToEnd): Promise<ProductCall>
  /** Passed on as it came, with the connection and, where bill id and price stand without one, the hash. */
  manageAutopay(account: PaymentAccount, body: Readonly<Record<string, unknown>>): Promise<ProductCall>
  requestAutopay(account: PaymentAccount, charge: Identified<AutopayCharge>): Promise<ProductCall>
  readAnswer(text: string): ProductAnswer | undefined
}
