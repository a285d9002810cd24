import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Env, Stub } from '../../../../src/base/env.ts'
import { unwrap } from '../../../../src/base/errors.ts'
import { EVENTS_NAME } from '../../../../src/base/events.ts'
import { platform } from '../../../../src/base/platform.ts'
import { getSettings } from '../../../../src/base/settings.ts'
import { billEvent } from '../../../../src/groups/payment/bill-event.ts'
import { StoredBills } from '../../../../src/objects/accounts/bills.ts'
import { deleteCredentials, storeCredentials } from '../../../../src/upstream/credentials.ts'
import { API_KEY, BUSINESS_NUMBER, MEMBER_ID, MERCHANT_ID } from '../../../simulators/payment/index.ts'
import { BINDINGS } from '../../../support/gateway.ts'
import { OBJECTS, SHARED_OBJECTS } from '../../../support/objects.ts'
import { headersFor, leaveNothingBehind, setStage, V1_HOST } from '../stage.ts'

/** The list of bills that the gateway sent (docs/spec/payment.md, "The list of bills"). */

leaveNothingBehind()

const { EVENTS, CREDENTIALS_KEY = '' } = BINDINGS
const DAY = 86_400_000
const ACCOUNT = {
  PAYMENT_HOST: V1_HOST,
  PAYMENT_API_KEY: API_KEY,
  PAYMENT_MEMBER_ID: MEMBER_ID,
  PAYMENT_MERCHANT_ID: MERCHANT_ID,
  PAYMENT_BUSINESS_NUMBER: BUSINESS_NUMBER,
}
/** The clock of the stage starts on 2026-11-21 at 18:00 in Korea. */
const BILL = {
  product_nm: '11월 수강료',
  member_nm: '홍길동',
  phone: '010-1234-5678',
  price: 150_000,
  expire_dt: '2026-11-30',
}

let stage: ReturnType<typeof setStage>
beforeEach(async () => {
  stage = setStage({ EVENTS, CREDENTIALS_KEY })
  // The object reads bills with the account that was connected through the app.
  await storeCredentials(getSettings(BINDINGS), 'payment', ACCOUNT)
})

const list = async (query = '') => {
  const { status, json } = await stage.gateway.call(`/api/v1/payment/bills${query}`)
  expect([status, json.error]).toEqual([200, ''])
  return json as { bills: Record<string, unknown>[]; next_cursor: string | null }
}
const bills = async (query = '') => (await list(query)).bills
const states = async () => (await bills()).map(({ state }) => state)
const get = (billId: string) => stage.gateway.call(`/api/v1/payment/bills/${billId}`)

async function send(more: object = {}, sending = {}): Promise<string> {
  const { status, json } = await stage.post('request', { ...BILL, ...more }, sending)
  expect([status, json.error]).toEqual([200, ''])
  return json.result.bill_id
}

const object = (account = 'payment') => OBJECTS.ACCOUNTS.getByName(`state/${account}`)
/** Advances the clock, and makes the object check what is due. */
async function check(afterMs: number, account?: string): Promise<void> {
  stage.world.clock.advance(afterMs)
  const checked = object(account)
  await runInDurableObject(checked, (_, { storage }) => storage.setAlarm(stage.world.clock.now() + 50 * 365 * DAY))
  expect(await runDurableObjectAlarm(checked)).toBe(true)
}

/** The events of bills in EVENTS, the oldest first. All deployments of these tests share it: others may come before these. */
const eventsOf = async (...ids: string[]) => {
  const shared: Stub<'EVENTS'> = (SHARED_OBJECTS as unknown as Pick<Env, 'EVENTS'>).EVENTS.getByName(EVENTS_NAME)
  const { events } = unwrap(await shared.feed(null, { order: 'newest', limit: 100 }))
  return events.filter(({ data }) => ids.includes(String(data.bill_id))).reverse()
}
const events = async (...ids: string[]) => (await eventsOf(...ids)).map(({ type, data }) => `${type} ${data.bill_id}`)

