import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, at } from '../ask.ts'
import { Clock } from '../clock.ts'
import { koreanYear } from '../korean-time.ts'
import { command, follows, walk } from '../model.ts'
import { hmac } from '../rest.ts'
import {
  CONSUMER_SESSION,
  type CoupangConsumer,
  type CoupangSeller,
  consumerOrder,
  createCoupangConsumer,
  createCoupangSeller,
  SELLER_ACCESS_KEY,
  SELLER_SECRET_KEY,
  SELLER_VENDOR_ID,
} from './index.ts'

const SELLER = 'https://api-gateway.coupang.com'
const API = '/v2/providers/openapi/apis/api'
const VENDOR = `vendors/${SELLER_VENDOR_ID}`
const SHEETS = `${API}/v5/${VENDOR}/ordersheets`
const DAYS = 'createdAtFrom=2026-10-23%2B09:00&createdAtTo=2026-11-21%2B09:00'
const CATEGORIES = '/v2/providers/seller_api/apis/api/v1/marketplace/meta/display-categories'

/** One signed call of the seller; `signed` is the signed text where it is not the sent one. */
async function call(
  seller: CoupangSeller,
  line: string,
  { body = '', at: time = new Clock().now(), signed = '' } = {},
) {
  const [method = '', path = ''] = line.split(' ')
  const date = `${new Date(time).toISOString().slice(2, 19).replace(/[-:]/g, '')}Z`
  const signature = await hmac(SELLER_SECRET_KEY, `${date}${method}${(signed || path).replace('?', '')}`)
  const authorization = `CEA algorithm=HmacSHA256, access-key=${SELLER_ACCESS_KEY}, signed-date=${date}, signature=${signature}`
  return ask(seller, `${method} ${SELLER}${path}`, { headers: { authorization }, ...(body && { body }) })
}

/** Ids as they are in the text: JSON.parse would round them. */
const boxesIn = (text: string) => [...text.matchAll(/"shipmentBoxId":(\d+)/g)].map(([, id = '']) => id)

type Status = 'ACCEPT' | 'INSTRUCT' | 'DEPARTURE'
/** The boxes that were sold, by their status, oldest first. */
interface Orders {
  clock: Clock
  boxes: Map<string, { order: number; status: Status }>
}
type Step = fc.AsyncCommand<Orders, CoupangSeller>

const nth = ({ boxes }: Orders, n: number) => [...boxes.keys()][n % boxes.size] ?? '642538971006401431'

const sells = fc.constant<Step>(
  command('somebody pays for an order', async ({ clock, boxes }, seller) => {
    clock.advance(1000)
    const { shipmentBoxId, orderId } = seller.sell()
    boxes.set(shipmentBoxId, { order: orderId, status: 'ACCEPT' })
  }),
)

const acknowledges = fc.nat(9).map(
  (n): Step =>
    command(`acknowledges box ${n}`, async (orders, seller) => {
      const box = nth(orders, n)
      const known = orders.boxes.get(box)
      const body = `{"vendorId":"${SELLER_VENDOR_ID}","shipmentBoxIds":[${box}]}`
      const answer = await call(seller, `PATCH ${API}/v4/${VENDOR}/ordersheets/acknowledgement`, { body })
      const code = known ? (known.status === 'ACCEPT' ? 'OK' : 'INVALID_STATUS') : 'NOT_FOUND_SHIPMENT_BOX'
      expect(at(answer.body, 'data.responseList.0.resultCode')).toBe(code)
      expect(boxesIn(answer.text)).toEqual([box])
      if (known && code === 'OK') known.status = 'INSTRUCT'
    }),
)

const ships = fc.nat(9).map(
  (n): Step =>
    command(`ships box ${n}`, async (orders, seller) => {
      const box = nth(orders, n)
      const known = orders.boxes.get(box)
      const part = { deliveryCompanyCode: 'CJGLS', invoiceNumber: '840806808800', estimatedShippingDate: '' }
      const flags = { splitShipping: false, preSplitShipped: false, vendorItemId: 85071234501 }
      const numbers = `"shipmentBoxId":${box},"orderId":${known?.order ?? 1},`
      const dto = JSON.stringify({ ...part, ...flags }).replace('{', `{${numbers}`)
      const body = `{"orderSheetInvoiceApplyDtos":[${dto}]}`
      const answer = await call(seller, `POST ${API}/v4/${VENDOR}/orders/invoices`, { body })
      const code = known ? (known.status === 'INSTRUCT' ? 'OK' : 'INVALID_STATUS') : 'NOT_FOUND_SHIPMENT_BOX'
      expect(at(answer.body, 'data.responseList.0.resultCode')).toBe(code)
      if (known && code === 'OK') known.status = 'DEPARTURE'
    }),
)

