import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshDeployment } from '../../support/fresh.ts'
import { json } from '../../support/gateway.ts'
import { expectNothingUnexpected } from '../../support/world.ts'
import { failure, type Stage, setStage } from './stage.ts'

/** docs/spec/shop.md, "Products and options": stock, prices and sales are set once, and each option is reported. */

let stage: Stage

beforeEach(() => {
  stage = setStage()
})

afterEach(async () => {
  expectNothingUnexpected(stage.world)
  await freshDeployment()
})

const [TANGERINE, APPLE, PERSIMMON] = ['85071234501', '85071234502', '85071234503']

const change = (route: 'items' | 'items/sale', items: object[], key?: string) =>
  stage.gateway.call(`/api/v1/shop/${route}`, {
    ...json('PATCH', { items }),
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
  })
type Answer = Awaited<ReturnType<typeof change>>

const statuses = ({ json: { result } }: Answer): unknown => result.items.map(({ status }: { status: string }) => status)
const item = (id = TANGERINE) => {
  const found = stage.seller.state.products.flatMap(({ items }) => items).find((one) => `${one.vendorItemId}` === id)
  if (!found) throw new Error('no such option')
  return found
}
const isChange = ({ method }: { method: string }) => method === 'PUT'
const changes = () => stage.seller.state.itemChanges

it('an option has its stock, price and sale of now', async () => {
  const { json } = await stage.gateway.call(`/api/v1/shop/items/${TANGERINE}`)
  expect(json.result).toEqual({ vendor_item_id: TANGERINE, stock: 40, price: 19900, on_sale: true })
})

it('an option that the product does not know is 404', async () => {
  const { status, json } = await stage.gateway.call('/api/v1/shop/items/5')
  expect([status, json.error]).toEqual([404, 'the shop has no option 5: 입력한 아이디가 유효하지 않습니다.'])
})

it('an answer without the option is an error, and no option of which nothing is known', async () => {
  stage.seller.fail({ kind: 'status', status: 200, body: '{"code":"SUCCESS","message":"","data":null}' })
  const { status, json } = await stage.gateway.call(`/api/v1/shop/items/${TANGERINE}`)
  expect([status, json.error]).toEqual([502, 'the shop service answered in a form that cannot be read: data'])
})

