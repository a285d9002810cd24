import type { PaymentAccount } from './account.ts'
import type { AutopayCharge, BillToEnd, BillToSend, NamedBill } from './schemas.ts'

/** One call to the product: always a JSON POST to the connection's base URL plus this path. */
export interface ProductCall {
  path: string
  body: Readonly<Record<string, unknown>>
}

export interface CallOptions {
  /** Whether the call only reads, and may be repeated. */
  reads: boolean
  /** The bill that the response must be about, if any. */
  billId: string | undefined
}

/** A bill with a fixed id, so that it can be read if a response is lost. */
export type Identified<Bill extends { bill_id?: string | undefined }> = Bill & { bill_id: string }

/**
 * How one version of the product's API formats calls. Nothing is sent here. Throws 400 with the
 * field for input that cannot be sent.
 */
export interface Generation {
  request(account: PaymentAccount, bill: Identified<BillToSend>): Promise<ProductCall>
  resend(account: PaymentAccount, bill: NamedBill): Promise<ProductCall>
  read(account: PaymentAccount, bill: NamedBill): Promise<ProductCall>
  cancel(account: PaymentAccount, bill: BillToEnd): Promise<ProductCall>
  destroy(account: PaymentAccount, bill: BillToEnd): Promise<ProductCall>
  /** Passed on unchanged, plus the connection, and the hash if the body has a bill id and a price without one. */
  manageAutopay(account: PaymentAccount, body: Readonly<Record<string, unknown>>): Promise<ProductCall>
  requestAutopay(account: PaymentAccount, charge: Identified<AutopayCharge>): Promise<ProductCall>
}
