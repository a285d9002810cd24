import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountRecords } from '../../../src/objects/accounts/records.ts'
import { freshDeployment } from '../../support/fresh.ts'
import { OBJECTS } from '../../support/objects.ts'
import { createWorld, type World } from '../../support/world.ts'

/** An object registers with the account's state before its first write (docs/spec/admin.md, "Data of an account"). */

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await freshDeployment()
})

const state = (account = 'recorder') => OBJECTS.ACCOUNTS.getByName(`state/${account}`)
const object = (name = 'recorder/mina') => OBJECTS.ACCOUNTS.getByName(name)
const search = (query: string) => object().recordSearch('deployment', query)
const readHistory = async () => (await object().contents()).searches.map(({ query }) => query)
const hasName = async (account: string, name: string) =>
  (await state(account).records.objects()).some((each) => each.endsWith(name))

it.each([
  ['a search', 'recorder', () => search('alarm')],
  ['an origin', 'recorder', () => object().keepOrigin('https://api-euc1.plaud.ai')],
  ['a token', 'recorder', () => object().adoptToken('recorder', 'connected', { token: 'held', lookAt: 0 })],
])('is found after it stored %s', async (_, account, write) => {
  await write()
  expect(await hasName(account, `${account}/mina`)).toBe(true)
})

it('asks the state once, whatever it stores later', async () => {
  const asked = vi.spyOn(AccountRecords.prototype, 'register')
  for (const query of ['one', 'two', 'three']) await search(query)
  await object().keepOrigin('https://api-euc1.plaud.ai')
  expect(asked).toHaveBeenCalledTimes(1)
})

describe('after the account was erased', () => {
  async function erase() {
    await state().records.startErasing()
    await object().erase()
    await state().erase()
  }

  it('stores nothing of a request that is still running', async () => {
    await search('before')
    await erase()
    await search('late')
    expect(await readHistory()).toEqual([])
    expect(await state().records.objects()).toEqual([])
  })

  it('does not store the state that a running request reports', async () => {
    await erase()
    await state().noteUse({ at: world.clock.now(), credential: 'digest' })
    expect(await state().records.read()).toBeUndefined()
  })

  it('stores again once the account is connected', async () => {
    await erase()
    await state().noteConnected({ credential: 'digest' })
    await search('later')
    expect(await readHistory()).toEqual(['later'])
    expect(await hasName('recorder', 'recorder/mina')).toBe(true)
  })

  it('stores the token of a credential that is just being connected', async () => {
    await erase()
    await object().adoptToken('recorder', 'connected', { token: 'held', lookAt: world.clock.now() + 1000 })
    expect((await object().contents()).tokens).toBe(1)
  })

  it('stores again two minutes later, since secrets of the deployment may be in use', async () => {
    await erase()
    world.clock.advance(120_000)
    await search('later')
    expect(await readHistory()).toEqual(['later'])
  })

  it('stores no bill of a running request', async () => {
    await state('payment').records.startErasing()
    const bill = { bill_id: '1', sentAt: world.clock.now(), expire_dt: null }
    const details = { product_nm: 'p', member_nm: 'm', phone_masked: null, price: 1000 }
    await state('payment').beginBill('account', 'run', { ...bill, ...details })
    expect((await state('payment').contents()).bills).toEqual([])
  })
})
