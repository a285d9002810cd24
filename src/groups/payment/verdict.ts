import { GatewayError } from '../../gateway/errors.ts'
import { type Refusal, refusalOf, SUCCESS } from './codes.ts'
import type { Answer } from './read-answer.ts'
import type { BillResult } from './result-fields.ts'

/** What an answer says about the work that was asked for. */
export type Verdict =
  | { kind: 'done'; result: BillResult }
  /** Not done, and final. */
  | { kind: 'refused'; status: Refusal['status']; message: string }
  /** Done or not: only reading the bill can tell. */
  | { kind: 'unknown'; message: string }
  /** No code that decides: a 4xx is then a refusal by its HTTP status, everything else is unknown. */
  | { kind: 'uncoded' }

/**
 * Reads the outcome from the HTTP status and the product's answer; undefined stands for one that cannot be read. A code
 * inside a 200 decides; a catch-all code inside a 4xx does not, since the status already refuses.
 */
export function verdictOf(httpStatus: number, answer: Answer | undefined): Verdict {
  if (!answer) return { kind: 'uncoded' }
  const clientError = httpStatus >= 400 && httpStatus < 500
  if (answer.code === SUCCESS) {
    return httpStatus >= 200 && httpStatus < 300 ? { kind: 'done', result: answer.result } : { kind: 'uncoded' }
  }
  const { status, message, open } = refusalOf(answer.code)
  if (!open) return { kind: 'refused', status, message }
  return clientError ? { kind: 'uncoded' } : { kind: 'unknown', message }
}

/**
 * The failure of a write whose outcome nobody can tell: 504 when no answer came in time, else 502. It names the bill to
 * read, where there is one; `why` is for the caller too.
 */
export function outcomeUnknown(status: 502 | 504, why: string, billId?: string): GatewayError {
  const advice = billId === undefined ? 'look at the account' : `read bill ${billId}`
  return new GatewayError(status, `${why}; the outcome is unknown: ${advice} before trying again`)
}
