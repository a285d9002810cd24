import { expect, test } from 'vitest'
import { Clock } from '../../clock.ts'
import { createCoupangSeller } from './index.ts'
import { orderSheet } from './sheet.ts'
import { ORDERSHEETS, signedRequest } from './signed.ts'

const V4 = ORDERSHEETS.replace('/v5/', '/v4/')
const DAYS = 'createdAtFrom=2026-10-23%2B09:00&createdAtTo=2026-11-21%2B09:00'
const MINUTES = 'createdAtFrom=2026-11-20T00:00%2B09:00&createdAtTo=2026-11-20T23:59%2B09:00&searchType=timeFrame'

interface Page {
  code: number
  message: string
  data: Record<string, unknown>[]
  nextToken?: string
}

function setUp() {
  const clock = new Clock()
  const seller = createCoupangSeller({ clock })
  const ask = async (query: string, path = ORDERSHEETS, headers: Record<string, string> = {}) =>
    seller.fetch(await signedRequest(`${path}?${query}`, { at: clock.now(), headers }))
  const page = async (query: string, path = ORDERSHEETS): Promise<Page> => (await ask(query, path)).json()
  return { seller, ask, page }
}

test('facts 2.4: the last page has an empty nextToken, the others a numeric string; no sheet twice, none lost', async () => {
  const { ask, seller } = setUp()
  const ids: string[] = []
  const sizes: number[] = []
  for (let token = ''; ; ) {
    const text = await (await ask(`${DAYS}&status=ACCEPT&maxPerPage=25&nextToken=${token}`)).text()
    const found = [...text.matchAll(/"shipmentBoxId":(\d+)/g)].map((match) => match[1] ?? '')
    ids.push(...found)
    sizes.push(found.length)
    token = /"nextToken":"(\d*)"/.exec(text)?.[1] ?? 'none'
    if (token === '') break
    expect(token).toMatch(/^\d+$/)
  }
  expect(sizes).toEqual([25, 25, 7])
  const seeded = seller.state.sheets.filter(({ status }) => status === 'ACCEPT').map((sheet) => sheet.shipmentBoxId)
  expect(ids.toSorted()).toEqual(seeded.toSorted())
})

test('maxPerPage is 50 by default and 50 at most', async () => {
  const { page } = setUp()
  expect((await page(`${DAYS}&status=ACCEPT`)).data).toHaveLength(50)
  expect((await page(`${DAYS}&status=ACCEPT&maxPerPage=500`)).data).toHaveLength(50)
})

test('a sheet that changes its status between two pages loses no other', async () => {
  const { page, seller } = setUp()
  const first = await page(`${DAYS}&status=ACCEPT`)
  for (const sheet of seller.state.sheets) if (sheet.shipmentBoxId === first.nextToken) sheet.status = 'INSTRUCT'
  expect((await page(`${DAYS}&status=ACCEPT&nextToken=${first.nextToken}`)).data).toHaveLength(7)
})

test('shipmentBoxId is a bare number beyond 2^53: a plain JSON.parse rounds it', async () => {
  const { ask, seller } = setUp()
  const text = await (await ask(`${DAYS}&status=NONE_TRACKING`)).text()
  const real = seller.state.sheets
    .filter(({ status }) => status === 'NONE_TRACKING')
    .map((sheet) => sheet.shipmentBoxId)
  for (const id of real) {
    expect(id).toMatch(/^\d{18}$/)
    expect(text).toContain(`"shipmentBoxId":${id},`)
  }
  const parsed: Page = JSON.parse(text)
  for (const sheet of parsed.data) expect(real).not.toContain(String(sheet.shipmentBoxId))
})

test('v5 writes money as an object and moments with an offset, v4 plain numbers and local time', async () => {
  const { page, seller } = setUp()
  const orderedAt = Date.parse('2026-11-20T10:00:00.123+09:00')
  seller.state.sheets = [orderSheet({ orderedAt, shippingPrice: null, lines: [{ count: 2, salesPrice: 19900 }] })]

  const [v5] = (await page(`${DAYS}&status=ACCEPT`)).data
  expect(v5).toMatchObject({
    orderedAt: '2026-11-20T10:00:00.123+09:00',
    orderer: { email: '', ordererNumber: null },
    shippingPrice: null,
    inTrasitDateTime: '',
    shipmentType: 'THIRD_PARTY',
    orderItems: [{ shippingCount: 2, orderPrice: { currencyCode: 'KRW', units: 39800, nanos: 0 } }],
  })

  const days = 'createdAtFrom=2026-11-20&createdAtTo=2026-11-20'
  const [v4] = (await page(`${days}&status=ACCEPT`, V4)).data
  expect(v4).toMatchObject({ orderedAt: '2026-11-20T10:00:00', orderItems: [{ salesPrice: 19900, orderPrice: 39800 }] })
  expect(v4).not.toHaveProperty('shipmentType')
})

