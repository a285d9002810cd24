import { expect, test } from 'vitest'
import { Clock } from '../../clock.ts'
import { koreanYear } from '../../korean-time.ts'
import { createCoupangConsumer } from './index.ts'
import { consumerOrder } from './order.ts'
import { CONSUMER_SESSION } from './session.ts'

interface Line {
  productName: string
  quantity: number
  combinedUnitPrice: number
  cancelReturnStatus: string | null
}

interface Bundle {
  receiptId: number
  receiptType: string
  productList: Line[]
}

interface Page {
  orderList: {
    orderId: number
    orderedAt: number
    totalProductPrice: number
    allCanceled: boolean
    deliveryGroupList: { productList: Line[]; deliveryCancelBundleList: Bundle[] }[]
    deliveryCancelBundleList: Bundle[]
  }[]
  pageIndex: number
  size: number
  hasNext: boolean
  nextPageIndex: number | null
  nextYear: number | null
  partial: boolean
}

interface NextData {
  props: { pageProps: { domains: { desktopOrder: { orderList: unknown; orderPagination: unknown } } } }
}

function setUp() {
  const consumer = createCoupangConsumer({ clock: new Clock() })
  const ask = (query: string, path = '/ssr/api/myorders/model/page') =>
    consumer.fetch(
      new Request(`https://mc.coupang.com${path}?${query}`, {
        headers: { cookie: CONSUMER_SESSION, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
      }),
    )
  const page = async (year: number, index: number, size = 10): Promise<Page> =>
    (await ask(`requestYear=${year}&pageIndex=${index}&size=${size}`)).json()
  return { consumer, ask, page }
}

test('facts 4.2: followed by nextYear and nextPageIndex, three years give every order once', async () => {
  const { consumer, page } = setUp()
  const seen: number[] = []
  const path: string[] = []
  for (let year = 2026, index = 0; ; ) {
    const { orderList, hasNext, nextPageIndex, nextYear } = await page(year, index)
    seen.push(...orderList.map(({ orderId }) => orderId))
    path.push(`${year}/${index} ${orderList.length}`)
    expect(new Set(orderList.map(({ orderedAt }) => koreanYear(orderedAt)))).toEqual(new Set([year]))
    if (!hasNext) {
      expect([nextPageIndex, nextYear]).toEqual([null, null])
      break
    }
    year = Number(nextYear)
    index = Number(nextPageIndex)
  }
  expect(path).toEqual(['2026/0 10', '2026/1 7', '2025/0 10', '2025/1 10', '2024/0 8'])
  expect(seen).toEqual(consumer.state.orders.map(({ orderId }) => orderId))
  expect(new Set(seen).size).toBe(45)
})

test('at the end of a year hasNext stays true, nextYear drops and nextPageIndex is 0, even when that year is empty', async () => {
  const { consumer, page } = setUp()
  expect(await page(2026, 1)).toMatchObject({ hasNext: true, nextPageIndex: 0, nextYear: 2025 })
  consumer.state.orders = consumer.state.orders.filter(({ orderedAt }) => koreanYear(orderedAt) !== 2025)
  expect(await page(2025, 0)).toMatchObject({ orderList: [], hasNext: true, nextPageIndex: 0, nextYear: 2024 })
})

test('requestYear 0 is the recent half year and ends there', async () => {
  const { page } = setUp()
  const { orderList, hasNext, nextYear } = await page(0, 0)
  expect(orderList.length).toBeGreaterThan(5)
  for (const { orderedAt } of orderList) expect(orderedAt).toBeGreaterThan(Date.parse('2026-05-21T00:00:00Z'))
  expect([hasNext, nextYear]).toEqual([false, null])
  expect(await page(0, 0, 3)).toMatchObject({ hasNext: true, nextPageIndex: 1, nextYear: 0 })
})

test('a page has at most 10 orders and 5 by default', async () => {
  const { ask, page } = setUp()
  const large = await page(2025, 0, 100)
  expect(large.orderList).toHaveLength(10)
  expect(large.size).toBe(10)
  const standard: Page = await (await ask('requestYear=2025')).json()
  expect(standard.orderList).toHaveLength(5)
  expect((await ask('requestYear=2025&pageIndex=-1')).status).toBe(400)
})

test('cancelled lines are copied into bundles of the order and of its group, and the originals stay', async () => {
  const { consumer, page } = setUp()
  consumer.state.orders = [
    consumerOrder({
      groups: [
        { products: [{ productName: '생수' }, { productName: '화장지', cancelReturnStatus: 'CANCELED' }] },
        {
          shipmentBoxId: '1042538971006401433',
          products: [{ productName: '귤', cancelReturnStatus: 'RETURN_COMPLETE' }],
        },
      ],
    }),
  ]
  const [order] = (await page(2026, 0)).orderList
  const names = (lines: Line[] = []) => lines.map(({ productName }) => productName)
  expect(order?.deliveryGroupList.map(({ productList }) => names(productList))).toEqual([['생수', '화장지'], ['귤']])
  expect(order?.deliveryCancelBundleList.map(({ receiptType }) => receiptType)).toEqual(['CANCEL', 'RETURN'])
  expect(order?.deliveryCancelBundleList.flatMap(({ productList }) => names(productList))).toEqual(['화장지', '귤'])
  expect(
    order?.deliveryGroupList.map((group) =>
      group.deliveryCancelBundleList.flatMap(({ productList }) => names(productList)),
    ),
  ).toEqual([['화장지'], ['귤']])
})

test('shipmentBoxId has 19 bare digits beyond 2^53, and amounts may carry a fraction', async () => {
  const { consumer, ask } = setUp()
  const text = await (await ask('requestYear=2024&pageIndex=0&size=10')).text()
  const real = consumer.state.orders.flatMap(({ groups }) => groups.map(({ shipmentBoxId }) => shipmentBoxId))
  const sent = [...text.matchAll(/"shipmentBoxId":(\d{19})\b/g)].map((match) => match[1])
  expect(sent.length).toBeGreaterThan(7)
  for (const id of sent) {
    expect(real).toContain(id)
    expect(JSON.stringify(JSON.parse(`${id}`))).not.toBe(id)
  }
  expect(text).toMatch(/"totalProductPrice":\d+\.0,/)
})

test('the sibling URL returns the same model, the site itself the same list inside its page', async () => {
  const { ask } = setUp()
  const query = 'requestYear=2025&pageIndex=0&size=5'
  const text = await (await ask(query)).text()
  expect(await (await ask(query, '/ssr/api/myorders/model')).text()).toBe(text)
  const html = await (await ask(query, '/ssr/desktop/order/list')).text()
  const data: NextData = JSON.parse(/__NEXT_DATA__"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? '')
  const { orderList, hasNext, nextPageIndex } = JSON.parse(text)
  const { desktopOrder } = data.props.pageProps.domains
  expect(desktopOrder.orderList).toEqual(orderList)
  expect(desktopOrder.orderPagination).toMatchObject({ hasNext, nextPageIndex, pageIndex: 0 })
})

test('switches: an incomplete page, and three unknown shapes', async () => {
  const { consumer, page } = setUp()
  consumer.switches.partial = true
  expect((await page(2026, 0)).partial).toBe(true)
  consumer.switches.unknownShape = 'page'
  expect(await page(2026, 0)).not.toHaveProperty('orderList')
  consumer.switches.unknownShape = 'order'
  expect((await page(2026, 0)).orderList[0]).not.toHaveProperty('deliveryGroupList')
  consumer.switches.unknownShape = 'product'
  expect((await page(2026, 0)).orderList[0]?.deliveryGroupList[0]?.productList[0]).not.toHaveProperty('quantity')
})
