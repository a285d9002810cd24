import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderSheets } from '../../../src/groups/shop/outputs.ts'
import { orderSheet, SELLER_ACCESS_KEY, SELLER_VENDOR_ID } from '../../simulators/shop/index.ts'
import type { Call } from '../../simulators/simulator.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { type Stage, setStage } from './stage.ts'

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

/** All orders of the seed. */
const MONTH = { createdAtFrom: '2026-10-23', createdAtTo: '2026-11-21' }
const STATUSES = ['ACCEPT', 'INSTRUCT', 'DEPARTURE', 'DELIVERING', 'FINAL_DELIVERY', 'NONE_TRACKING']

const getStatus = ({ url }: Call) => url.searchParams.get('status')

async function sheets(body: object): Promise<Record<string, unknown>[]> {
  const { status, json, text } = await stage.ask('ordersheets', body)
  expect(status, text).toBe(200)
  expect(orderSheets().parse(json)).toEqual(json)
  expect(json).toEqual({ status: 'success', error: '', result: expect.any(Array) })
  return json.result
}

const boxes = (result: Record<string, unknown>[]) => result.map(({ shipmentBoxId }) => shipmentBoxId)

describe('one status (shop facts 2.4)', () => {
  it('a day window: the query as it is signed, the headers of the product', async () => {
    await sheets({ ...MONTH, status: 'INSTRUCT' })
    expect(stage.seller.calls).toHaveLength(1)
    const [call] = stage.seller.calls
    expect(call?.url.href).toBe(
      'https://api-gateway.coupang.com/v2/providers/openapi/apis/api/v5/vendors/A00012345/ordersheets' +
        '?createdAtFrom=2026-10-23%2B09:00&createdAtTo=2026-11-21%2B09:00&status=INSTRUCT&maxPerPage=50',
    )
    expect(call?.headers.get('Authorization')).toMatch(
      new RegExp(
        `^CEA algorithm=HmacSHA256, access-key=${SELLER_ACCESS_KEY}, signed-date=261121T090000Z, signature=[0-9a-f]{64}$`,
      ),
    )
    expect(call?.headers.get('X-Requested-By')).toBe(SELLER_VENDOR_ID)
    expect(call?.headers.get('Content-Type')).toBe('application/json; charset=UTF-8')
  })

  it('a minute window: searchType, no maxPerPage', async () => {
    const window = { createdAtFrom: '2026-11-18T00:00', createdAtTo: '2026-11-18T23:59' }
    const result = await sheets({ ...window, status: 'INSTRUCT' })
    expect(stage.seller.calls.map(({ url }) => url.search)).toEqual([
      '?createdAtFrom=2026-11-18T00:00%2B09:00&createdAtTo=2026-11-18T23:59%2B09:00&searchType=timeFrame&status=INSTRUCT',
    ])
    const within = stage.seller.state.sheets.filter(
      ({ status, orderedAt }) =>
        status === 'INSTRUCT' && new Date(orderedAt + 9 * 3_600_000).toISOString().startsWith('2026-11-18'),
    )
    expect(within.length).toBeGreaterThan(3)
    expect(boxes(result).sort()).toEqual(within.map(({ shipmentBoxId }) => shipmentBoxId).sort())
  })

  it('follows every page, each box once, and its 18 digits exact as a string', async () => {
    const result = await sheets({ ...MONTH, status: 'ACCEPT' })
    const paid = stage.seller.state.sheets.filter(({ status }) => status === 'ACCEPT')
    expect(result).toHaveLength(57)
    expect(boxes(result).sort()).toEqual(paid.map(({ shipmentBoxId }) => shipmentBoxId).sort())
    const tokens = stage.seller.calls.map(({ url }) => url.searchParams.get('nextToken'))
    expect(tokens).toEqual([null, expect.stringMatching(/^\d{18}$/)])
  })

  it('amounts come as the product writes them', async () => {
    stage.seller.state.sheets = [orderSheet({ shippingPrice: 3000, lines: [{ salesPrice: 19900, count: 2 }] })]
    const [sheet] = await sheets({ ...MONTH, status: 'ACCEPT' })
    const won = (units: number) => ({ currencyCode: 'KRW', units, nanos: 0 })
    expect(sheet).toMatchObject({
      shipmentBoxId: '642538971006401431',
      orderId: 24000123456789,
      orderedAt: '2026-11-20T10:00:00.000+09:00',
      status: 'ACCEPT',
      shippingPrice: won(3000),
      remotePrice: null,
      orderItems: [{ salesPrice: won(19900), orderPrice: won(39800), vendorItemId: 85071234501 }],
      orderer: { email: '' },
      inTrasitDateTime: '',
    })
  })

  it('a window without a sale is an empty list', async () => {
    expect(await sheets({ createdAtFrom: '2026-01-01', createdAtTo: '2026-01-02', status: 'ACCEPT' })).toEqual([])
  })
})