test('a bill that the product has reported stays, although its request gives it up', async () => {
  const stub = object() as unknown as Stub<'ACCOUNTS'>
  const at = stage.world.clock.now()
  const details = { product_nm: 'Workbook', member_nm: null, phone_masked: null, price: 1000, expire_dt: null }
  for (const bill_id of ['PAID', 'UNSENT']) await stub.beginBill('account', 'run', { ...details, bill_id, sentAt: at })
  await stub.noteBill('account', 'PAID', { state: 'paid', at, fields: {} })
  const left = ['PAID', 'UNSENT'].map(async (bill_id) => {
    await stub.bills.drop('account', 'run', bill_id)
    return (await stub.bills.find('account', bill_id))?.state
  })
  expect(await Promise.all(left)).toEqual(['paid', undefined])
})

test('bills of two accounts with one id are two payments', () => {
  const paid = { state: 'paid', at: 0, fields: {} } as const
  const keys = ['one', 'another', 'one'].map((account) => billEvent('payment', account, 'B-1', paid)?.onceKey)
  expect(new Set(keys).size).toBe(2)
})

test('a bill that was sent is listed, without the number of the phone', async () => {
  const bill_id = await send()
  expect(await list()).toMatchObject({
    bills: [
      {
        ...{ bill_id, product_nm: '11월 수강료', member_nm: '홍길동', phone_masked: '010-****-5678', price: 150_000 },
        ...{ expire_dt: '2026-11-30', state: 'unpaid', paid_at: null, sent_at: '2026-11-21T09:00:00.000Z' },
      },
    ],
    next_cursor: null,
  })
})

test('it is stored encrypted', async () => {
  await send()
  const rows = await runInDurableObject(object(), (_, { storage }) =>
    JSON.stringify(storage.sql.exec('SELECT * FROM bills').toArray()),
  )
  for (const word of ['수강료', '홍길동', '5678', '150000']) expect(rows).not.toContain(word)
})

test('an event that EVENTS cannot store yet waits without the card of the person who paid', async () => {
  const bill_id = await send()
  stage.product.pay(bill_id)
  const { EVENTS: _, ...rest } = BINDINGS
  const broken = { getByName: () => ({ keep: () => Promise.reject(new Error('down')) }) }
  const waiting = await runInDurableObject(object(), async (_, { storage }) => {
    const parts = { ...rest, EVENTS: broken } as unknown as Env
    const stored = new StoredBills(storage, getSettings(parts), platform, 'payment')
    stage.world.clock.advance(DAY)
    await stored.alarm()
    return storage.sql.exec<{ event: string }>('SELECT event FROM bills WHERE event IS NOT NULL').toArray()
  })
  expect(waiting).toHaveLength(1)
  expect(waiting[0]?.event).toContain(bill_id)
  expect(waiting[0]?.event).not.toContain('43211234')
  // Another reading of the same state does not replace it.
  await get(bill_id)
  await check(DAY)
  expect(await eventsOf(bill_id)).toMatchObject([
    { type: 'payment.bill.paid', data: { appr_issuer_num: '43211234****0007' } },
  ])
})

test('nothing is stored for a connection in headers, or without CREDENTIALS_KEY', async () => {
  const callback_url = 'https://academy.example/payments'
  await send({ callback_url }, { headers: headersFor(V1_HOST) })
  expect(await bills()).toEqual([])
  await deleteCredentials(getSettings(BINDINGS), 'payment')
  stage = setStage({ EVENTS, ...ACCOUNT, CREDENTIALS_KEY: '' })
  await send({ callback_url })
  const { status, json } = await stage.gateway.call('/api/v1/payment/bills')
  expect([status, json.error]).toEqual([500, expect.stringContaining('CREDENTIALS_KEY')])
})

test.each([400, 401])('a bill that the product refused with %d is not listed', async (status) => {
  stage.product.fail({ kind: 'status', status }, { times: 1 })
  expect((await stage.post('request', BILL)).status).toBe(status)
  expect(await bills()).toEqual([])
})

test('an id in use does not change the existing bill', async () => {
  const bill_id = await send()
  const again = await stage.post('request', { ...BILL, bill_id, price: 1 })
  expect(again.status).toBe(409)
  expect(await bills()).toMatchObject([{ bill_id, price: 150_000, state: 'unpaid' }])
})

