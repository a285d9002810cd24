import { expect, it } from 'vitest'
import { withoutQuotes } from '../../src/base/quotes.ts'

it.each([
  ['key', 'key'],
  ['  key\r\n', 'key'],
  ['"key"', 'key'],
  [" ' key ' ", 'key'],
  ['`key`', 'key'],
  ['“key”', 'key'],
  ['‘key’', 'key'],
  ['\u200Bkey\uFEFF', 'key'],
  ['\u2060\u200E"key"\u200D\u202C', 'key'],
  ['k\u200Bey', 'k\u200Bey'],
  // Only one pair, and only one that fits.
  ['""key""', '"key"'],
  ['"key\'', '"key\''],
  ['"key', '"key'],
  ['ke"y', 'ke"y'],
  ['"', '"'],
  ['""', ''],
  ['', ''],
])('%j is %j without what was copied around it', (copied, value) => {
  expect(withoutQuotes(copied)).toBe(value)
})
