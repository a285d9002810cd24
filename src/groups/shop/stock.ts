import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError } from '../../base/errors.ts'
import { at, items as readList, text } from '../../base/json.ts'
import { checkTwice } from '../../gateway/http/fields.ts'
import { type CallDetails, pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './coupang.ts'
import { boundedList, digitsInPath, exactDigits, MOST_ITEMS, read, success, write, writingHeader } from './group.ts'
import { getItem, type ItemStep, itemPath, writeSteps } from './item-steps.ts'
import type { ShopItem } from './products.outputs.ts'
import { toMissing } from './products.ts'

const OPTION = '85071234501'

const itemId = () => ({ param: z.object({ vendor_item_id: digitsInPath('The option', OPTION) }) })

/** More than any stock or price of the product has. */
const MOST_STOCK = 99_999
const MOST_WON = 1_000_000_000
const WON_STEP = 10

const won = (least: number, description: string) =>
  z
    .int('must be a whole number of won')
    .check(
      z.gte(least, `must be at least ${least} won`),
      z.lte(MOST_WON, `must be at most ${MOST_WON} won`),
      z.multipleOf(WON_STEP, `must be a multiple of ${WON_STEP} won`),
    )
    .check(z.meta({ description }))

const isSameOption = (one: { vendor_item_id: string }, other: { vendor_item_id: string }) =>
  one.vendor_item_id === other.vendor_item_id

const stockChange = () => z.strictObject({ vendor_item_id: exactDigits('The option'), stock: stock() })

const stock = () =>
  z
    .int('must be a whole number of pieces')
    .check(z.gte(0, 'must be at least 0'), z.lte(MOST_STOCK, `must be at most ${MOST_STOCK}`))
    .check(z.meta({ description: 'Pieces that are left from now on; 0 is sold out' }))

const stockChanges = () => ({
  header: writingHeader(),
  json: z.strictObject({
    items: boundedList(stockChange())
      .check(z.superRefine(checkTwice(isSameOption)))
      .check(
        z.meta({
          description: `The options to change, at most ${MOST_ITEMS}`,
          examples: [[{ vendor_item_id: OPTION, stock: 20 }]],
        }),
      ),
  }),
})

const saleChange = () =>
  z
    .strictObject({
      vendor_item_id: exactDigits('The option'),
      price: z.optional(won(WON_STEP, 'Won that a customer pays, a multiple of 10')),
      original_price: z.optional(won(0, 'Won before the discount that the shop shows, a multiple of 10')),
      on_sale: z.optional(z.boolean()).check(z.meta({ description: 'false stops the sale, true resumes it' })),
    })
    .check(
      z.refine(
        ({ price, original_price, on_sale }) => [price, original_price, on_sale].some((field) => field !== undefined),
        'needs price, original_price or on_sale',
      ),
    )

const saleChanges = () => ({
  header: writingHeader(),
  json: z.strictObject({
    items: boundedList(saleChange())
      .check(z.superRefine(checkTwice(isSameOption)))
      .check(
        z.meta({
          description: `The options to change, at most ${MOST_ITEMS}; what an option does not name stays`,
          examples: [[{ vendor_item_id: OPTION, price: 18900 }]],
        }),
      ),
  }),
})

const toStock = ({ vendor_item_id: id, stock }: z.output<ReturnType<typeof stockChange>>): ItemStep[] => [
  { field: 'stock', path: itemPath(id, `quantities/${stock}`), isShown: (item) => item.stock === stock },
]

/** A sale is stopped before its price changes, and resumed after that, so that nobody buys at a price in between. */
function toSale(change: z.output<ReturnType<typeof saleChange>>): ItemStep[] {
  const { vendor_item_id: id, price, original_price, on_sale } = change
  const sale = (isOn: boolean): ItemStep[] =>
    on_sale === isOn
      ? [
          {
            field: 'on_sale',
            path: itemPath(id, isOn ? 'sales/resume' : 'sales/stop'),
            isShown: (item) => item.on_sale === isOn,
          },
        ]
      : []
  return [
    ...sale(false),
    ...(original_price === undefined
      ? []
      : // No read of an option has it.
        [{ field: 'original_price', path: itemPath(id, `original-prices/${original_price}`) } as const]),
    ...(price === undefined
      ? []
      : [
          {
            field: 'price',
            path: itemPath(id, `prices/${price}`),
            isShown: (item: ShopItem) => item.price === price,
          } as const,
        ]),
    ...sale(true),
  ]
}

/** How many options are read for a person who agrees to a change, so that they do not wait for the pace of the product. */
const MOST_DESCRIBED = 10

/** What a person compares the change with: the options as they are. One that cannot be read is left out. */
const describeSale: CallDetails = async (c, { items }) => {
  const connection = connect(c)
  const ids = readList(items, (item) => text(at(item, 'vendor_item_id'))).slice(0, MOST_DESCRIBED)
  const found = await Promise.all(
    ids.map((id) =>
      getItem(connection, id).catch((error: unknown) => {
        if (error instanceof GatewayError) return undefined
        throw error
      }),
    ),
  )
  const now = found.flatMap((item) => (item ? [{ ...item, stock: undefined }] : []))
  return now.length > 0 ? { now } : {}
}

export const stockRoutes = new Hono<AppEnv>()
  .get(
    '/shop/items/:vendor_item_id',
    read('shop_get_item', {
      summary: 'Stock, price and sale of an option',
      description:
        'As they are now. The id is `vendor_item_id` of shop_get_product, which order sheets and returns have as well.',
      ko: '옵션의 재고, 가격, 판매 상태',
      title: 'Get the stock and price of an option',
      search:
        'how many are left, stock level, is it sold out, what does it cost now, current price of an option, inventory, is it on sale, can customers buy it, pieces left in stock, 재고 확인, 재고 몇 개, 몇 개 남았, 남은 수량, 품절인지, 지금 가격, 판매가 얼마, 판매 중인지, 재고 조회',
      tool: {
        shown: { '': 'result', result: 'stock price on_sale' },
        account: 'shop-seller',
      },
      input: itemId,
      handle: async (c) => {
        const { vendor_item_id: id } = c.req.valid('param')
        return success(await getItem(connect(c), id).catch(toMissing('option', id)))
      },
    }),
  )
  .patch(
    '/shop/items',
    write('shop_change_stock', {
      summary: 'Change the stock of options',
      description:
        'At most 50, by their `vendor_item_id` (shop_get_product). Each is done, refused with the reason, or not_tried: the same request with its Idempotency-Key goes on there. All refused is 400. 409: the same Idempotency-Key is still at work.',
      ko: '옵션 재고 수량 변경',
      title: 'Change the stock',
      search:
        'set the stock, we got more pieces, restock, put the number of pieces up, mark as sold out, out of stock, no more left, inventory update, correct the stock level, count of goods changed, 재고 변경, 재고 수정, 재고 늘려, 재고 채워, 재고 0으로 만들어, 재고 비워, 품절 처리, 수량 변경, 수량 늘려, 입고됐, 새로 들어왔, 재고 맞춰, 재고 개로 맞춰, 몇 개로 바꿔',
      tool: {
        account: 'shop-seller',
      },
      idempotent: true,
      input: stockChanges,
      handle: async (c) => {
        const writer = { state: c.get('state'), connection: connect(c) }
        const { items } = c.req.valid('json')
        return writeSteps(writer, { items, toSteps: toStock }, c.req.valid('header')['Idempotency-Key'])
      },
      access: pro,
    }),
  )
  .patch(
    '/shop/items/sale',
    write('shop_change_sale', {
      summary: 'Change the price of options, or stop and resume their sale',
      description:
        'At most 50, by their `vendor_item_id` (shop_get_product). A price falls to half and rises to twice at most. Each is done, refused with the reason, or not_tried: the same request with its Idempotency-Key goes on there. All refused is 400. 409: the key is still at work.',
      ko: '옵션 가격 변경, 판매 중지와 재개',
      title: 'Change the price or the sale',
      search:
        'lower the price, raise the price, new price, discount, cheaper, make it dearer, change the selling price, list price before discount, stop selling, take it off the shop, pause the sale, do not sell it any more, sell it again, put it back on sale, resume selling, 가격 변경, 가격 내려, 가격 올려, 판매가 수정, 할인가, 정가 변경, 할인율 기준가, 판매 중지, 판매 멈춰, 그만 팔아, 안 팔래, 내려 줘, 판매 재개, 다시 팔아, 판매 시작, 원으로 바꿔',
      tool: {
        account: 'shop-seller',
      },
      effect: 'publication',
      details: describeSale,
      idempotent: true,
      input: saleChanges,
      handle: async (c) => {
        const writer = { state: c.get('state'), connection: connect(c) }
        const { items } = c.req.valid('json')
        return writeSteps(writer, { items, toSteps: toSale }, c.req.valid('header')['Idempotency-Key'])
      },
      access: pro,
    }),
  )