describe('a bill whose response was lost', () => {
  test('is unknown, and unpaid once it is read', async () => {
    stage.product.fail({ kind: 'cut' }, { times: 1 })
    expect((await stage.post('request', BILL)).status).toBe(502)
    expect(await states()).toEqual(['unknown'])
    await check(61_000)
    expect(await states()).toEqual(['unpaid'])
  })

  test('is listed for a minute although the product does not know it: its request may be under way', async () => {
    stage.product.fail({ kind: 'status', status: 500 }, { times: 1 })
    expect((await stage.post('request', BILL)).status).toBe(502)
    const bill_id = String((await bills())[0]?.bill_id)
    expect((await get(bill_id)).json.result).toMatchObject({ bill_id, state: 'unknown', price: 150_000 })
    await check(61_000)
    expect(await states()).toEqual([])
    expect((await get(bill_id)).status).toBe(404)
  })

  test('is deleted once it proves not to exist', async () => {
    stage.product.fail({ kind: 'status', status: 500 }, { times: 1 })
    expect((await stage.post('request', BILL)).status).toBe(502)
    expect(await states()).toEqual(['unknown'])
    await check(61_000)
    expect(await states()).toEqual([])
  })

  test('is listed once by the same Idempotency-Key', async () => {
    stage.product.fail({ kind: 'status', status: 500 }, { times: 1 })
    expect((await stage.post('request', BILL, { once: 'a' })).status).toBe(502)
    const bill_id = await send({}, { once: 'a' })
    expect(await bills()).toMatchObject([{ bill_id, state: 'unpaid' }])
  })
})

