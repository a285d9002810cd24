import { GatewayError, type Reason } from '../../base/errors.ts'
import { NO_BILL, parseRefusal, type Refusal, SUCCESS } from './codes.ts'
import type { ProductAnswer } from './read-answer.ts'
import type { BillResult } from './result-fields.ts'

/** What a response says about the requested work. */
export type ResponseClass =
  | { kind: 'done'; result: BillResult }
  /** Not done, and final. `noBill`: the product knows no bill with this id. `wrongState`: as in `Refusal`. */
  | { kind: 'refused'; status: Refusal['status']; message: string; noBill: boolean; wrongState: boolean }
  /** Unknown whether it was done. Only reading the bill shows it. */
  | { kind: 'unknown'; message: string }
  /** No code, or one that does not decide. Only the HTTP status is left. */
  | { kind: 'uncoded' }

/**
 * Classifies the outcome by the HTTP status and the product's response, which is undefined when it is unreadable. A
 * code decides under every status, except a catch-all code in a 4xx, where the status is more specific.
 */
export function classifyResponse(httpStatus: number, answer: ProductAnswer | undefined): ResponseClass {
  if (answer?.code === undefined) return { kind: 'uncoded' }
  if (answer.code === SUCCESS) {
    if (httpStatus >= 200 && httpStatus < 300) return { kind: 'done', result: answer.result }
    return { kind: 'unknown', message: `the payment service answered ${httpStatus} beside its code for success` }
  }
  // The message of a server error may describe that error.
  const refusal = parseRefusal(answer.code, httpStatus < 500 ? answer.message : '')
  const { status, message, open, wrongState = false } = refusal
  if (!open) return { kind: 'refused', status, message, noBill: refusal === NO_BILL, wrongState }
  return httpStatus >= 400 && httpStatus < 500 ? { kind: 'uncoded' } : { kind: 'unknown', message }
}

/**
 * HTTP statuses that mean, without a code, that nothing was done: the request was invalid or rate limited. 408, 409,
 * 425, 499 and all others may come from a proxy that gave up while the product worked.
 */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 405, 413, 415, 422, 429, 529])

export const statusRefuses = (httpStatus: number): boolean => REFUSING_STATUSES.has(httpStatus)

/**
 * The error of a write with an unknown outcome: 504 when no response came in time, 502 otherwise. It names the bill to
 * read, if any. `why` is part of the message to the caller.
 */
export function outcomeUnknown(status: 502 | 504, why: string, billId?: string, reason?: Reason): GatewayError {
  const advice = billId === undefined ? 'look at the account' : `read bill ${billId}`
  return new GatewayError(status, `${why}; the outcome is unknown: ${advice} before trying again`, { reason })
}