describe('without a status: all six as one list', () => {
  it('asks one after another in the order of a sheet’s life', async () => {
    await sheets(MONTH)
    expect(stage.seller.calls.map(getStatus)).toEqual(['ACCEPT', ...STATUSES])
  })

  it('contains every sheet once, by the time of the order', async () => {
    const result = await sheets(MONTH)
    const byTime = stage.seller.state.sheets.toSorted(
      (a, b) => a.orderedAt - b.orderedAt || (BigInt(a.shipmentBoxId) < BigInt(b.shipmentBoxId) ? -1 : 1),
    )
    expect(boxes(result)).toEqual(byTime.map(({ shipmentBoxId }) => shipmentBoxId))
    expect(new Set(result.map(({ status }) => status))).toEqual(new Set(STATUSES))
  })

  it('a sheet that moves on between two calls is there once, with its later status', async () => {
    const sheet = orderSheet({ status: 'ACCEPT' })
    stage.seller.state.sheets = [sheet]
    const on = (call: Call) => {
      if (getStatus(call) === 'INSTRUCT') sheet.status = 'INSTRUCT'
      if (getStatus(call) === 'DELIVERING') sheet.status = 'FINAL_DELIVERY'
      return false
    }
    stage.seller.fail({ kind: 'network' }, { on })
    const result = await sheets(MONTH)
    expect(result.map(({ shipmentBoxId, status }) => [shipmentBoxId, status])).toEqual([
      ['642538971006401431', 'FINAL_DELIVERY'],
    ])
  })

  it('a minute window takes six requests', async () => {
    const result = await sheets({ createdAtFrom: '2026-11-17T00:00', createdAtTo: '2026-11-17T23:59' })
    expect(stage.seller.calls.map(getStatus)).toEqual(STATUSES)
    expect(new Set(result.map(({ status }) => status)).size).toBeGreaterThan(1)
  })

  it('starts no more than ten calls in a second, and does not wait for six', async () => {
    stage.seller.switches.rate = { perSecond: 10, recoveryMs: 60_000 }
    const start = stage.world.clock.now()
    expect(await sheets(MONTH)).toHaveLength(106)
    expect(stage.world.clock.now()).toBe(start)
    for (let list = 0; list < 4; list++) expect(await sheets(MONTH)).toHaveLength(106)
  })
})

describe('X-EXTENDED-TIMEOUT (shop facts 2.2)', () => {
  it('lets the product work longer than its usual 3 s', async () => {
    stage.seller.switches.windowMs = 12_000
    expect(await sheets({ ...MONTH, status: 'INSTRUCT' })).toHaveLength(12)
  })

  it('is half of what is left of the deadline, so that the window can be divided, in milliseconds', async () => {
    const on = () => {
      stage.world.clock.advance(4_000)
      return false
    }
    stage.seller.fail({ kind: 'network' }, { on })
    await sheets({ ...MONTH, status: 'ACCEPT' })
    expect(stage.seller.calls.map(({ headers }) => headers.get('X-EXTENDED-TIMEOUT'))).toEqual(['12500', '10500'])
  })
})

describe('ship_by', () => {
  it('selects what is to be shipped by that day and was not', async () => {
    const all = await sheets(MONTH)
    const getDays = (sheet: Record<string, unknown>) =>
      (sheet.orderItems as { estimatedShippingDate: string }[]).map(({ estimatedShippingDate: date }) =>
        date.slice(0, 10),
      )
    const open = all.filter(({ status }) => status === 'ACCEPT' || status === 'INSTRUCT')
    const [day = ''] = open.flatMap(getDays).filter(Boolean).sort()
    const due = await sheets({ ...MONTH, ship_by: day })
    expect(boxes(due)).toEqual(boxes(open.filter((sheet) => getDays(sheet).some((date) => date && date <= day))))
    expect(due.length).toBeGreaterThan(0)
    expect(due.length).toBeLessThan(open.length)
    expect(await sheets({ ...MONTH, ship_by: '2020-01-01' })).toEqual([])
  })

  it.each(['tomorrow', '2026-11-21T09:00', 5])('%s is 400', async (ship_by) => {
    expect((await stage.ask('ordersheets', { ...MONTH, ship_by })).status).toBe(400)
  })
})

const DAY_MS = 86_400_000
const getWindow = ({ url }: Call) => [url.searchParams.get('createdAtFrom'), url.searchParams.get('createdAtTo')]