describe('states', () => {
  test('a payment that the product reports', async () => {
    const bill_id = await send()
    const { url, body } = stage.product.pay(bill_id)
    await stage.gateway.call(new URL(url).pathname, { method: 'POST', key: null, body: JSON.stringify(body) })
    expect(await bills()).toMatchObject([{ bill_id, state: 'paid', paid_at: '2026-11-21T09:00:00.000Z' }])
    expect(await events(bill_id)).toEqual([`payment.bill.paid ${bill_id}`])
  })

  test('a payment that was not reported is found by the daily check, and reported once', async () => {
    const bill_id = await send()
    stage.product.pay(bill_id)
    expect(await states()).toEqual(['unpaid'])
    await check(DAY)
    expect(await states()).toEqual(['paid'])
    await check(DAY)
    expect(await events(bill_id)).toEqual([`payment.bill.paid ${bill_id}`])
  })

  test('a cancel and a destroy by the gateway', async () => {
    const [paid, unpaid] = [await send(), await send()]
    stage.product.pay(paid)
    const { price } = BILL
    expect((await stage.post('cancel', { bill_id: paid, price })).status).toBe(200)
    expect((await stage.post('destroy', { bill_id: unpaid, price })).status).toBe(200)
    expect(await states()).toEqual(['destroyed', 'cancelled'])
    expect(await events(paid, unpaid)).toEqual([`payment.bill.cancelled ${paid}`])
  })

  describe('the amount that was approved', () => {
    const amounts = async () => (await bills()).map(({ price, approved_price }) => [price, approved_price])

    test('stands beside the price, from whatever source it is known', async () => {
      const [reported, checked, read] = [await send(), await send(), await send()]
      expect(await amounts()).toEqual([
        [150_000, null],
        [150_000, null],
        [150_000, null],
      ])
      const { url, body } = stage.product.pay(reported, { amount: 140_000 })
      await stage.gateway.call(new URL(url).pathname, { method: 'POST', key: null, body: JSON.stringify(body) })
      stage.product.pay(checked, { amount: 130_000 })
      await check(DAY)
      stage.product.pay(read)
      expect((await get(read)).json.result).toMatchObject({ price: 150_000, approved_price: 150_000 })
      expect(await amounts()).toEqual([
        [150_000, 150_000],
        [150_000, 130_000],
        [150_000, 140_000],
      ])
      expect((await get(reported)).json.result).toMatchObject({ price: 150_000, approved_price: 140_000 })
    })

    test('stays when the payment is cancelled, also when the gateway had not known it', async () => {
      const [known, unknown] = [await send(), await send()]
      stage.product.pay(known, { amount: 140_000 })
      stage.product.pay(unknown, { amount: 130_000 })
      await get(known)
      expect((await stage.post('cancel', { bill_id: known, price: 140_000 })).status).toBe(200)
      expect((await stage.post('cancel', { bill_id: unknown, price: 130_000 })).status).toBe(200)
      expect(await amounts()).toEqual([
        [150_000, 130_000],
        [150_000, 140_000],
      ])
      expect(await states()).toEqual(['cancelled', 'cancelled'])
      expect((await get(known)).json.result).toMatchObject({ state: 'cancelled', approved_price: 140_000 })
    })

    test('is null for a bill that was destroyed or expired', async () => {
      const destroyed = await send()
      await send({ expire_dt: '2026-11-22' })
      expect((await stage.post('destroy', { bill_id: destroyed, price: BILL.price })).status).toBe(200)
      await check(2 * DAY)
      expect((await bills()).map(({ state, approved_price }) => [state, approved_price])).toEqual([
        ['expired', null],
        ['destroyed', null],
      ])
    })

    test('is null where the product does not say it, and stays where a later answer does not', async () => {
      const bill_id = await send()
      const { url, body } = stage.product.pay(bill_id)
      const report = (appr_price: unknown) =>
        stage.gateway.call(new URL(url).pathname, {
          method: 'POST',
          key: null,
          body: JSON.stringify({ ...body, appr_price }),
        })
      await report('by cash')
      expect(await amounts()).toEqual([[150_000, null]])
      await report('140,000')
      expect(await amounts()).toEqual([[150_000, 140_000]])
      await report(null)
      expect(await amounts()).toEqual([[150_000, 140_000]])
    })

    test('is read of a bill that this gateway did not send', async () => {
      const bill_id = await send()
      stage.product.pay(bill_id, { amount: 140_000 })
      await object().erase()
      expect((await get(bill_id)).json.result).toMatchObject({ sent_at: null, state: 'paid', approved_price: 140_000 })
    })

    test('is stored encrypted', async () => {
      const bill_id = await send()
      stage.product.pay(bill_id, { amount: 140_000 })
      await get(bill_id)
      const rows = await runInDurableObject(object(), (_, { storage }) =>
        JSON.stringify(storage.sql.exec('SELECT * FROM bills').toArray()),
      )
      expect(rows).not.toContain('140000')
    })
  })

  test('a bill that nobody paid expires at midnight in Korea after its last day', async () => {
    const bill_id = await send({ expire_dt: '2026-11-22' })
    await check(DAY)
    expect(await states()).toEqual(['unpaid'])
    // From 18:00 on the 22nd.
    await check(6 * 3_600_000)
    expect(await bills()).toMatchObject([{ bill_id, state: 'expired' }])
    expect(await events(bill_id)).toEqual([`payment.bill.expired ${bill_id}`])
  })

  test('an overdue bill that is paid late is found within a day, and told', async () => {
    const bill_id = await send({ expire_dt: '2026-11-22' })
    await check(89 * DAY)
    expect(await bills()).toMatchObject([{ state: 'expired', overdue: true, days_overdue: 88 }])
    const next = await runInDurableObject(object(), (_, { storage }) => storage.getAlarm())
    expect((next ?? 0) - stage.world.clock.now()).toBe(DAY)
    stage.product.pay(bill_id, { bySeller: true })
    await check(DAY)
    expect(await bills()).toMatchObject([{ state: 'paid', overdue: false, days_overdue: 0 }])
    expect(await events(bill_id)).toEqual([`payment.bill.expired ${bill_id}`, `payment.bill.paid ${bill_id}`])
  })

  test('90 days after its last day a bill is no longer read', async () => {
    await send({ expire_dt: '2026-11-22' })
    await check(DAY + 6 * 3_600_000)
    await check(90 * DAY)
    const { length } = stage.product.calls
    await check(DAY)
    expect(stage.product.calls).toHaveLength(length)
    expect(await bills()).toMatchObject([{ state: 'expired', days_overdue: 92 }])
  })

  test('a bill that the product no longer knows is not read for longer, and a paid one not at all', async () => {
    const [overdue, paid] = [await send({ expire_dt: '2026-11-22' }), await send()]
    stage.product.pay(paid)
    await get(paid)
    stage.product.state.bills.clear()
    expect((await get(paid)).json.result).toMatchObject({ state: 'paid' })
    await check(100 * DAY)
    expect((await get(overdue)).json.result).toMatchObject({ state: 'unpaid', overdue: true, days_overdue: 99 })
    const { length } = stage.product.calls
    await check(DAY)
    expect(stage.product.calls).toHaveLength(length)
  })

  test('one bill, read from the product', async () => {
    const bill_id = await send()
    stage.product.pay(bill_id)
    expect((await get(bill_id)).json.result).toMatchObject({ bill_id, state: 'paid', product_nm: '11월 수강료' })
    expect(await states()).toEqual(['paid'])
    expect((await get('never-sent')).status).toBe(404)
  })

  test('a bill that was sent stays listed although the product no longer knows it', async () => {
    const bill_id = await send()
    stage.product.state.bills.delete(bill_id)
    await check(DAY)
    expect((await get(bill_id)).json.result).toMatchObject({ bill_id, state: 'unpaid' })
    expect(await states()).toEqual(['unpaid'])
  })

  test('a reading that comes late never returns a bill to an earlier state', async () => {
    const bill_id = await send()
    stage.product.pay(bill_id)
    const { price } = BILL
    expect((await stage.post('cancel', { bill_id, price })).status).toBe(200)
    const known = stage.product.state.bills.get(bill_id)
    for (const state of ['F', 'W'] as const) {
      Object.assign(known ?? {}, { state })
      expect((await get(bill_id)).json.result).toMatchObject({
        state: 'cancelled',
        paid_at: '2026-11-21T09:00:00.000Z',
      })
    }
    expect(await events(bill_id)).toEqual([`payment.bill.cancelled ${bill_id}`])
  })

  test('an alarm that the platform lost is set again by the next bill', async () => {
    const alarmAt = () => runInDurableObject(object(), (_, { storage }) => storage.getAlarm())
    await send()
    stage.world.clock.advance(3 * DAY)
    expect(await alarmAt()).toBeLessThan(stage.world.clock.now())
    await send({ member_nm: '이철수' })
    expect(await alarmAt()).toBe(stage.world.clock.now())
  })

  test('a check that fails is repeated, and never loses a bill', async () => {
    await send()
    stage.product.fail({ kind: 'status', status: 500 }, { times: 10 })
    await check(DAY)
    const next = await runInDurableObject(object(), (_, { storage }) => storage.getAlarm())
    expect((next ?? 0) - stage.world.clock.now()).toBe(3_600_000)
    stage.product.heal()
    stage.product.pay(String((await bills())[0]?.bill_id))
    await check(DAY)
    expect(await states()).toEqual(['paid'])
  })
})

