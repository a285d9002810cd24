import { badGateway, GatewayError } from '../../base/errors.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { codeReason, isHtml, publicMessage, requiredFields, toFailure } from '../../upstream/failures.ts'
import type { CallOptions } from './api-version.ts'
import { classifyResponse, statusRefuses } from './classify-response.ts'
import { SUCCESS } from './codes.ts'
import { isState } from './listed/reading.ts'
import type { ProductAnswer } from './read-answer.ts'
import type { BillResult } from './result-fields.ts'

const required = requiredFields('payment', '', 'code', 'appr_state')

/** The outcome of a call: the product did the work, refused it, or its response does not decide. */
export type ProductOutcome =
  | { result: BillResult }
  /** `noBill`: the product knows no bill with this id. `wrongState`: the bill's state does not allow the change. */
  | { refusal: GatewayError; noBill: boolean; wrongState?: boolean }
  /** `answered`: the product finished the call, but its code does not say how. */
  | { unclear: GatewayError; answered?: boolean }

/**
 * Turns a response into the outcome for the caller. Throws 502 for a successful HTTP status without a code, because
 * that says nothing about the work, and for a bill that was read without its state.
 *
 * @param answer undefined when it is unreadable
 */
export function productOutcome(
  upstream: UpstreamContext,
  http: UpstreamAnswer,
  answer: ProductAnswer | undefined,
  { reads, billId }: CallOptions,
): ProductOutcome {
  const named = answer?.result.bill_id
  if (billId !== undefined && named && named !== billId) {
    return { unclear: badGateway('the payment service answered about another bill', 'shape bill_id') }
  }
  if (http.status < 300 && !isHtml(http)) {
    const { code, result } = required('', answer)
    // Version 1 may return the bill itself, without a code.
    if (reads && code === undefined && named === billId && isState(result.appr_state)) return { result }
    required('code', code)
    if (reads && code === SUCCESS) required('appr_state', result.appr_state)
  }
  const classification = classifyResponse(http.status, answer)
  switch (classification.kind) {
    case 'done':
      return { result: classification.result }
    case 'refused': {
      const { status, message, noBill, wrongState } = classification
      const reason = codeReason(answer?.code)
      return { refusal: new GatewayError(status, withWords(upstream, message, answer), { reason }), noBill, wrongState }
    }
    case 'unknown':
      return {
        unclear: badGateway(withWords(upstream, classification.message, answer), codeReason(answer?.code)),
        answered: http.status < 300,
      }
    case 'uncoded': {
      const failure = failureByStatus(upstream, http, answer)
      const isRefusal = failure.status < 500 && statusRefuses(http.status)
      return isRefusal ? { refusal: failure, noBill: false } : { unclear: failure }
    }
  }
}

/** The error for an HTTP status without a usable code. */
function failureByStatus(
  upstream: UpstreamContext,
  http: UpstreamAnswer,
  answer: ProductAnswer | undefined,
): GatewayError {
  const { status, message, reason, headers } = toFailure(upstream, 'payment', http, answer?.message)
  const isTheirs = message === publicMessage(upstream, answer?.message)
  const words = isTheirs ? `the payment service answered ${http.status}` : message
  return new GatewayError(status, withWords(upstream, words, answer), { reason, headers })
}

/** Our message, followed by the product's own in brackets, so that the person learns the reason. */
function withWords(upstream: UpstreamContext, words: string, answer: ProductAnswer | undefined): string {
  // The message of a success code must not be quoted in an error.
  const theirs = answer && answer.code !== SUCCESS ? publicMessage(upstream, answer.message.trim()) : ''
  return theirs ? `${words} (${theirs})` : words
}
