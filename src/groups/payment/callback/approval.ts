import type { BillReading } from '../../../base/bills.ts'
import { isObject } from '../../../base/json-object.ts'
import { getReading } from '../listed/reading.ts'
import { readAnswer } from '../read-answer.ts'
import type { BillResult } from '../result-fields.ts'
import { v1 } from '../v1.ts'
import { camelCase, v2 } from '../v2.ts'

/** What the product told of a bill by itself (payment facts, section 4.4). */
export interface Approval {
  billId: string
  /** The key of the partner to whom it was told. */
  apiKey: string
  /** The bill as the routes tell it. */
  bill: BillResult
}

/**
 * Reads the body of a call of the product; undefined for one that is none. The form of the first generation is known. Of the
 * second it is not, so that both of its spellings are read, with the fields beside the key or in `data` as its answers have
 * them.
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

/**
 * What a call says of the bill: that it was paid, unless it names another state. The first generation also reports what
 * became of it later.
 */
export function reportedState(bill: BillResult, at: number): BillReading | undefined {
  const state = bill.appr_cancel_dt === undefined ? (bill.appr_state ?? 'F') : 'C'
  const reading = getReading({ ...bill, appr_state: state }, at)
  return reading && { ...reading, fields: bill }
}
