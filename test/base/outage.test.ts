import { expect, it } from 'vitest'
import { describeFailure } from '../../src/base/accounts.ts'
import type { Reason } from '../../src/base/errors.ts'
import { mayPass } from '../../src/base/outage.ts'

it.each<[Reason, number, boolean]>([
  ['timeout', 504, true],
  ['broken', 502, true],
  ['upstream 429', 429, true],
  ['upstream 500', 502, true],
  ['upstream 503', 502, true],
  ['code 2', 502, true],
  ['moved -1800907', 502, false],
  ['shape data_file_list', 502, false],
  ['page', 502, false],
  ['too large', 502, false],
  ['foreign address new-storage.example', 502, false],
  ['upstream 401', 401, false],
  ['setting', 500, false],
])('%s may pass by itself: %s, %s', (reason, status, expected) => {
  expect(mayPass(describeFailure(reason, status))).toBe(expected)
})
