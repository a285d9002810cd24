import { describe, expect, it } from 'vitest'
import type { KeyRecord } from '../../../src/pages/api/types.ts'
import {
  chooseGroups,
  choosePurpose,
  type Draft,
  newDraft,
  toDraft,
  toKeyChange,
  toNewKey,
} from '../../../src/pages/keys/draft.ts'
import { findKeys, getUse, toSeries } from '../../../src/pages/keys/list.ts'
import { key } from '../../support/admin/stage.ts'

const draft = (licence = 'pro') => newDraft(licence)

it('sends the choices for a new key', () => {
  expect(toNewKey({ ...draft(), name: ' n8n ' })).toEqual({ name: 'n8n', licence: 'pro' })
  const all: Draft = {
    ...draft('pro'),
    name: 'n8n',
    licence: 'pro',
    groups: ['shop'],
    readOnly: true,
    expires: '2026-03-01',
  }
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
  const paying = { ...draft(), name: 'n8n', maxAmount: '100,000', dailyAmount: ' 1 000 000 ' }
  const limits = { max_amount: 100_000, daily_amount: 1_000_000 }
  expect(toNewKey(paying)).toEqual({ name: 'n8n', licence: 'pro', limits })
  expect(Object.keys(toNewKey({ ...paying, groups: ['video'] }) ?? {})).toEqual(['name', 'licence', 'groups'])
  expect(toNewKey({ ...paying, dailyAmount: '' })?.limits).toEqual({ max_amount: 100_000 })
  const others: Partial<Draft>[] = [{ licence: 'basic' }, { readOnly: true }, { groups: ['video'] }]
  for (const without of others) expect(toNewKey({ ...paying, ...without })).not.toHaveProperty('limits')
  for (const wrong of ['0', '-1', '1.5', 'much', '12345678901'])
    expect(toNewKey({ ...paying, maxAmount: wrong })).toBeUndefined()
})

it('sends the accounts that were chosen, of products that the key opens', () => {
  const named = { ...draft(), name: 'n8n' }
  const accounts = { workspace: ['workspace', 'workspace:business'], social: ['social:shop'] } as const
  expect(toNewKey({ ...named, accounts })?.accounts).toEqual(['workspace', 'workspace:business', 'social:shop'])
  expect(toNewKey({ ...named, accounts, groups: ['social'] })?.accounts).toEqual(['social:shop'])
  expect(toNewKey({ ...named, accounts, groups: ['video'] })).not.toHaveProperty('accounts')
  expect(toNewKey({ ...named, accounts, licence: 'payment' })).not.toHaveProperty('accounts')
  // Nothing was chosen instead of the first one.
  expect(toNewKey({ ...named, accounts: { workspace: [] } })).toBeUndefined()
  expect(toNewKey({ ...named, accounts: { workspace: [] }, groups: ['video'] })).toBeDefined()
})

it('asks first for an agent, and not for an automation or code', () => {
  const named = { ...draft(), name: 'a' }
  expect(named).toMatchObject({ purpose: undefined, confirm: false })
  const key = { name: 'a', licence: 'pro' }
  expect(toNewKey({ ...named, ...choosePurpose('agent') })).toEqual({ ...key, confirm: true })
  for (const purpose of ['automation', 'code'] as const)
    expect(toNewKey({ ...named, ...choosePurpose(purpose) })).toEqual(key)
})

it('asks first for payments as well, where somebody is there to be asked', () => {
  const paying = (part: Partial<Draft>) => chooseGroups({ ...draft(), groups: ['shop'], ...part }, ['shop', 'payment'])
  expect(paying({})).toEqual({ groups: ['shop', 'payment'], confirm: true })
  expect(paying({ purpose: 'agent' }).confirm).toBe(true)
  for (const purpose of ['automation', 'code'] as const) expect(paying({ purpose }).confirm).toBe(false)
  expect(paying({ purpose: 'code', confirm: true }).confirm).toBe(true)
  expect(chooseGroups({ ...draft(), groups: ['payment'] }, ['payment', 'video']).confirm).toBe(false)
})

it('makes no key without a name or without any group', () => {
  expect(toNewKey(draft())).toBeUndefined()
  expect(toNewKey({ ...draft(), name: 'n8n', groups: [] })).toBeUndefined()
})

