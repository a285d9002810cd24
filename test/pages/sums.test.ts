import { expect, it } from 'vitest'
import { EMPTY, toNewKey } from '../../src/pages/keys/draft.ts'
import { addUp, getDays, getLastDay, getTotal } from '../../src/pages/usage/sums.ts'

const row = (day: string, ok: number, refused = 0, failed = 0) => ({
  day,
  key: null,
  key_id: null,
  group: 'shop',
  ok,
  refused,
  failed,
})

it('sums up the rows of each day, including days without requests', () => {
  const rows = [row('2026-03-01', 3, 1), row('2026-03-01', 2, 0, 4), row('2026-02-27', 1)]
  expect(getDays(rows, 4, '2026-03-01')).toEqual([
    { day: '2026-02-26', ok: 0, refused: 0, failed: 0 },
    { day: '2026-02-27', ok: 1, refused: 0, failed: 0 },
    { day: '2026-02-28', ok: 0, refused: 0, failed: 0 },
    { day: '2026-03-01', ok: 5, refused: 1, failed: 4 },
  ])
  expect(getTotal(addUp(rows))).toBe(11)
})

it('ends with the last day in Korea that the counts cover, or with a later one that has some', () => {
  expect(getLastDay([row('2026-02-27', 1)], '2026-03-01T14:59:00Z')).toBe('2026-03-01')
  expect(getLastDay([], '2026-03-01T15:00:00Z')).toBe('2026-03-02')
  expect(getLastDay([row('2026-03-02', 1)], '2026-03-01T14:59:00Z')).toBe('2026-03-02')
})

it('sends the choices for a new key', () => {
  expect(toNewKey({ ...EMPTY, name: ' n8n ' })).toEqual({ name: 'n8n', licence: 'basic' })
  const all = { ...EMPTY, name: 'n8n', licence: 'pro', groups: ['shop'], readOnly: true, expires: '2026-03-01' }
  const lastMoment = Date.parse('2026-03-01T23:59:59+09:00')
  expect(toNewKey(all, lastMoment + 1000)).toBeUndefined()
  expect(toNewKey(all, lastMoment)).toEqual({
    name: 'n8n',
    licence: 'pro',
    groups: ['shop'],
    read_only: true,
    expires_at: '2026-03-01',
  })
})

it('sends limits of a key that may make payments, as people write amounts', () => {
  const draft = { ...EMPTY, name: 'n8n', licence: 'pro', maxAmount: '100,000', dailyAmount: ' 1 000 000 ' }
  const limits = { max_amount: 100_000, daily_amount: 1_000_000 }
  expect(toNewKey(draft)).toEqual({ name: 'n8n', licence: 'pro', limits })
  const accounts = { workspaceToken: ' ntn_test ', storedPayment: true }
  expect(toNewKey({ ...draft, ...accounts })).toMatchObject({ workspace_token: 'ntn_test', stored_payment: true })
  expect(Object.keys(toNewKey({ ...draft, ...accounts, groups: ['video'] }) ?? {})).toEqual([
    'name',
    'licence',
    'groups',
  ])
  expect(toNewKey({ ...draft, dailyAmount: '' })?.limits).toEqual({ max_amount: 100_000 })
  for (const without of [{ licence: 'basic' }, { readOnly: true }, { groups: ['video'] }])
    expect(toNewKey({ ...draft, ...without })).not.toHaveProperty('limits')
  for (const wrong of ['0', '-1', '1.5', 'much', '12345678901'])
    expect(toNewKey({ ...draft, maxAmount: wrong })).toBeUndefined()
})

it('makes no key without a name or without any group', () => {
  expect(toNewKey(EMPTY)).toBeUndefined()
  expect(toNewKey({ ...EMPTY, name: 'n8n', groups: [] })).toBeUndefined()
})
