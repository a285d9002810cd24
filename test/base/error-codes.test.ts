import { expect, it } from 'vitest'
import errors from '../../docs/errors.md?raw'
import { ERROR_CODES, getErrorCode } from '../../src/base/error-codes.ts'

/** The codes of failures, which callers and the management app decide by (docs/errors.md). */

it('docs/errors.md has a section for each code, and no other', () => {
  const sections = [...errors.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(sections.sort()).toEqual([...new Set(Object.values(ERROR_CODES))].sort())
})

it.each([
  ['input', 'invalid_input'],
  ['refused key', 'invalid_key'],
  ['account rejected', 'account_rejected'],
  ['upstream 418', 'product_failed'],
  ['upstream 401', 'account_rejected'],
  ['upstream 429', 'limit_exceeded'],
  ['code -419', 'product_failed'],
  ['shape data.files', 'product_changed'],
  ['oauth redirect_uri', 'oauth_refused'],
  ['bug', 'internal_error'],
] as const)('a failure for "%s" has the code %s', (reason, code) => {
  expect(getErrorCode(reason)).toBe(code)
})