describe('a change of a key', () => {
  const record = key('k1', 'n8n', {
    expires_at: '2026-03-01T14:59:59.999Z',
    limits: { max_amount: 5, daily_amount: null },
    groups: ['payment'],
  })
  const before = Date.parse('2026-02-01T00:00:00Z')
  const change = (part: object) => toKeyChange({ ...toDraft(record), ...part }, record, before)

  it('sends only what is changed: another tab may have changed the rest, and a name needs no proof', () => {
    expect(change({})).toEqual({})
    expect(change({ name: ' make ' })).toEqual({ name: 'make' })
    expect(change({ groups: ['payment', 'shop'] })).toEqual({ groups: ['payment', 'shop'] })
    expect(change({ readOnly: true, confirm: true })).toEqual({ read_only: true })
    expect(change({ confirm: true, licence: 'basic' })).toEqual({ confirm: true, licence: 'basic' })
    expect(change({ maxAmount: '6' })).toEqual({ limits: { max_amount: 6 } })
  })

  it('moves or removes the expiry, and removes the limits', () => {
    expect(change({ expires: '2026-03-02' })?.expires_at).toBe('2026-03-02')
    expect(change({ expires: '' })?.expires_at).toBeNull()
    expect(change({ expires: '2026-01-31' })).toBeUndefined()
    expect(change({ maxAmount: '' })?.limits).toBeNull()
    expect(change({ groups: null })?.groups).toBeNull()
  })

  it('of a key that has expired needs no new expiry', () => {
    const later = Date.parse('2026-05-01T00:00:00Z')
    expect(toKeyChange({ ...toDraft(record), name: 'old' }, record, later)).toMatchObject({ name: 'old' })
  })

  it('names accounts only when they are changed, and null for the first of each product', () => {
    const listed = key('k1', 'n8n', { accounts: ['workspace:business', 'payment'] })
    const changed = (accounts: Draft['accounts']) => toKeyChange({ ...toDraft(listed), accounts }, listed, before)
    expect(toKeyChange(toDraft(listed), listed, before)).not.toHaveProperty('accounts')
    expect(changed({ payment: ['payment'] })?.accounts).toEqual(['payment'])
    expect(changed({})?.accounts).toBeNull()
  })

  it('leaves the limits of a key that makes no payments', () => {
    expect(change({ readOnly: true })).not.toHaveProperty('limits')
  })
})

describe('a search for keys', () => {
  const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
  const keys: KeyRecord[] = [
    key('0a', 'n8n of the shop', { prefix: 'lk_aWyO1', created_at: at(1), last_used_at: at(3), requests_30d: 5 }),
    key('0b', 'n8n of the shop', { prefix: 'lk_aWyO2', created_at: at(2), last_used_at: null, requests_30d: 9 }),
    key('0c', 'Bookkeeping', { prefix: 'lk_0ther', created_at: at(3), last_used_at: at(4), requests_30d: null }),
  ]
  const find = (...[sought, order = 'made']: [string, Parameters<typeof findKeys>[2]?]) =>
    findKeys(toSeries(keys, []), sought, order).map(({ record }) => record.id)

  it.each([
    ['', ['0c', '0b', '0a']],
    ['SHOP', ['0b', '0a']],
    ['0c', ['0c']],
    ['lk_aWyO1', ['0a']],
    ['lk_aWy', ['0b', '0a']],
    // Somebody found it in public.
    [' lk_aWyO2RestOfTheKey ', ['0b']],
    ['lk_Other', []],
  ])('%j finds %j', (sought, ids) => expect(find(sought)).toEqual(ids))

  it('sorts by use, requests and name', () => {
    expect(find('', 'used')).toEqual(['0c', '0a', '0b'])
    expect(find('', 'requests')).toEqual(['0b', '0a', '0c'])
    expect(find('', 'name')).toEqual(['0c', '0b', '0a'])
  })
})

describe('a key that was rolled', () => {
  const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
  const before = { lineage: '0a', created_at: at(1), prefix: 'lk_aWyO1', last_used_at: at(3), requests_30d: 5 }
  const keys: KeyRecord[] = [
    key('0a', 'n8n', { ...before, expires_at: at(5) }),
    key('0b', 'n8n', { lineage: '0a', created_at: at(4), prefix: 'lk_aWyO2', last_used_at: at(3), requests_30d: 5 }),
    key('0c', 'Make', { created_at: at(2), last_used_at: at(2), requests_30d: 1 }),
  ]
  const ids = (revoked: readonly string[] = []) =>
    toSeries(keys, revoked).map(({ record, previous }) => [record.id, ...previous.map(({ id }) => id)])

  it('is one row, with the newest key first', () => {
    expect(ids()).toEqual([['0b', '0a'], ['0c']])
    expect(toSeries(keys, []).map(getUse)[0]).toEqual({ last_used_at: at(3), requests_30d: 5 })
  })

  it('is found by the characters of the previous key, and sorted by the use of both', () => {
    expect(findKeys(toSeries(keys, []), 'lk_aWyO1', 'made').map(({ record }) => record.id)).toEqual(['0b'])
    expect(findKeys(toSeries(keys, []), '', 'used').map(({ record }) => record.id)).toEqual(['0b', '0c'])
  })

  it('leaves the previous one when the new one is revoked', () => {
    expect(ids(['0b'])).toEqual([['0a'], ['0b'], ['0c']])
  })
})
