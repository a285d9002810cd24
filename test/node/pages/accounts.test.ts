import { afterEach, expect, it, vi } from 'vitest'
import { findSeveral, isComplete, listAccounts, toAccounts, toChoice } from '../../../src/pages/accounts/choice.ts'
import { stillTested } from '../../../src/pages/accounts/need.ts'
import { getGivenName, toSignIn } from '../../../src/pages/api/accounts.ts'
import { send } from '../../../src/pages/api/call.ts'
import { nameAccount } from '../../../src/pages/text/account-name.ts'
import { firstTexts } from '../../../src/pages/text/first.ts'
import { readHash } from '../../../src/pages/view.ts'
import { connected, freshStage } from '../../support/admin/stage.ts'

afterEach(() => vi.unstubAllGlobals())

it('a further account has the name of its product and its own', () => {
  expect(nameAccount(firstTexts.ko.products, 'workspace')).toBe('노션')
  expect(nameAccount(firstTexts.ko.products, 'workspace:business')).toBe('노션 (business)')
  expect(getGivenName('shop-seller')).toBeUndefined()
  expect(toSignIn('social:shop')).toBe('/connect/social:shop/start')
})

it.each([
  ['#workspace:business', 'workspace:business'],
  ['#workspace%3Abusiness', 'workspace:business'],
  ['#workspace%3abusiness', 'workspace:business'],
  ['#activity/key/k1', 'activity'],
  ['', ''],
])('the address %j names %j', (hash, name) => {
  vi.stubGlobal('location', { hash })
  expect(readHash()).toBe(name)
})

it('accounts are chosen only where a product has several', () => {
  const { reports } = freshStage()
  expect(findSeveral(reports)).toEqual([])
  const business = connected('workspace:business', 'workspace')
  const [several, ...others] = findSeveral([...reports, business])
  expect(others).toEqual([])
  expect(several?.[0]).toBe('workspace')
  expect(several?.[1].map(({ account }) => account)).toEqual(['workspace', 'workspace:business'])
})

it('a choice is a list by product, in which an absent product means its first account', () => {
  const choice = toChoice(['notes:two', 'workspace', 'workspace:business'])
  expect(choice).toEqual({ notes: ['notes:two'], workspace: ['workspace', 'workspace:business'] })
  expect(toAccounts(choice)).toEqual(['notes:two', 'workspace', 'workspace:business'])
  expect(toChoice(null)).toEqual({})
  expect(isComplete({ notes: [] })).toBe(false)
  expect(listAccounts(['notes', 'social'], choice)).toEqual(['notes:two', 'social'])
})

it('a call names its account in a header, and none for the first one', async () => {
  const seen: Record<string, string>[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    seen.push(headers)
    return Response.json({ success: true, bills: [], next_cursor: null })
  })
  await send('payment_list_bills', { query: {} }, { account: 'payment:two' })
  await send('payment_list_bills', { query: {} })
  expect(seen).toEqual([{ 'X-Account': 'payment:two' }, {}])
})

it('a test says nothing of a credential that was replaced or removed since it was begun', () => {
  const [before, other] = [connected('notes', 'notes'), connected('social', 'social')]
  const tested = [before, other].map((report) => ({ ...report, state: 'rejected' as const }))
  const replaced = { ...before, connected_at: '2026-11-29T00:00:00.000Z' }
  const removed = { ...before, source: null, connected_at: null }
  for (const present of [replaced, removed])
    expect(stillTested(tested, [before, other], [present, other]).map(({ account }) => account)).toEqual(['social'])
  // A look in the meantime has found it in another state.
  expect(stillTested(tested, [before, other], [{ ...before, state: 'untested' }, other])).toEqual(tested)
})
