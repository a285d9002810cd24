import type { LastError, Report } from '../api/types.ts'
import type { Texts } from '../text/texts.ts'

const UNANSWERED = ['product_timeout', 'product_unreachable']
const UNREADABLE = ['product_changed', 'answer_too_large']

/** What an account that could not be used did: it did not answer, or answered with an error. */
export function describeAnswer({ accounts, products }: Texts, { account, last_error }: Report): string {
  const { code = '', service_status = null }: Partial<LastError> = last_error ?? {}
  const { none, error, unreadable, unknown } = accounts.lastAnswers
  const name = products[account]
  if (UNANSWERED.includes(code)) return none(name)
  if (UNREADABLE.includes(code)) return unreadable(name)
  return code === 'product_failed' || service_status !== null ? error(name, service_status) : unknown(name)
}
