import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { orders } from '../../../src/groups/shop/outputs.ts'
import { CONSUMER_SESSION, consumerOrder } from '../../simulators/shop/index.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(() => {
  vi.restoreAllMocks()
  expectNothingUnexpected(stage.world)
})

async function page(body: object) {
  const { status, json, text } = await stage.ask('orders', body)
  expect(status, text).toBe(200)
  expect(orders().parse(json)).toEqual(json)
  expect(json).toEqual({ status: 'success', error: '', result: expect.any(Object) })
  return { ...json.result, text }
}

const queries = () => stage.consumer.calls.map(({ url }) => url.search)

describe('POST /shop/orders', () => {
  it('is one call of the product, as a browser makes it', async () => {
    await page({ pageIndex: 1, pageSize: 7, year: 2025 })
    const [call] = stage.consumer.calls
    expect(call?.url.href).toBe(
      'https://mc.coupang.com/ssr/api/myorders/model/page?requestYear=2025&pageIndex=1&size=7',
    )
    expect(call?.headers.get('Cookie')).toBe(CONSUMER_SESSION)
    expect(call?.headers.get('User-Agent')).toMatch(/^Mozilla\/5\.0 /)
    expect(call?.headers.get('Accept')).toBe('application/json')
  })

  it.each([[{}], [{ year: 0 }]])('without a year, %j, it is the recent window', async (year) => {
    const { orderList, hasNext } = await page({ pageIndex: 0, pageSize: 10, ...year })
    expect([orderList.length, hasNext]).toEqual([10, false])
    expect(queries()).toEqual(['?requestYear=0&pageIndex=0&size=10'])
  })

  it('is the page model of the product, ids of 19 digits exact and amounts plain', async () => {
    stage.consumer.state.orders = [consumerOrder({ deliveryPrice: 3000, groups: [{ products: [{ quantity: 2 }] }] })]
    const { text, ...model } = await page({ pageIndex: 0, pageSize: 5, year: 2026 })
    expect(model).toMatchObject({
      pageIndex: 0,
      size: 5,
      hasNext: false,
      nextPageIndex: null,
      nextYear: null,
      partial: false,
      orderList: [
        {
          orderId: 25000123456789,
          totalProductPrice: 21000,
          baseDeliveryPrice: 3000,
          deliveryGroupList: [{ shipmentBoxId: '1042538971006401431', productList: [{ combinedUnitPrice: 10500 }] }],
        },
      ],
    })
    expect(text).toContain('"shipmentBoxId":"1042538971006401431"')
  })

  it('the end of a year is reported: more, from page 0 of the year before', async () => {
    const { orderList, hasNext, nextPageIndex, nextYear } = await page({ pageIndex: 1, pageSize: 10, year: 2026 })
    expect([orderList.length, hasNext, nextPageIndex, nextYear]).toEqual([7, true, 0, 2025])
  })

  it('the very last page: no more, both null', async () => {
    const { hasNext, nextPageIndex, nextYear } = await page({ pageIndex: 0, pageSize: 10, year: 2024 })
    expect([hasNext, nextPageIndex, nextYear]).toEqual([false, null, null])
  })

  it('a year without an order is an empty page, no failure', async () => {
    expect((await page({ pageIndex: 0, pageSize: 10, year: 1999 })).orderList).toEqual([])
  })
})

describe('pageSize beyond the product’s 10', () => {
  it.each([
    [20, 0, [0, 1], 17, 0, 2025],
    [100, 0, [0, 1], 17, 0, 2025],
  ])('%i is gathered, never of two years', async (pageSize, pageIndex, asked, length, nextPageIndex, nextYear) => {
    const result = await page({ pageIndex, pageSize, year: 2026 })
    expect(queries()).toEqual(asked.map((index) => `?requestYear=2026&pageIndex=${index}&size=10`))
    expect(result.orderList).toHaveLength(length)
    expect(result).toMatchObject({ pageIndex, size: pageSize, hasNext: true, nextPageIndex, nextYear })
  })

  it.each([5, 10, 20, 30, 100])(
    'followed with pageSize %i, every order of three years comes once',
    async (pageSize) => {
      const ids: number[] = []
      let request = { pageIndex: 0, pageSize, year: 2026 }
      for (let more = true; more; ) {
        const { orderList, hasNext, nextPageIndex, nextYear } = await page(request)
        ids.push(...orderList.map(({ orderId }: { orderId: number }) => orderId))
        request = { pageIndex: nextPageIndex, pageSize, year: nextYear }
        more = hasNext
      }
      expect(ids).toEqual(stage.consumer.state.orders.map(({ orderId }) => orderId))
    },
  )

  it('is never partial: the failure of one page is the failure of all', async () => {
    const second = { on: ({ url }: { url: URL }) => url.searchParams.get('pageIndex') === '1' }
    stage.consumer.fail({ kind: 'timeout' }, second)
    const late = await stage.ask('orders', { pageIndex: 0, pageSize: 20, year: 2025 })
    expect([late.status, late.json]).toEqual([504, failure('the shop service did not answer in time')])
  })

  it('that SUBREQUESTS does not allow is a failure as well', async () => {
    stage = setStage({ SUBREQUESTS: '1' })
    const { status, json } = await stage.ask('orders', { pageIndex: 0, pageSize: 20, year: 2025 })
    expect([status, json]).toEqual([502, failure(expect.stringContaining('SUBREQUESTS'))])
  })
})

describe.each(['orders', 'flattened-orders'] as const)(
  '%s: limits, before any call and before the account',
  (route) => {
    it('another page or size is 400', async () => {
      for (const [body, error] of [
        [{ pageSize: 10 }, /^pageIndex: is required$/],
        [{ pageIndex: 0 }, /^pageSize: is required$/],
        [{ pageIndex: -1, pageSize: 10 }, /^pageIndex: must be at least 0$/],
        [{ pageIndex: 0.5, pageSize: 10 }, /^pageIndex: must be an integer$/],
        [{ pageIndex: '0', pageSize: 10 }, /^pageIndex: must be an integer: send a number without quotes, not text$/],
        [{ pageIndex: 0, pageSize: 0 }, /^pageSize: must be 1 to 10, or a multiple of 10 up to 100$/],
        [{ pageIndex: 0, pageSize: 11 }, /^pageSize: /],
        [{ pageIndex: 0, pageSize: 95 }, /^pageSize: /],
        [{ pageIndex: 0, pageSize: 110 }, /^pageSize: /],
        [{ pageIndex: 0, pageSize: 10, year: 26 }, /^year: must be a year of four digits, or 0$/],
        [{ pageIndex: 0, pageSize: 10, year: 20260 }, /^year: /],
        [
          { pageIndex: 0, pageSize: 10, year: '2026' },
          /^year: must be an integer: send a number without quotes, not text$/,
        ],
      ] as const) {
        stage = setStage({ SHOP_SESSION: '' })
        const { status, json } = await stage.ask(route, body)
        expect.soft([status, json], JSON.stringify(body)).toEqual([400, failure(expect.stringMatching(error))])
        expect.soft(stage.consumer.calls, JSON.stringify(body)).toEqual([])
      }
    })
  },
)
