import { expect, it } from 'vitest'
import errors from '../../docs/errors.md?raw'
import { ERROR_CODES, getErrorCode } from '../../src/base/errors.ts'

/** The codes of failures, which callers and the management app decide by (docs/errors.md). */

it('docs/errors.md has a section for each code, and no other', () => {
  const sections = [...errors.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(sections.sort()).toEqual([...new Set(Object.values(ERROR_CODES))].sort())
})

it.each([
  ['input', 400, 'invalid_input'],
  ['refused key', 401, 'invalid_key'],
  ['account rejected', 401, 'account_rejected'],
  ['account ambiguous', 409, 'account_ambiguous'],
  ['upstream 418', 400, 'invalid_input'],
  ['upstream 401', 401, 'account_rejected'],
  ['refused limit', 429, 'too_many_requests'],
  ['refused amount', 403, 'limit_exceeded'],
  ['upstream 429', 429, 'too_many_requests'],
  ['upstream 500', 502, 'product_failed'],
  ['code -419', 401, 'account_rejected'],
  ['code -3', 404, 'not_found'],
  ['code 1001', 502, 'product_failed'],
  ['shape data.files', 502, 'product_changed'],
  ['oauth redirect_uri', 400, 'oauth_refused'],
  ['bug', 500, 'internal_error'],
] as const)('a failure for "%s" with status %i has the code %s', (reason, status, code) => {
  expect(getErrorCode(reason, status)).toBe(code)
})
