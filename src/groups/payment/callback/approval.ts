import type { BillReading } from '../../../base/bills.ts'
import { isObject } from '../../../base/json-object.ts'
import { getReading } from '../listed/reading.ts'
import { readAnswer } from '../read-answer.ts'
import type { BillResult } from '../result-fields.ts'
import { v1 } from '../v1.ts'
import { camelCase, v2 } from '../v2.ts'

/** The product's report about a bill (payment facts, section 4.4). */
export interface Approval {
  billId: string
  /** The API key of the partner that the report is for. */
  apiKey: string
  /** The bill as the routes return it. */
  bill: BillResult
}

/**
 * Parses a report of the product. Undefined for anything else. The format of v1 is known. That of v2 is not, so both
 * spellings are accepted, with the fields next to the key or in `data`, as in v2 responses.
 */
export function readApproval(text: string, body: unknown): Approval | undefined {
  if (!isObject(body)) return undefined
  const apiKey = body.apikey ?? body.apiKey
  const bill = [v1.readAnswer(text), v2.readAnswer(text), flatV2(text)]
    .map((answer) => answer?.result)
    .find((result) => result?.bill_id !== undefined)
  return typeof apiKey === 'string' && bill?.bill_id !== undefined ? { billId: bill.bill_id, apiKey, bill } : undefined
}

const flatV2 = (text: string) => readAnswer(text, { fieldsIn: 'top', getName: camelCase })

/** The state in a report: paid, unless it names another state. v1 also reports later changes. */
export function reportedState(bill: BillResult, at: number): BillReading | undefined {
  const state = bill.appr_cancel_dt === undefined ? (bill.appr_state ?? 'F') : 'C'
  const reading = getReading({ ...bill, appr_state: state }, at)
  return reading && { ...reading, fields: bill }
}
