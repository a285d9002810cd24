import { expect, it } from 'vitest'
import { findWorst, getStanding, isWorking, sortByNeed } from '../../src/pages/accounts/need.ts'
import type { Report } from '../../src/pages/api/types.ts'
import { freshStage } from '../support/admin/stage.ts'

const [recorder] = freshStage().reports
const report = (part: Partial<Report>): Report => ({ ...(recorder as Report), ...part })
const OK = new Date().toISOString()

it('an account that was saved without a test is neither good nor new', () => {
  expect(getStanding(report({ state: 'ok', source: 'kept', last_ok_at: null }))).toBe('untested')
  expect(getStanding(report({ state: 'ok', source: 'secret', last_ok_at: null }))).toBe('unused')
  expect(getStanding(report({ state: 'ok', source: 'kept', last_ok_at: OK }))).toBe('ok')
  expect(isWorking(report({ state: 'ok', source: 'kept', last_ok_at: null }))).toBe(false)
  // It still works.
  expect(isWorking(report({ state: 'expires_soon', last_ok_at: OK }))).toBe(true)
})

it('the worst comes first, and of those that expire the soonest', () => {
  const reports = [
    report({ account: 'notes', state: 'not_connected' }),
    report({ account: 'video', state: 'expires_soon', expires_at: '2026-03-03T00:00:00Z' }),
    report({ account: 'recorder', state: 'ok', last_ok_at: OK, expires_at: null }),
    report({ account: 'payment', state: 'ok', source: 'kept', last_ok_at: null }),
    report({ account: 'social', state: 'expires_soon', expires_at: '2026-03-02T00:00:00Z' }),
    report({ account: 'shop-consumer', state: 'rejected' }),
  ]
  const sorted = sortByNeed(reports)
  expect(sorted.map(({ account }) => account)).toEqual([
    ...['shop-consumer', 'payment', 'social', 'video', 'recorder', 'notes'],
  ])
  expect(findWorst(reports)?.account).toBe('shop-consumer')
  expect(findWorst(reports.filter(({ state }) => state === 'ok' || state === 'not_connected'))?.account).toBe('payment')
  expect(findWorst([report({ state: 'not_connected' })])).toBeUndefined()
})
