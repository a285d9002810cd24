import { expect, test } from 'vitest'
import { parseJson } from '../../../src/base/json.ts'
import { gatherOrders, isPageSize, pageInfo, type UpstreamPage, wholePage } from '../../../src/groups/shop/consumer.ts'
import { flattenOrders } from '../../../src/groups/shop/orders.ts'
import { Clock } from '../../simulators/clock.ts'
import { CONSUMER_SESSION, createCoupangConsumer } from '../../simulators/shop/index.ts'

const whole = {
  orderList: [],
  pageIndex: 0,
  size: 5,
  hasNext: false,
  nextPageIndex: null,
  nextYear: null,
  partial: false,
}

function setUp() {
  const consumer = createCoupangConsumer({ clock: new Clock() })
  const asked: UpstreamPage[] = []
  const read = async (page: UpstreamPage) => {
    asked.push(page)
    const query = `requestYear=${page.requestYear}&pageIndex=${page.pageIndex}&size=${page.size}`
    const headers = { cookie: CONSUMER_SESSION, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
    const url = `https://mc.coupang.com/ssr/api/myorders/model/page?${query}`
    return parseJson(await (await consumer.fetch(new Request(url, { headers }))).text())
  }
  return { consumer, asked, read }
}

test('pageSize is 1 to 10 or a multiple of 10 up to 100', () => {
  const taken = Array.from({ length: 140 }, (_, n) => n - 20).filter(isPageSize)
  expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  expect(isPageSize(2.5)).toBe(false)
})

test("up to 10 is one call, and the product's page model as it came", async () => {
  const { asked, read } = setUp()
  const page = await gatherOrders({ pageIndex: 1, pageSize: 7, year: 2025 }, read)
  expect(asked).toEqual([{ requestYear: 2025, pageIndex: 1, size: 7 }])
  expect(page).toEqual(await read({ requestYear: 2025, pageIndex: 1, size: 7 }))
})

test('without a year the recent window is requested', async () => {
  const { asked, read } = setUp()
  await gatherOrders({ pageIndex: 0, pageSize: 5 }, read)
  expect(asked).toEqual([{ requestYear: 0, pageIndex: 0, size: 5 }])
})

test('a gathered page ends with its year and says where to continue', async () => {
  const { asked, read } = setUp()
  const page = await gatherOrders({ pageIndex: 0, pageSize: 30, year: 2026 }, read)
  expect(asked.map(({ requestYear, pageIndex }) => [requestYear, pageIndex])).toEqual([
    [2026, 0],
    [2026, 1],
  ])
  expect(page.orderList).toHaveLength(17)
  expect(page).toMatchObject({
    pageIndex: 0,
    size: 30,
    hasNext: true,
    nextPageIndex: 0,
    nextYear: 2025,
    partial: false,
  })
})

test('the next gathered page of the same year is counted in the requested size', async () => {
  const { consumer, asked, read } = setUp()
  for (const order of consumer.state.orders) order.orderedAt = Date.parse('2025-03-03T03:00:00Z') - order.orderId / 1e6
  const first = await gatherOrders({ pageIndex: 0, pageSize: 20, year: 2025 }, read)
  expect(first).toMatchObject({ hasNext: true, nextPageIndex: 1, nextYear: 2025 })
  const second = await gatherOrders({ pageIndex: 1, pageSize: 20, year: 2025 }, read)
  expect(asked.map(({ pageIndex }) => pageIndex)).toEqual([0, 1, 2, 3])
  const third = await gatherOrders({ pageIndex: 2, pageSize: 20, year: 2025 }, read)
  expect(third).toMatchObject({ hasNext: false, nextPageIndex: null, nextYear: null })
  expect([first, second, third].map(({ orderList }) => orderList.length)).toEqual([20, 20, 5])
})

test.each([5, 10, 20, 100])('followed with pageSize %d, every order of three years comes once', async (pageSize) => {
  const { consumer, read } = setUp()
  const ids: string[] = []
  let amount = 0
  for (let year = 2026, pageIndex = 0; ; ) {
    const page = await gatherOrders({ pageIndex, pageSize, year }, read)
    ids.push(...page.orderList.map(({ orderId }) => String(orderId)))
    amount += flattenOrders(page.orderList).reduce((sum, row) => sum + (row.line_amount ?? 0), 0)
    const { hasNext, nextPageIndex, nextYear } = pageInfo({ pageIndex, pageSize, year }, page)
    if (!hasNext) break
    year = Number(nextYear)
    pageIndex = Number(nextPageIndex)
  }
  const { orders } = consumer.state
  expect(ids).toEqual(orders.map(({ orderId }) => String(orderId)))
  const lines = orders.flatMap(({ groups }) => groups.flatMap(({ products }) => products))
  expect(amount).toBe(lines.reduce((sum, line) => sum + line.combinedUnitPrice * line.quantity, 0))
})

test.each([
  ['the year drops without a new start', 2025, { nextPageIndex: 1, nextYear: 2024 }, 1],
  ['the page starts anew without a new year', 2025, { nextPageIndex: 0, nextYear: 2025 }, 1],
  ['the year is not named', 2025, { nextPageIndex: 1, nextYear: null }, 2],
  ['the recent window names its year', 0, { nextPageIndex: 1, nextYear: 2026 }, 2],
])('when %s, %d is read as far as it is one list', async (_, year, pointers, calls) => {
  const asked: UpstreamPage[] = []
  await gatherOrders({ pageIndex: 0, pageSize: 20, year }, async (page) => {
    asked.push(page)
    return page.pageIndex === 0 ? { ...whole, hasNext: true, ...pointers } : whole
  })
  expect(asked).toHaveLength(calls)
})

test('an order pushed over the edge of a page by a new one is not there twice', async () => {
  const { consumer, read } = setUp()
  const page = await gatherOrders({ pageIndex: 0, pageSize: 20, year: 2025 }, async (asked) => {
    const answer = await read(asked)
    const [newest] = consumer.state.orders
    if (newest && asked.pageIndex === 0)
      consumer.state.orders.push({ ...newest, orderId: 1, orderedAt: Date.parse('2025-12-31T00:00:00Z') })
    return answer
  })
  expect(new Set(page.orderList.map(({ orderId }) => orderId)).size).toBe(page.orderList.length)
  expect(page.orderList).toHaveLength(19)
})

test('ids of 19 digits come through exactly', async () => {
  const { consumer, read } = setUp()
  const { orderList } = await gatherOrders({ pageIndex: 0, pageSize: 100, year: 2025 }, read)
  const rows = flattenOrders(orderList)
  const boxes = consumer.state.orders.flatMap(({ groups }) => groups.map(({ shipmentBoxId }) => shipmentBoxId))
  expect(rows.length).toBeGreaterThan(20)
  for (const row of rows) expect(boxes).toContain(row.shipment_box_id)
})

test('shop facts 4.4: an incomplete page is 502, on whichever page it comes', async () => {
  const { consumer, read } = setUp()
  const incomplete = gatherOrders({ pageIndex: 0, pageSize: 20, year: 2025 }, (asked) => {
    consumer.switches.partial = asked.pageIndex === 1
    return read(asked)
  })
  await expect(incomplete).rejects.toMatchObject({ status: 502, message: expect.stringContaining('incomplete') })
})

test('orders without an id are never taken for one another', async () => {
  const page = { ...whole, orderList: [{ title: '생수' }], hasNext: true, nextPageIndex: 1 }
  const { orderList } = await gatherOrders({ pageIndex: 0, pageSize: 20 }, async () => page)
  expect(orderList).toHaveLength(2)
})

test('pageInfo returns null when the product omits a pointer', () => {
  const { nextPageIndex, nextYear, ...rest } = whole
  expect([nextPageIndex, nextYear]).toEqual([null, null])
  expect(pageInfo({ pageIndex: 2, pageSize: 5 }, wholePage(rest, { requestYear: 0, pageIndex: 2, size: 5 }))).toEqual({
    pageIndex: 2,
    pageSize: 5,
    hasNext: false,
    nextPageIndex: null,
    nextYear: null,
  })
})