const statuses = fc.constantFrom<Status>('ACCEPT', 'INSTRUCT', 'DEPARTURE')
const lists = fc.record({ status: statuses, size: fc.integer({ min: 1, max: 4 }) }).map(
  ({ status, size }): Step =>
    command(`lists ${status}, ${size} a page`, async ({ boxes }, seller) => {
      const found = await walk(async (token) => {
        const query = `${DAYS}&status=${status}&maxPerPage=${size}&nextToken=${token}`
        const { text, body } = await call(seller, `GET ${SHEETS}?${query}`)
        return { items: boxesIn(text), next: body.nextToken }
      })
      expect(found).toEqual([...boxes].filter(([, one]) => one.status === status).map(([box]) => box))
    }),
)

test('an order is acknowledged, then shipped, once, and is in the list of its status', () =>
  follows(() => {
    const clock = new Clock()
    const real = createCoupangSeller({ clock })
    real.state.sheets = []
    return { model: { clock, boxes: new Map() }, real }
  }, [sells, acknowledges, ships, lists]))

test.each([
  ['no status', DAYS, 'required parameters are missing'],
  ['two statuses', `${DAYS}&status=ACCEPT,INSTRUCT`, 'invalid status'],
  ['31 days', 'createdAtFrom=2026-10-01%2B09:00&createdAtTo=2026-11-01%2B09:00&status=ACCEPT', 'should less than31.'],
  ['a plus that was not escaped', `${DAYS.replaceAll('%2B', '+')}&status=ACCEPT`, 'createdAtFrom format is invalid'],
  ['v4 dates', 'createdAtFrom=2026-11-20&createdAtTo=2026-11-20&status=ACCEPT', 'createdAtFrom format is invalid'],
  ['days with searchType', `${DAYS}&searchType=timeFrame&status=ACCEPT`, 'format is invalid'],
  ['a foreign nextToken', `${DAYS}&status=ACCEPT&nextToken=2`, 'invalid nextToken'],
  ['a maxPerPage of 0', `${DAYS}&status=ACCEPT&maxPerPage=0`, 'invalid maxPerPage'],
])('facts 2.4: %s is 400', async (_, query, message) => {
  const { status, body } = await call(createCoupangSeller({ clock: new Clock() }), `GET ${SHEETS}?${query}`)
  expect([status, body.code, body.message]).toEqual([400, 400, expect.stringContaining(message)])
})

test('facts 2.4: money is an object, times have an offset, and midnight in Korea is of the next day', async () => {
  const seller = createCoupangSeller({ clock: new Clock() })
  seller.state.sheets = []
  seller.sell({ orderedAt: Date.parse('2026-11-19T15:00:00.123Z') })
  const list = async (day: string) => {
    const query = `status=ACCEPT&createdAtFrom=${day}%2B09:00&createdAtTo=${day}%2B09:00`
    return at((await call(seller, `GET ${SHEETS}?${query}`)).body, 'data.0')
  }
  const money = { currencyCode: 'KRW', units: 19900, nanos: 0 }
  const sheet = { orderedAt: '2026-11-20T00:00:00.123+09:00', orderItems: [{ orderPrice: money }] }
  expect(await list('2026-11-20')).toMatchObject(sheet)
  expect(await list('2026-11-19')).toBeUndefined()
})

test.each([
  [{ signed: `${SHEETS}?${DAYS}` }, 'Invalid signature.'],
  [{ at: new Clock().now() - 301_000 }, 'Specified signature is expired.'],
  [{ at: new Clock().now() + 301_000 }, 'Specified signature is expired.'],
  [{ at: new Clock().now() - 300_000 }, undefined],
])('facts 2.1: a call with %j is answered with %s', async (signing, message) => {
  const seller = createCoupangSeller({ clock: new Clock() })
  const { status, body } = await call(seller, `GET ${SHEETS}?${DAYS}&status=ACCEPT`, signing)
  expect([status, message && body.message]).toEqual([message ? 401 : 200, message])
})

test('facts 2.3 and 2.5: an unregistered address is 403, too many calls are 429 until the product recovers', async () => {
  const clock = new Clock()
  const seller = createCoupangSeller({ clock })
  const status = async () => (await call(seller, `GET ${SHEETS}?${DAYS}&status=ACCEPT`, { at: clock.now() })).status
  seller.switches.ipRefused = 'message'
  expect(await status()).toBe(403)
  seller.switches.ipRefused = false
  seller.switches.rate = { perSecond: 2, recoveryMs: 60_000 }
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429])
  clock.advance(30_000)
  expect(await status()).toBe(429)
  clock.advance(60_000)
  expect(await status()).toBe(200)
  seller.switches.windowMs = 8000
  expect(await status()).toBe(504)
})

