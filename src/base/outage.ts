import type { ErrorCode } from './errors.ts'

const LASTING: ReadonlySet<string> = new Set<ErrorCode>([
  'product_changed',
  'answer_too_large',
  'address_refused',
  'account_rejected',
  'app_blocked',
  'setting_missing',
])

/**
 * Whether a failure of a product may pass by itself, so that it helps to try again later: an outage, a limit, a lost
 * connection. An answer in an unknown form, an address that is new and an interface that is another one stay.
 */
export const mayPass = ({ code }: { code: string }): boolean => !LASTING.has(code)