describe('who has not paid', () => {
  const facts = async (query: string) =>
    (await bills(query)).map(({ expire_dt, state, overdue, days_overdue }) => [expire_dt, state, overdue, days_overdue])

  test('the bills that are still open and those that are overdue, by the day in Korea', async () => {
    const paid = await send({ expire_dt: '2026-11-22' })
    stage.product.pay(paid)
    await send({ expire_dt: '2026-11-22' })
    await send({ expire_dt: '2026-11-23' })
    // 23:59 on the 22nd in Korea.
    await check(DAY + 6 * 3_600_000 - 60_000)
    expect(await facts('?state=unpaid')).toEqual([
      ['2026-11-23', 'unpaid', false, 0],
      ['2026-11-22', 'unpaid', false, 0],
    ])
    await check(60_000)
    const overdue = ['2026-11-22', 'expired', true, 1]
    expect(await facts('?state=unpaid')).toEqual([['2026-11-23', 'unpaid', false, 0], overdue])
    expect(await facts('?state=expired')).toEqual([overdue])
    expect(await facts('?state=paid')).toEqual([['2026-11-22', 'paid', false, 0]])
  })

  test('a bill is overdue also where its last day passed since it was read', async () => {
    await send({ expire_dt: '2026-11-22' })
    stage.world.clock.advance(41 * DAY)
    expect(await facts('?state=unpaid')).toEqual([['2026-11-22', 'unpaid', true, 40]])
  })

  test('those that were sent more than 30 days ago', async () => {
    await send({ expire_dt: '2026-11-22' })
    await send({ expire_dt: '2027-01-31' })
    await check(35 * DAY)
    await send({ expire_dt: '2027-01-31' })
    expect(await facts('?state=unpaid&to=2026-11-26')).toEqual([
      ['2027-01-31', 'unpaid', false, 0],
      ['2026-11-22', 'expired', true, 34],
    ])
  })
})