describe('stock', () => {
  it('each option is done or refused with the words of the product, and with advice', async () => {
    const answer = await change('items', [
      { vendor_item_id: TANGERINE, stock: 7 },
      { vendor_item_id: '5', stock: 1 },
      { vendor_item_id: Number(APPLE), stock: 0 },
    ])
    expect([answer.status, answer.json.result]).toEqual([
      200,
      {
        ...{ successful: 2, failed: 1 },
        items: [
          { vendor_item_id: TANGERINE, changed: ['stock'], status: 'done', error: null },
          {
            ...{ vendor_item_id: '5', changed: [], status: 'refused' },
            ...{ error: '재고변경에 실패했습니다. [vendoritemid 5 not found]' },
            hint: 'shop_get_product has the ids of the options.',
          },
          { vendor_item_id: APPLE, changed: ['stock'], status: 'done', error: null },
        ],
      },
    ])
    expect([item().stock, item(APPLE).stock]).toEqual([7, 0])
    expect(changes()).toEqual([`${TANGERINE} quantities 7`, '5 quantities 1', `${APPLE} quantities 0`])
  })

  it('all refused is a failure with the list, and the key stays usable', async () => {
    const answer = await change('items', [{ vendor_item_id: '5', stock: 1 }], 'stock-1')
    expect([answer.status, answer.json.result]).toMatchObject([400, { successful: 0, failed: 1 }])
    expect((await change('items', [{ vendor_item_id: '6', stock: 1 }], 'stock-1')).json.error).not.toContain(
      'Idempotency',
    )
  })

  it('the same key gets the first answer, and sets nothing again after a sale', async () => {
    const items = [{ vendor_item_id: TANGERINE, stock: 9 }]
    const first = await change('items', items, 'stock-2')
    item().stock = 8
    const second = await change('items', items, 'stock-2')
    expect([second.json, second.headers.get('Idempotent-Replayed')]).toEqual([first.json, 'true'])
    expect(item().stock).toBe(8)
    expect((await change('items', [{ vendor_item_id: TANGERINE, stock: 1 }], 'stock-2')).json).toEqual(
      failure('Idempotency-Key: was used before with another body'),
    )
  })

  it('a lost answer is found in the option', async () => {
    stage.seller.fail({ kind: 'cut' }, { on: isChange })
    const answer = await change('items', [{ vendor_item_id: TANGERINE, stock: 3 }])
    expect([answer.status, statuses(answer)]).toEqual([200, ['done']])
    expect(changes()).toHaveLength(1)
  })

  it('a call that never arrived is unknown, and the same key sends only that', async () => {
    const items = [
      { vendor_item_id: TANGERINE, stock: 3 },
      { vendor_item_id: APPLE, stock: 4 },
    ]
    stage.seller.fail(
      { kind: 'status', status: 500 },
      { on: ({ url }) => url.pathname.endsWith(`${APPLE}/quantities/4`), times: 1 },
    )
    const first = await change('items', items, 'stock-3')
    expect([first.status, statuses(first)]).toEqual([200, ['done', 'unknown']])
    const second = await change('items', items, 'stock-3')
    expect(statuses(second)).toEqual(['done', 'done'])
    expect(changes()).toEqual([`${TANGERINE} quantities 3`, `${APPLE} quantities 4`])
  })

  it('when nothing is known of any option, it is 502, and what the product did meanwhile is not done again', async () => {
    stage.seller.fail({ kind: 'status', status: 500 })
    const items = [{ vendor_item_id: TANGERINE, stock: 3 }]
    const first = await change('items', items, 'stock-4')
    expect([first.status, first.json.error]).toEqual([502, expect.stringContaining('the outcome is unknown for 1')])
    stage.seller.heal()
    item().stock = 3
    expect(statuses(await change('items', items, 'stock-4'))).toEqual(['done'])
    expect(changes()).toEqual([])
  })

  it.each([401, 403, 429])('after %s nothing more is sent', async (status) => {
    stage.seller.fail({ kind: 'status', status }, { on: isChange })
    const answer = await change('items', [
      { vendor_item_id: TANGERINE, stock: 3 },
      { vendor_item_id: APPLE, stock: 4 },
    ])
    expect([answer.status, statuses(answer)]).toEqual([status, ['not_tried', 'not_tried']])
    expect(stage.seller.calls.filter(isChange)).toHaveLength(1)
  })

  it('ten refusals in a row end the request, before the product blocks the address', async () => {
    const items = Array.from({ length: 15 }, (_, n) => ({ vendor_item_id: String(n + 1), stock: 1 }))
    const answer = await change('items', items)
    expect(answer.status).toBe(400)
    expect(changes()).toHaveLength(10)
    expect(answer.json.result.items[14]).toMatchObject({ status: 'not_tried', error: /^10 options in a row/ })
  })

  it.each([
    { kind: 'html', status: 403 },
    { kind: 'status', status: 500 },
  ] as const)('three lost answers in a row end the request: %j', async (fault) => {
    stage.seller.fail(fault, { on: isChange })
    const items = Array.from({ length: 15 }, (_, n) => ({ vendor_item_id: TANGERINE.slice(0, 9) + (10 + n), stock: 1 }))
    const answer = await change('items', items, 'stock-6')
    expect([answer.status, statuses(answer)]).toEqual([
      502,
      [...Array(3).fill('unknown'), ...Array(12).fill('not_tried')],
    ])
    expect(stage.seller.calls.filter(isChange)).toHaveLength(3)
    expect(answer.json.result.items[14].error).toMatch(
      /, for 3 options in a row: send the others in another request, later$/,
    )
  })

  it('what has no calls left is not tried, and the same key goes on there', async () => {
    stage = setStage({ SUBREQUESTS: '2' })
    const items = [TANGERINE, APPLE, PERSIMMON].map((vendor_item_id) => ({ vendor_item_id, stock: 2 }))
    expect(statuses(await change('items', items, 'stock-5'))).toEqual(['done', 'done', 'not_tried'])
    expect(statuses(await change('items', items, 'stock-5'))).toEqual(['done', 'done', 'done'])
    expect(changes()).toEqual([TANGERINE, APPLE, PERSIMMON].map((id) => `${id} quantities 2`))
  })

  it.each([
    [[], 'items: must not be empty'],
    [[{ vendor_item_id: TANGERINE, stock: -1 }], 'items[0].stock: must be at least 0'],
    [[{ vendor_item_id: TANGERINE, stock: 1.5 }], 'items[0].stock: must be a whole number of pieces'],
    [[{ vendor_item_id: TANGERINE, stock: 100_000 }], 'items[0].stock: must be at most 99999'],
    [[{ vendor_item_id: TANGERINE }], 'items[0].stock: is required'],
    [
      [
        { vendor_item_id: TANGERINE, stock: 1 },
        { vendor_item_id: TANGERINE, stock: 2 },
      ],
      'items[1]: is named twice',
    ],
    [[{ vendorItemId: 5, stock: 1 }], expect.stringContaining('did you mean items[0].vendor_item_id?')],
  ])('%j is 400: %s', async (items, error) => {
    const answer = await change('items', items)
    expect([answer.status, answer.json]).toEqual([400, failure(error)])
  })

  it('more than 50 options are 400', async () => {
    const items = Array.from({ length: 51 }, (_, n) => ({ vendor_item_id: String(n + 1), stock: 1 }))
    expect((await change('items', items)).json).toEqual(failure('items: must have at most 50 items, not 51'))
  })
})

