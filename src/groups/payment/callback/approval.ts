import type { BillReading } from '../../../base/accounts.ts'
import { isObject } from '../../../base/json.ts'
import { getReading } from '../listed/reading.ts'
import { readFields } from '../read-answer.ts'
import type { BillResult } from '../result-fields.ts'

/** The product's report about a bill. */
export interface Approval {
  billId: string
  /** The API key of the partner that the report is for. */
  apiKey: string
  /** The bill as the routes return it. */
  bill: BillResult
}

/**
 * Parses a report of the product. Undefined for anything else. The format of v1 is known. That of v2 is not, so the
 * fields are read like those of a response.
 */
export function readApproval(body: unknown): Approval | undefined {
  if (!isObject(body)) return undefined
  const apiKey = body.apikey ?? body.apiKey
  const bill = readFields(body)
  return typeof apiKey === 'string' && bill.bill_id !== undefined ? { billId: bill.bill_id, apiKey, bill } : undefined
}

/** The state in a report: paid, unless it names another state. v1 also reports later changes. */
export function reportedState(bill: BillResult, at: number): BillReading | undefined {
  const state = bill.appr_cancel_dt === undefined ? (bill.appr_state ?? 'F') : 'C'
  const reading = getReading({ ...bill, appr_state: state }, at)
  return reading && { ...reading, fields: bill }
}

/** Whether a report of a payment has its approval. One without may come before the approval. */
export const isApproved = ({ appr_num, appr_dt }: BillResult): boolean => Boolean(appr_num?.trim() || appr_dt?.trim())