describe('the list', () => {
  test('is in pages, and filtered by state, day and words', async () => {
    const ids: string[] = []
    for (const member_nm of ['김영희', '이철수', '박민수', 'Ada']) {
      ids.unshift(await send({ member_nm }))
      stage.world.clock.advance(DAY)
    }
    const first = await list('?limit=3')
    const second = await list(`?limit=3&cursor=${first.next_cursor}`)
    expect([...first.bills, ...second.bills].map(({ bill_id }) => bill_id)).toEqual(ids)
    expect(second.next_cursor).toBeNull()
    const named = async (query: string) => (await bills(query)).map(({ member_nm }) => member_nm)
    expect(await named('?q=ADA')).toEqual(['Ada'])
    expect(await named(`?q=${encodeURIComponent('철수')}`)).toEqual(['이철수'])
    expect(await named('?q=5678&from=2026-11-22&to=2026-11-23')).toEqual(['박민수', '이철수'])
    expect(await named('?state=paid')).toEqual([])
  })

  test.each([
    ['state=open', 'state: must be one of unpaid, paid, cancelled, destroyed, expired, unknown'],
    ['from=2026-02-30&to=2026-03-01', 'from: must be a date as YYYY-MM-DD'],
    ['from=2026-11-02&to=2026-11-01', 'to: must not be before from'],
    ['cursor=x', 'cursor: must be the next_cursor of the page before'],
  ])('%s is 400', async (query, error) => {
    const { status, json } = await stage.gateway.call(`/api/v1/payment/bills?${query}`)
    expect([status, json]).toEqual([400, { success: false, error }])
  })

  test('is that of the connected account', async () => {
    await send()
    await storeCredentials(getSettings(stage.gateway.env), 'payment', { ...ACCOUNT, PAYMENT_MERCHANT_ID: 'other' })
    expect(await bills()).toEqual([])
  })

  test('is exported and erased with the account', async () => {
    const bill_id = await send()
    expect((await object().contents()).bills).toMatchObject([{ bill_id, member_nm: '홍길동' }])
    expect(await object().erase()).toMatchObject({ bills: 1 })
    expect(await bills()).toEqual([])
  })

  test('covers 400 days', async () => {
    await send()
    await check(399 * DAY)
    expect(await bills()).toHaveLength(1)
    await send({ expire_dt: '2030-12-31' })
    await check(2 * DAY)
    expect(await bills()).toHaveLength(1)
  })
})

describe('the bills of two accounts', () => {
  const TWO = { apiKey: 'two-payment-key', member: 'two-member', merchant: 'two-merchant' }
  const ID = 'payment:two'

  test('are read by the alarm of each with its own key, and reported with the account', async () => {
    await storeCredentials(getSettings(BINDINGS), ID, {
      ...ACCOUNT,
      PAYMENT_API_KEY: TWO.apiKey,
      PAYMENT_MEMBER_ID: TWO.member,
      PAYMENT_MERCHANT_ID: TWO.merchant,
    })
    const { state } = stage.product
    const { partner } = state
    /** From now on the product knows this account alone. */
    const know = (account: string) => {
      state.partner = account === ID ? { ...partner, ...TWO } : partner
    }
    const ids: string[] = []
    for (const account of ['payment', ID]) {
      know(account)
      ids.push(await send({}, { headers: { 'X-Account': account } }))
    }
    for (const billId of ids) stage.product.pay(billId)
    const own = async (account: string) => {
      const { json } = await stage.gateway.call('/api/v1/payment/bills', { headers: { 'X-Account': account } })
      return json.bills.map(({ bill_id, state }: Record<string, string>) => `${bill_id} ${state}`)
    }
    know(ID)
    const before = stage.product.calls.length
    await check(DAY, ID)
    const read = stage.product.calls.slice(before)
    expect(read.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['read'])
    expect(read.map(({ body }) => [body.includes(TWO.apiKey), body.includes(API_KEY)])).toEqual([[true, false]])
    expect([await own('payment'), await own(ID)]).toEqual([[`${ids[0]} unpaid`], [`${ids[1]} paid`]])

    know('payment')
    await check(0)
    expect([await own('payment'), await own(ID)]).toEqual([[`${ids[0]} paid`], [`${ids[1]} paid`]])
    const told = (await eventsOf(...ids)).map(({ type, account, data }) => [type, account, data.bill_id])
    expect(told).toEqual([
      ['payment.bill.paid', ID, ids[1]],
      ['payment.bill.paid', 'payment', ids[0]],
    ])
  })
})
