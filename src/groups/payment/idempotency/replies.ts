import { badInput, GatewayError } from '../../../base/errors.ts'
import type { Answer, RecordState } from '../../../base/idempotency.ts'
import { failed, unwrap } from '../../../base/outcome.ts'
import { SUCCESS } from '../../../gateway/envelope.ts'
import { type Reply, reply } from '../../../gateway/reply.ts'
import type { BillAnswer } from '../answers.ts'
import { outcomeUnknown } from '../verdict.ts'

/** An answer as the caller gets it. Throws an answer that is a failure. */
export function answerReply(answer: Answer, headers: Record<string, string> = {}): Reply<BillAnswer> {
  const result = unwrap(answer.ok ? answer : { ...answer, headers: { ...answer.headers, ...headers } })
  return reply({ ...SUCCESS.payment, result }, 200, headers)
}

/** An answer out of the record, or proved by the bill: this request has changed nothing. */
export const replayReply = (answer: Answer) => answerReply(answer, { 'Idempotent-Replayed': 'true' })

/** What a record means for a request that has nothing to send. */
export function stateReply(found: RecordState): Reply<BillAnswer> {
  switch (found.state) {
    case 'done':
      return replayReply(found.answer)
    case 'other body':
      throw badInput('Idempotency-Key: was used before with another body')
    default:
      throw stillRunning(found.state === 'running' ? found.retryAfter : 1)
  }
}

/** @param retryAfter seconds */
export const stillRunning = (retryAfter: number) =>
  new GatewayError(409, 'Idempotency-Key: another request with it is still running', {
    headers: { 'Retry-After': String(retryAfter) },
  })

/** The failure of a run whose outcome stays unknown, with what its caller may do. */
export const unknownReply = (answer: Answer, advice: string) =>
  replayReply(answer.ok ? answer : { ...answer, message: `${answer.message}; ${advice}` })

export const neverAnswered = (billId: string | undefined): Answer =>
  failed(outcomeUnknown(502, 'the first request with this Idempotency-Key never ended', billId, 'unavailable'))
