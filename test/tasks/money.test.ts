import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PAID_BILL } from '../upstreams/payment/index.ts'
import { consumerOrder } from '../upstreams/shop/index.ts'
import { expectTold } from './figures.ts'
import { setTable } from './stage.ts'

const DAY_MS = 86_400_000

let table: ReturnType<typeof setTable>

beforeEach(() => {
  table = setTable()
})
afterEach(() => {
  vi.restoreAllMocks()
  table.expectNothingUnexpected()
})

it("last month's orders have their amounts per day", async () => {
  // Two orders on each day of October, and one before and after it.
  table.consumer.state.orders = Array.from({ length: 64 }, (_, n) =>
    consumerOrder({
      orderId: 25_000_000_000_000 + n,
      orderedAt: Date.parse('2026-09-30T12:00+09:00') + (n * DAY_MS) / 2,
    }),
  )
  const model = await table.talk()
  const { result } = await model.call('shop_list_flattened_orders', {
    orderedFrom: '2026-10-01',
    orderedTo: '2026-10-31',
  })
  const everyDay = Array.from({ length: 31 }, (_, n) => `2026-10-${String(n + 1).padStart(2, '0')}`)
  expect(result.days).toEqual(
    Object.fromEntries(everyDay.map((day) => [day, { orders: 2, amount: 21_000, cancelled_amount: 0 }])),
  )
  expectTold("Last month's orders with amounts per day", model)
})

it('a bill is sent, and seen to be paid', async () => {
  const model = await table.talk()
  const sent = await model.call('payment_request_bill', {
    product_nm: '11월 수강료',
    member_nm: '홍길동',
    phone: '010-1234-5678',
    price: 33_000,
    expire_dt: '2026-12-31',
    idempotency_key: 'november-hong',
  })
  const { bill_id } = sent.result
  table.payssam.pay(bill_id)
  const { result } = await model.call('payment_read_bill', { bill_id })
  expect(result).toMatchObject({ bill_id, appr_state: 'F' })
  expectTold('A bill sent, and whether it was paid', model)
})

it('a bill is not sent twice by a model that makes up another key', async () => {
  const model = await table.talk()
  const bill = {
    product_nm: '수강료',
    member_nm: '홍길동',
    phone: '010-1234-5678',
    price: 33_000,
    expire_dt: '2026-12-31',
  }
  const bills = table.payssam.state.bills.size
  const { result } = await model.call('payment_request_bill', { ...bill, idempotency_key: 'a' })
  const failure = await model.fail('payment_request_bill', { ...bill, idempotency_key: 'b' })
  expect(failure).toMatch(new RegExp(`got bill ${result.bill_id} .*confirm_duplicate true`))
  expect(failure).not.toMatch(/still running|same idempotency_key/)
  await model.call('payment_request_bill', { ...bill, idempotency_key: 'b', confirm_duplicate: true })
  expect(table.payssam.state.bills.size).toBe(bills + 2)
})

it('a bill is cancelled once, although the first response is lost', async () => {
  const model = await table.talk()
  table.payssam.fail({ kind: 'cut' }, { times: 1, on: ({ url }) => url.pathname.endsWith('/cancel') })
  const args = { bill_id: PAID_BILL, price: 150_000, idempotency_key: 'cancel-1' }
  expect(await model.fail('payment_cancel_bill', args)).toMatch(
    /call again with the same arguments and idempotency_key/,
  )
  await model.call('payment_cancel_bill', args)
  const cancels = table.payssam.calls.filter(({ url }) => url.pathname.endsWith('/cancel'))
  expect(cancels).toHaveLength(1)
  expectTold('A bill cancelled safely after a lost answer', model)
})
