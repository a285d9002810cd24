import type { RawAnswer } from '../../../scripts/support/ask.ts'
import type { LogLine } from '../../../scripts/support/log-line.ts'
import { callsTold } from './check-headers.ts'

/**
 * Finds failures that the gateway itself caused and not a product: no product was called, or the log says `bug` or
 * `setting`.
 */
export function causeFault(answer: RawAnswer, line: LogLine | undefined): string | undefined {
  if (answer.status < 500) return undefined
  const { reason } = line ?? {}
  if (reason === 'bug' || reason === 'setting') return `${answer.status} ${reason}`
  if (answer.status === 500) return `500 ${reason ?? ''}`
  // The result of an earlier request is returned again from its record.
  const isReplayed = answer.headers.has('idempotent-replayed')
  return callsTold(answer) === 0 && !isReplayed ? `${answer.status} ${reason ?? ''} without a call` : undefined
}