test('facts 3: categories have their children, one level deep, and failures inside of a 200 where it is so', async () => {
  const seller = createCoupangSeller({ clock: new Clock() })
  const { body } = await call(seller, `GET ${CATEGORIES}/0`)
  expect([at(body, 'data.name'), at(body, 'data.child.0.name'), at(body, 'data.child.0.child')]).toEqual([
    'ROOT',
    '식품',
    [],
  ])
  expect((await call(seller, `GET ${CATEGORIES}/57000/status`)).body.data).toBe(false)
  expect((await call(seller, `GET ${CATEGORIES}/fruit`)).status).toBe(400)
  seller.switches.categoryErrorsInside200 = true
  expect(await call(seller, `GET ${CATEGORIES}/fruit`)).toMatchObject({ status: 200, body: { code: 'ERROR' } })
})

test.each([
  ['제주 노지 감귤 5kg', 'SUCCESS', '51101'],
  ['수제 도자기 풍경', 'FAILURE', null],
  ['풍경', 'INSUFFICIENT_INFORMATION', null],
])('facts 3: the category of %s is %s', async (productName, type, id) => {
  const body = JSON.stringify({ productName })
  const answer = await call(createCoupangSeller({ clock: new Clock() }), `POST ${API}/v1/categorization/predict`, {
    body,
  })
  const expected = { autoCategorizationPredictionResultType: type, predictedCategoryId: id }
  expect(answer.body.data).toMatchObject(expected)
})

const HEADERS = { cookie: CONSUMER_SESSION, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
const visit = (consumer: CoupangConsumer, path: string, headers = {}) =>
  ask(consumer, `GET https://mc.coupang.com/ssr/${path}`, { headers: { ...HEADERS, ...headers } })
const MODEL = 'api/myorders/model/page'

test('facts 4.2: followed by nextYear and nextPageIndex, the pages have every order once, whatever their size', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.nat(3), async (size, added) => {
      const consumer = createCoupangConsumer({ clock: new Clock() })
      for (let n = 0; n < added; n += 1) consumer.order({ orderedAt: Date.parse('2025-06-01T00:00:00Z') + n })
      const seen = await walk<unknown>(async (next) => {
        const [year = '', index] = (next || '2026 0').split(' ')
        const { body } = await visit(consumer, `${MODEL}?requestYear=${year}&pageIndex=${index}&size=${size}`)
        const orders = [body.orderList].flat()
        expect(orders.length).toBeLessThanOrEqual(Math.min(size, 10))
        expect(orders.every((order) => koreanYear(Number(at(order, 'orderedAt'))) === Number(year))).toBe(true)
        const items = orders.map((order) => at(order, 'orderId'))
        return { items, next: body.hasNext && `${body.nextYear} ${body.nextPageIndex}` }
      })
      const newestFirst = consumer.state.orders.toSorted((a, b) => b.orderedAt - a.orderedAt)
      expect(seen).toEqual(newestFirst.map(({ orderId }) => orderId))
    }),
    { numRuns: 10 },
  ))

test('facts 4.2: cancelled lines are copied into bundles, ids are bare, and amounts may have a fraction', async () => {
  const consumer = createCoupangConsumer({ clock: new Clock() })
  consumer.state.orders = [
    consumerOrder({ groups: [{ products: [{}, { productName: '귤', cancelReturnStatus: 'CANCELED' }] }] }),
  ]
  const { text, body } = await visit(consumer, `${MODEL}?requestYear=2026`)
  expect(text).toMatch(/"totalProductPrice":\d+\.0,.*"shipmentBoxId":1042538971006401431,/)
  const bundle = { receiptType: 'CANCEL', productList: [{ productName: '귤' }] }
  expect(at(body, 'orderList.0.deliveryCancelBundleList')).toMatchObject([bundle])
  expect(at(body, 'orderList.0.deliveryGroupList.0.productList.length')).toBe(2)
  const page = await visit(consumer, 'desktop/order/list?requestYear=2026')
  expect(page.text).toContain('<script id="__NEXT_DATA__"')
})

test('facts 4.4: a stranger is sent to the login, told 401 or shown its page, and no browser is refused', async () => {
  const consumer = createCoupangConsumer({ clock: new Clock() })
  expect((await visit(consumer, MODEL, { 'user-agent': 'curl/8.0' })).status).toBe(403)
  expect((await visit(consumer, MODEL, { cookie: 'sid=test-session' })).status).toBe(302)
  consumer.switches.expired = true
  expect((await visit(consumer, 'api/member/auth')).text).toBe('false')
  consumer.switches.signedOut = 'unauthorized'
  expect((await visit(consumer, MODEL)).status).toBe(401)
  consumer.switches.signedOut = 'login-page'
  expect(await visit(consumer, MODEL)).toMatchObject({ status: 200, text: expect.stringContaining('로그인') })
  expect([(await visit(consumer, 'api/nothing')).status, consumer.unexpected.length]).toEqual([404, 1])
})
