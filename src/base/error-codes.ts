/**
 * The code of each reason that a request fails for: what a program decides on, and what a page words in its own language.
 * docs/errors.md has a section for each code. A code is never renamed.
 */
export const ERROR_CODES = {
  input: 'invalid_input',
  'unknown path': 'unknown_path',
  method: 'method_not_allowed',
  'not found': 'not_found',
  conflict: 'conflict',
  quota: 'quota_exceeded',
  'refused key': 'invalid_key',
  'refused scope': 'insufficient_scope',
  'refused licence': 'licence_required',
  'refused origin': 'origin_refused',
  'refused limit': 'too_many_requests',
  'refused amount': 'limit_exceeded',
  'refused service': 'product_refused',
  'refused admin': 'not_signed_in',
  'refused link': 'invalid_link',
  'refused confirmation': 'confirmation_required',
  'account not connected': 'account_not_connected',
  'account rejected': 'account_rejected',
  setting: 'setting_missing',
  oauth: 'oauth_refused',
  upstream: 'product_failed',
  code: 'product_failed',
  shape: 'product_changed',
  page: 'product_changed',
  'too large': 'answer_too_large',
  'foreign address': 'address_refused',
  timeout: 'product_timeout',
  broken: 'product_unreachable',
  'caller left': 'caller_left',
  budget: 'call_budget_exceeded',
  unusable: 'product_failed',
  unavailable: 'unavailable',
  bug: 'internal_error',
} as const

export type ErrorCode = (typeof ERROR_CODES)[keyof typeof ERROR_CODES]

/** What the gateway answers for a product that refused or failed, and its code. */
const PRODUCT_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  401: 'account_rejected',
  402: 'quota_exceeded',
  403: 'product_refused',
  404: 'not_found',
  409: 'conflict',
  429: 'too_many_requests',
  504: 'product_timeout',
}

/**
 * The code of a reason. Some reasons end with a status, a code or a path, which the code leaves out. For an error of the
 * product the status decides, because its own codes are many.
 *
 * @param status what the gateway answers
 */
export function getErrorCode(reason: string, status: number): ErrorCode {
  const codes: Readonly<Record<string, ErrorCode>> = ERROR_CODES
  const [kind = ''] = reason.split(' ', 1)
  const product = kind === 'upstream' || kind === 'code' ? PRODUCT_CODES[status] : undefined
  return product ?? codes[reason] ?? codes[kind] ?? 'internal_error'
}
