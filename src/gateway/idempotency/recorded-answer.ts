import { badInput, GatewayError } from '../../base/errors.ts'
import type { Answer, RecordState } from '../../base/idempotency.ts'
import { unwrap } from '../../base/outcome.ts'

/** On each response that repeats that of an earlier request. */
export const REPLAYED = { 'Idempotent-Replayed': 'true' }

/**
 * The recorded response for a request that has nothing to send. Throws 400 for another body, and 409 for a running run.
 */
export function recordedAnswer(found: RecordState): Answer {
  switch (found.state) {
    case 'done':
      return found.answer
    case 'other body':
      throw otherBody()
    default:
      throw stillRunning(found.state === 'running' ? found.retryAfter : 1)
  }
}

export const otherBody = () => badInput('Idempotency-Key: was used before with another body')

/** @param retryAfter seconds */
export const stillRunning = (retryAfter: number) =>
  new GatewayError(409, 'Idempotency-Key: another request with it is still running', {
    headers: { 'Retry-After': String(retryAfter) },
  })

/** The fields of a response, and its headers. Throws a response that is an error. */
export function readAnswer(
  answer: Answer,
  { replayed }: { replayed: boolean },
): { fields: Extract<Answer, { ok: true }>['value']; headers: Record<string, string> } {
  const headers: Record<string, string> = replayed ? REPLAYED : {}
  const fields = unwrap(answer.ok ? answer : { ...answer, headers: { ...answer.headers, ...headers } })
  return { fields, headers }
}