describe('sale', () => {
  it('a sale is stopped before its price changes, and resumed after that', async () => {
    item(APPLE).onSale = false
    const answer = await change('items/sale', [
      { vendor_item_id: TANGERINE, price: 18900, original_price: 21000, on_sale: false },
      { vendor_item_id: APPLE, price: 20000, on_sale: true },
    ])
    expect([answer.status, answer.json.result.items]).toEqual([
      200,
      [
        {
          ...{ vendor_item_id: TANGERINE, status: 'done', error: null },
          changed: ['on_sale', 'original_price', 'price'],
        },
        { vendor_item_id: APPLE, status: 'done', error: null, changed: ['price', 'on_sale'] },
      ],
    ])
    expect(changes()).toEqual([
      `${TANGERINE} sales/stop`,
      `${TANGERINE} original-prices 21000`,
      `${TANGERINE} prices 18900`,
      `${APPLE} prices 20000`,
      `${APPLE} sales/resume`,
    ])
    expect(item()).toMatchObject({ price: 18900, originalPrice: 21000, onSale: false })
  })

  it('a price that the product refuses leaves the rest of the option, says what was changed, and is not forced', async () => {
    const answer = await change('items/sale', [
      { vendor_item_id: TANGERINE, original_price: 9000, price: 5000, on_sale: true },
    ])
    expect([answer.status, answer.json.result]).toEqual([
      200,
      {
        ...{ successful: 0, failed: 1 },
        items: [
          {
            ...{ vendor_item_id: TANGERINE, status: 'refused', changed: ['original_price'] },
            error: expect.stringContaining('최대 50% 인하'),
            hint: 'The shop takes at least half and at most twice the old price: change it in several steps, or in WING.',
          },
        ],
      },
    ])
    expect(changes()).toEqual([`${TANGERINE} original-prices 9000`, `${TANGERINE} prices 5000`])
    expect(stage.seller.calls.some(({ url }) => url.search.includes('force'))).toBe(false)
  })

  it.each([
    [{ price: 18_900 }, 'prices/18900', { price: 18_900 }],
    [{ on_sale: false }, 'sales/stop', { onSale: false }],
  ])('a lost answer to %j is found in the option', async (fields, _, expected) => {
    stage.seller.fail({ kind: 'cut' }, { on: isChange })
    const answer = await change('items/sale', [{ vendor_item_id: TANGERINE, ...fields }])
    expect(statuses(answer)).toEqual(['done'])
    expect(item()).toMatchObject(expected)
  })

  it('the original price is in no read: after a lost answer it is unknown, and the same key sets it again', async () => {
    stage.seller.fail({ kind: 'cut' }, { on: isChange, times: 1 })
    const items = [{ vendor_item_id: TANGERINE, original_price: 30000, price: 18900 }]
    expect((await change('items/sale', items, 'sale-1')).status).toBe(502)
    const again = await change('items/sale', items, 'sale-1')
    expect(again.json.result.items).toMatchObject([{ status: 'done', changed: ['original_price', 'price'] }])
  })

  it.each([
    [{ price: 18905 }, 'items[0].price: must be a multiple of 10 won'],
    [{ price: 0 }, 'items[0].price: must be at least 10 won'],
    [{ price: '19000' }, expect.stringContaining('items[0].price: must be a whole number of won')],
    [{ original_price: 5 }, 'items[0].original_price: must be a multiple of 10 won'],
    [{ on_sale: 'no' }, expect.stringContaining('items[0].on_sale')],
    [{}, 'items[0]: needs price, original_price or on_sale'],
  ])('%j is 400: %s', async (fields, error) => {
    const answer = await change('items/sale', [{ vendor_item_id: TANGERINE, ...fields }])
    expect([answer.status, answer.json]).toEqual([400, failure(error)])
    expect(changes()).toEqual([])
  })
})
