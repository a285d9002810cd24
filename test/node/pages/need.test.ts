import { expect, it } from 'vitest'
import { newReport } from '../../../src/pages/accounts/further.ts'
import {
  describeAnswer,
  findWorst,
  isWorking,
  putReports,
  sortByNeed,
  takeReports,
} from '../../../src/pages/accounts/need.ts'
import type { Report, State } from '../../../src/pages/api/types.ts'
import { firstTexts } from '../../../src/pages/text/first.ts'
import { freshStage } from '../../support/admin/stage.ts'

const [recorder] = freshStage().reports
const report = (part: Partial<Report>): Report => ({ ...(recorder as Report), ...part })

it('an account works that does or expires soon, and not one that nobody tested', () => {
  const states: State[] = [
    'ok',
    'expires_soon',
    'untested',
    'unreachable',
    'rejected',
    'misconfigured',
    'not_connected',
  ]
  expect(states.filter((state) => isWorking(report({ state })))).toEqual(['ok', 'expires_soon'])
})

it('the worst comes first, and of those that expire the soonest', () => {
  const reports = [
    report({ account: 'notes', state: 'not_connected' }),
    report({ account: 'video', state: 'expires_soon', expires_at: '2026-03-03T00:00:00Z' }),
    report({ account: 'recorder', state: 'ok', expires_at: null }),
    report({ account: 'payment', state: 'untested' }),
    report({ account: 'social', state: 'expires_soon', expires_at: '2026-03-02T00:00:00Z' }),
    report({ account: 'shop-consumer', state: 'rejected' }),
  ]
  const sorted = sortByNeed(reports)
  expect(sorted.map(({ account }) => account)).toEqual([
    ...['shop-consumer', 'payment', 'social', 'video', 'recorder', 'notes'],
  ])
  expect(findWorst(reports)?.account).toBe('shop-consumer')
  expect(findWorst(reports.filter(({ state }) => state !== 'rejected'))?.account).toBe('payment')
  expect(findWorst([report({ state: 'ok' }), report({ state: 'not_connected' })])).toBeUndefined()
})

const ids = (reports: readonly Report[]) => reports.map(({ account }) => account)

it('the accounts of a product stay together, where the worst of them needs to be', () => {
  const reports = [
    report({ account: 'notes', state: 'untested' }),
    report({ account: 'workspace', state: 'ok' }),
    report({ account: 'workspace:business', state: 'rejected' }),
    report({ account: 'workspace:guest', state: 'not_connected' }),
  ]
  expect(ids(sortByNeed(reports))).toEqual(['workspace', 'workspace:business', 'workspace:guest', 'notes'])
  expect(findWorst(reports)?.account).toBe('workspace:business')
  expect(describeAnswer(firstTexts.en, report({ account: 'notes:two', state: 'unreachable' }))).toContain('Tiro (two)')
})

it('a new account stands behind those of its product, and one that is gone disappears', () => {
  const shown = [report({ account: 'workspace' }), report({ account: 'notes' }), report({ account: 'notes:two' })]
  const added = newReport(report({ account: 'workspace', can_click: true }), 'workspace:business')
  expect(added).toMatchObject({ account: 'workspace:business', can_click: true, state: 'not_connected', source: null })
  expect(ids(putReports(shown, [added]))).toEqual(['workspace', 'workspace:business', 'notes', 'notes:two'])
  const connected = { ...added, state: 'ok' as const }
  expect(putReports([added], [connected])).toEqual([connected])
  const loaded = [report({ account: 'notes' }), report({ account: 'workspace', state: 'rejected' }), added]
  const taken = takeReports(shown, loaded)
  expect(ids(taken)).toEqual(['workspace', 'workspace:business', 'notes'])
  expect(taken[0]?.state).toBe('rejected')
})

it.each([
  ['product_failed', 500, 'Plaud answered with an error the last time (500).'],
  ['product_failed', null, 'Plaud answered with an error the last time.'],
  ['too_many_requests', 429, 'Plaud answered with an error the last time (429).'],
  ['product_timeout', null, 'Plaud did not answer the last time.'],
  ['product_unreachable', null, 'Plaud did not answer the last time.'],
  ['product_changed', null, 'Plaud sent an answer that cannot be read the last time.'],
  ['call_budget_exceeded', null, 'The last check of Plaud failed.'],
])('after %s with the status %s of the service: %s', (code, service_status, words) => {
  const last_error = {
    at: new Date(0).toISOString(),
    since: new Date(0).toISOString(),
    status: 502,
    message: '',
    request_id: '',
    code,
    service_status,
  }
  expect(describeAnswer(firstTexts.en, report({ state: 'unreachable', last_error }))).toBe(words)
})
