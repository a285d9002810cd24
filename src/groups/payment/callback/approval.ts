import { isObject } from '../../../base/json-object.ts'
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

const flatV2 = (text: string) => readAnswer(text, { fieldsIn: 'top', nameOf: camelCase })

/** Whether it tells that the bill was paid. The first generation tells of what became of it later as well. */
export const isPaid = ({ bill }: Approval): boolean =>
  (bill.appr_state ?? 'F') === 'F' && bill.appr_cancel_dt === undefined

/** Korea is nine hours ahead of UTC all year. */
const KOREA = '+09:00'

/** When it was approved, epoch milliseconds; undefined where that cannot be read. */
export function approvedAt({ bill }: Approval): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(bill.appr_dt ?? '') ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${KOREA}`)
  return Number.isNaN(at) ? undefined : at
}