test('minute mode gives all rows at once, the whole last minute too', async () => {
  const { page, seller } = setUp()
  const at = (time: string) => Date.parse(`2026-11-20T${time}+09:00`)
  const box = (n: number) => String(642_538_971_006_401_431n + 2n * BigInt(n))
  seller.state.sheets = Array.from({ length: 70 }, (_, n) =>
    orderSheet({ shipmentBoxId: box(n), orderedAt: at('09:59:59') + n * 1000 }),
  )
  const window = (from: string, to: string) =>
    `createdAtFrom=2026-11-20T${from}%2B09:00&createdAtTo=2026-11-20T${to}%2B09:00&searchType=timeFrame&status=ACCEPT`
  const whole = await page(window('09:59', '10:01'))
  expect(whole.data).toHaveLength(70)
  expect(whole.nextToken).toBe('')
  expect((await page(window('10:00', '10:00'))).data).toHaveLength(60)
})

test('an order at midnight in Korea belongs to the day that starts', async () => {
  const { page, seller } = setUp()
  seller.state.sheets = [orderSheet({ orderedAt: Date.parse('2026-11-19T15:00:00Z') })]
  const day = (date: string) => `createdAtFrom=${date}%2B09:00&createdAtTo=${date}%2B09:00&status=ACCEPT`
  expect((await page(day('2026-11-19'))).data).toHaveLength(0)
  expect((await page(day('2026-11-20'))).data).toHaveLength(1)
})

test.each([
  ['no status', DAYS, 'required parameters are missing'],
  ['ALL', `${DAYS}&status=ALL`, 'invalid status'],
  ['two statuses', `${DAYS}&status=ACCEPT,INSTRUCT`, 'invalid status'],
  ['no window', 'status=ACCEPT', 'required parameters are missing'],
  [
    '31 days between the dates',
    'createdAtFrom=2026-10-01%2B09:00&createdAtTo=2026-11-01%2B09:00&status=ACCEPT',
    'endTime-startTime range should less than31.',
  ],
  [
    'a day in minute mode',
    'createdAtFrom=2026-11-20T10:00%2B09:00&createdAtTo=2026-11-21T10:00%2B09:00&searchType=timeFrame&status=ACCEPT',
    'range should less than 1 day',
  ],
  ['a plus that was not escaped', `${DAYS.replaceAll('%2B', '+')}&status=ACCEPT`, 'createdAtFrom format is invalid'],
  ['v4 dates', 'createdAtFrom=2026-11-20&createdAtTo=2026-11-20&status=ACCEPT', 'createdAtFrom format is invalid'],
  ['minutes without searchType', `${MINUTES.replace('&searchType=timeFrame', '')}&status=ACCEPT`, 'format is invalid'],
  ['days with searchType', `${DAYS}&searchType=timeFrame&status=ACCEPT`, 'format is invalid'],
  [
    'an end before the start',
    'createdAtFrom=2026-11-20%2B09:00&createdAtTo=2026-11-19%2B09:00&status=ACCEPT',
    'before',
  ],
  ['a foreign nextToken', `${DAYS}&status=ACCEPT&nextToken=2`, 'invalid nextToken'],
  ['a maxPerPage of 0', `${DAYS}&status=ACCEPT&maxPerPage=0`, 'invalid maxPerPage'],
])('%s is 400', async (_, query, message) => {
  const { ask } = setUp()
  const answer = await ask(query)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({ code: 400, message: expect.stringContaining(message) })
})

test('30 days between the dates, and a minute under a day, are still taken', async () => {
  const { ask } = setUp()
  const month = 'createdAtFrom=2026-10-22%2B09:00&createdAtTo=2026-11-21%2B09:00&status=ACCEPT'
  expect((await ask(month)).status).toBe(200)
  expect((await ask(`${MINUTES}&status=ACCEPT`)).status).toBe(200)
})

test("another vendor's path is 400, or the 404 of the FAQ", async () => {
  const { ask, seller } = setUp()
  const other = ORDERSHEETS.replace('A00012345', 'A00099999')
  expect((await ask(`${DAYS}&status=ACCEPT`, other)).status).toBe(400)
  seller.switches.wrongVendor = 404
  expect(await (await ask(`${DAYS}&status=ACCEPT`, other)).json()).toEqual({ code: 404, message: 'Invalid vendor ID' })
  expect(seller.unexpected).toEqual([])
})

test('facts 2.2: a slow window is 504 unless X-EXTENDED-TIMEOUT waits for it', async () => {
  const { ask, seller } = setUp()
  seller.switches.windowMs = 8000
  expect((await ask(`${DAYS}&status=ACCEPT`)).status).toBe(504)
  expect((await ask(`${MINUTES}&status=ACCEPT`)).status).toBe(504)
  expect((await ask(`${DAYS}&status=ACCEPT`, ORDERSHEETS, { 'X-EXTENDED-TIMEOUT': '5000' })).status).toBe(504)
  expect((await ask(`${DAYS}&status=ACCEPT`, ORDERSHEETS, { 'X-EXTENDED-TIMEOUT': '20000' })).status).toBe(200)
})