describe('a window that takes the product too long is divided', () => {
  const newest = { ...MONTH, status: 'FINAL_DELIVERY' }
  const all = () => stage.seller.state.sheets.map(({ shipmentBoxId }) => shipmentBoxId).sort()

  it('504 for 30 days: the halves are asked for, and no call is repeated', async () => {
    stage.seller.switches.widestMs = 15 * DAY_MS
    const whole = await sheets(newest)
    expect(whole.length).toBeGreaterThan(0)
    expect(stage.seller.calls.map(getWindow)).toEqual([
      ['2026-10-23+09:00', '2026-11-21+09:00'],
      ['2026-10-23+09:00', '2026-11-06+09:00'],
      ['2026-11-07+09:00', '2026-11-21+09:00'],
    ])
    stage.seller.switches.widestMs = Infinity
    expect(boxes(await sheets(newest))).toEqual(boxes(whole))
  })

  it('what one list needed, the next ones get', async () => {
    stage.seller.switches.widestMs = 15 * DAY_MS
    expect(boxes(await sheets(MONTH)).sort()).toEqual(all())
    const wide = stage.seller.calls.filter((call) => getWindow(call)[0] === getWindow(call)[1])
    expect(wide).toEqual([])
    expect(stage.seller.calls.length).toBeLessThan(16)
  })

  it.each([7, 1, 0.5, 0.25])('down to %d days', async (days) => {
    stage.seller.switches.widestMs = days * DAY_MS
    const window = days < 1 ? { createdAtFrom: '2026-11-17', createdAtTo: '2026-11-18' } : newest
    const found = await sheets({ ...window, status: 'FINAL_DELIVERY' })
    stage.seller.switches.widestMs = Infinity
    expect(found).toEqual(await sheets({ ...window, status: 'FINAL_DELIVERY' }))
  })

  it('a window of minutes, too', async () => {
    stage.seller.switches.widestMs = DAY_MS / 3
    const window = { createdAtFrom: '2026-11-18T00:00', createdAtTo: '2026-11-18T23:59' }
    const found = await sheets(window)
    expect(found.length).toBeGreaterThan(3)
    expect(new Set(boxes(found)).size).toBe(found.length)
  })

  it('a call that is never answered', async () => {
    const isWide = (call: Call) =>
      getWindow(call)[0] === '2026-10-23+09:00' && getWindow(call)[1] !== '2026-11-06+09:00'
    stage.seller.fail({ kind: 'timeout' }, { on: isWide })
    const found = await sheets(newest)
    expect(stage.seller.calls).toHaveLength(3)
    stage.seller.heal()
    expect(found).toEqual(await sheets(newest))
  })

  it('the pages of a half-read window are not counted twice', async () => {
    stage.seller.fail({ kind: 'status', status: 504 }, { on: ({ url }) => url.searchParams.has('nextToken'), times: 1 })
    expect(await sheets({ ...MONTH, status: 'ACCEPT' })).toHaveLength(57)
  })

  it('where the product answers for no window, it is 504, and the calls are few', async () => {
    stage.seller.fail({ kind: 'status', status: 504 })
    const answer = await stage.ask('ordersheets', newest)
    expect([answer.status, answer.json.error]).toEqual([
      504,
      expect.stringMatching(/did not answer in time: try again/),
    ])
    expect(stage.seller.calls.length).toBeLessThan(15)
  })

  it('sales of these days are whole, without a window that is asked for in vain again', async () => {
    stage.seller.switches.widestMs = 3 * DAY_MS
    const query = 'from=2026-10-23&to=2026-11-21'
    const narrow = await stage.gateway.call(`/api/v1/shop/sales?${query}`)
    expect(narrow.status).toBe(200)
    const parts = [narrow.json.result]
    for (let next = narrow.json.result.next_from; next; next = parts.at(-1).next_from)
      parts.push((await stage.gateway.call(`/api/v1/shop/sales?from=${next}&to=2026-11-21`)).json.result)
    stage.seller.switches.widestMs = Infinity
    const { result } = (await stage.gateway.call(`/api/v1/shop/sales?${query}`)).json
    expect(parts.flatMap(({ rows }) => rows)).toEqual(result.rows)
  })
})

describe('a version that the product does not offer (shop facts 2.5)', () => {
  const isOld = ({ url }: Call) => url.pathname.includes('/v4/')

  it('is replaced by the one before, which the rest of the request uses', async () => {
    const today = await sheets(MONTH)
    stage.seller.calls.length = 0
    stage.seller.switches.notOffered = /\/v5\//
    const found = await sheets(MONTH)
    expect(boxes(found)).toEqual(boxes(today))
    expect(stage.seller.calls.map(isOld)).toEqual([false, ...Array(7).fill(true)])
    expect(stage.seller.calls[1]?.url.search).toBe(
      '?createdAtFrom=2026-10-23&createdAtTo=2026-11-21&status=ACCEPT&maxPerPage=50',
    )
  })

  it('sales are the same in both', async () => {
    const ask = () => stage.gateway.call('/api/v1/shop/sales?from=2026-11-15&to=2026-11-21')
    const today = await ask()
    stage.seller.switches.notOffered = /\/v5\//
    expect((await ask()).json).toEqual(today.json)
  })

  it('is 502 where the one before is not offered either', async () => {
    stage.seller.switches.notOffered = /./
    const { status, json, headers } = await stage.ask('ordersheets', MONTH)
    expect([status, json.error]).toEqual([
      502,
      'the interface of the shop service has changed: No exactly matching API specification.',
    ])
    expect(headers.get('X-Error-Code')).toBe('product_changed')
    expect(stage.seller.calls).toHaveLength(2)
  })
})
