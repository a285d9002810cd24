import { GatewayError, type Reason } from '../../base/errors.ts'
import { NO_BILL, parseRefusal, type Refusal, SUCCESS } from './codes.ts'
import type { ProductAnswer } from './read-answer.ts'
import type { BillResult } from './result-fields.ts'

/** What an answer says about the work that was asked for. */
export type ResponseClass =
  | { kind: 'done'; result: BillResult }
  /** Not done, and final. `noBill`: the product knows no bill of this id. */
  | { kind: 'refused'; status: Refusal['status']; message: string; noBill: boolean }
  /** Done or not: only reading the bill can tell. */
  | { kind: 'unknown'; message: string }
  /** No code that decides: the HTTP status is all there is. */
  | { kind: 'uncoded' }

/**
 * Reads the outcome from the HTTP status and the product's answer, undefined for one that cannot be read. A code decides
 * under every status, except a catch-all code inside a 4xx, where the status says more.
 */
export function classifyResponse(httpStatus: number, answer: ProductAnswer | undefined): ResponseClass {
  if (answer?.code === undefined) return { kind: 'uncoded' }
  if (answer.code === SUCCESS) {
    if (httpStatus >= 200 && httpStatus < 300) return { kind: 'done', result: answer.result }
    return { kind: 'unknown', message: `the payment service answered ${httpStatus} beside its code for success` }
  }
  // Words beside a failure of the server may be those of the failure.
  const refusal = parseRefusal(answer.code, httpStatus < 500 ? answer.message : '')
  const { status, message, open } = refusal
  if (!open) return { kind: 'refused', status, message, noBill: refusal === NO_BILL }
  return httpStatus >= 400 && httpStatus < 500 ? { kind: 'uncoded' } : { kind: 'unknown', message }
}

/**
 * The HTTP statuses that say, without a code, that nothing was done: the request was refused as it stood, or met too
 * many others. 408, 409, 425, 499 and every other one may come from a party that gave up while the product worked.
 */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 405, 413, 415, 422, 429, 529])

export const statusRefuses = (httpStatus: number): boolean => REFUSING_STATUSES.has(httpStatus)

/**
 * The failure of a write whose outcome nobody can tell: 504 when no answer came in time, else 502. It names the bill to
 * read, where there is one; `why` is for the caller too.
 */
export function outcomeUnknown(status: 502 | 504, why: string, billId?: string, reason?: Reason): GatewayError {
  const advice = billId === undefined ? 'look at the account' : `read bill ${billId}`
  return new GatewayError(status, `${why}; the outcome is unknown: ${advice} before trying again`, { reason })
}
