import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatRow } from '../../../src/groups/shop/flat-row.ts'
import { flattenOrders } from '../../../src/groups/shop/flatten.ts'

const product = (part: object = {}) => ({
  productId: 7400000011,
  itemId: 19100000011,
  vendorItemId: '9007199254740993',
  productName: '맑은샘 생수 2L',
  vendorItemName: '맑은샘 생수 2L, 12개',
  quantity: 2,
  unitPrice: 12900,
  discountedUnitPrice: 10900,
  combinedUnitPrice: 10500,
  imagePath: null,
  brandInfo: { brandName: '맑은샘' },
  cancelReturnStatus: null,
  ...part,
})

const group = (part: object = {}) => ({
  shipmentBoxId: '1042538971006401431',
  invoiceNumber: '651200330100',
  invoiceStatus: 'DELIVERING',
  vendorName: '쿠팡',
  productList: [product()],
  ...part,
})

const order = (part: object = {}) => ({
  orderId: 25000123456789,
  orderedAt: Date.parse('2026-11-20T23:30:00.120+09:00'),
  title: '맑은샘 생수 2L',
  allCanceled: false,
  deliveryGroupList: [group()],
  ...part,
})

const flatten = (...orderList: unknown[]) => flattenOrders({ orderList })

test('shop facts 4.3: the columns of a row, ids as strings', () => {
  const rows = flatten(order())
  expect(rows).toEqual([
    {
      order_id: '25000123456789',
      line_no: 0,
      ordered_at: '2026-11-20T14:30:00.120Z',
      ordered_at_kst: '2026-11-20T23:30:00.120+09:00',
      title: '맑은샘 생수 2L',
      shipment_box_id: '1042538971006401431',
      invoice_number: '651200330100',
      invoice_status: 'DELIVERING',
      line_status: 'DELIVERING',
      vendor_name: '쿠팡',
      product_id: '7400000011',
      item_id: '19100000011',
      vendor_item_id: '9007199254740993',
      product_name: '맑은샘 생수 2L',
      vendor_item_name: '맑은샘 생수 2L, 12개',
      brand: '맑은샘',
      quantity: 2,
      unit_price: 12900,
      discounted_unit_price: 10900,
      combined_unit_price: 10500,
      line_amount: 21000,
      image_url: null,
      product_url: 'https://www.coupang.com/vp/products/7400000011?itemId=19100000011&vendorItemId=9007199254740993',
      cancel_return_status: null,
      all_canceled: false,
    },
  ])
  expect(flatRow().array().parse(rows)).toEqual(rows)
})

test('what became of a line outweighs its delivery', () => {
  const [row] = flatten(
    order({ deliveryGroupList: [group({ productList: [product({ cancelReturnStatus: 'RETURN_COMPLETE' })] })] }),
  )
  expect(row).toMatchObject({
    invoice_status: 'DELIVERING',
    line_status: 'RETURN_COMPLETE',
    cancel_return_status: 'RETURN_COMPLETE',
  })
})

test('without the price paid the sale price counts', () => {
  const [row] = flatten(order({ deliveryGroupList: [group({ productList: [product({ combinedUnitPrice: null })] })] }))
  expect(row).toMatchObject({ combined_unit_price: null, line_amount: 21800 })
})

test('a price of 0 is a price', () => {
  const [row] = flatten(order({ deliveryGroupList: [group({ productList: [product({ combinedUnitPrice: 0 })] })] }))
  expect(row?.line_amount).toBe(0)
})

test('lines are numbered through the groups of an order, and two equal lines are two rows', () => {
  const rows = flatten(
    order({ deliveryGroupList: [group({ productList: [product(), product()] }), group()] }),
    order({ orderId: '25000123456790' }),
  )
  expect(rows.map((row) => [row.order_id, row.line_no])).toEqual([
    ['25000123456789', 0],
    ['25000123456789', 1],
    ['25000123456789', 2],
    ['25000123456790', 0],
  ])
})

test('what the product left out is null', () => {
  const [row] = flatten({
    orderId: 1,
    orderedAt: 0,
    deliveryGroupList: [{ productList: [{ productName: '귤', quantity: 1, discountedUnitPrice: 100 }] }],
  })
  const { title, shipment_box_id, product_id, product_url, brand, line_status, all_canceled } = row ?? {}
  expect([title, shipment_box_id, product_id, product_url, brand, line_status, all_canceled]).toEqual(
    Array(7).fill(null),
  )
})

test.each([
  ['no orderList', { orders: [] }, 'orderList'],
  ['a list', [], 'cannot be read'],
  ['no orderId', { orderList: [order({ orderId: undefined })] }, 'orderList.0.orderId'],
  ['a rounded orderId', { orderList: [order({ orderId: 2 ** 60 })] }, 'orderList.0.orderId'],
  ['no orderedAt', { orderList: [order({ orderedAt: undefined })] }, 'orderList.0.orderedAt'],
  ['a moment beyond dates', { orderList: [order({ orderedAt: 9e15 })] }, 'orderList.0.orderedAt'],
  ['no groups', { orderList: [order(), order({ deliveryGroupList: undefined })] }, 'orderList.1.deliveryGroupList'],
  ['no products', { orderList: [order({ deliveryGroupList: [group({ productList: null })] })] }, 'productList'],
  [
    'no quantity',
    { orderList: [order({ deliveryGroupList: [group({ productList: [product({ quantity: '2' })] })] })] },
    'quantity',
  ],
  [
    'no price',
    {
      orderList: [
        order({
          deliveryGroupList: [
            group({ productList: [product({ combinedUnitPrice: null, discountedUnitPrice: undefined })] }),
          ],
        }),
      ],
    },
    'combinedUnitPrice',
  ],
])('%s is 502, naming the place, never fewer rows', (_, page, place) => {
  expect(() => flattenOrders(page)).toThrow(
    expect.objectContaining({ status: 502, message: expect.stringContaining(place) }),
  )
})

const id = fc.oneof(fc.nat(), fc.bigInt({ min: 2n ** 53n, max: 10n ** 19n }).map(String))
const won = fc.integer({ min: 0, max: 3_000_000 })

const products = fc.array(
  fc.record({
    productId: id,
    itemId: id,
    vendorItemId: id,
    productName: fc.string(),
    quantity: fc.integer({ min: 0, max: 99 }),
    unitPrice: won,
    discountedUnitPrice: won,
    combinedUnitPrice: fc.option(won),
    cancelReturnStatus: fc.option(fc.constantFrom('CANCELED', 'RETURN_COMPLETE', 'EXCHANGE_COMPLETE')),
  }),
)

/** A tree with the copies of its cancelled lines beside it, on the order and in the groups, as the product sends them. */
const orders = fc.array(
  fc
    .record({
      orderId: id,
      orderedAt: fc.integer({ min: 0, max: 4e12 }),
      groups: fc.array(fc.record({ shipmentBoxId: id, invoiceStatus: fc.string(), productList: products })),
    })
    .map(({ groups, ...rest }) => {
      const bundles = (lists: typeof groups) =>
        lists.flatMap(({ productList }) =>
          productList
            .filter((line) => line.cancelReturnStatus !== null)
            .map((line) => ({ receiptId: 1, receiptType: 'CANCEL', productList: [line] })),
        )
      return {
        ...rest,
        deliveryGroupList: groups.map((one) => ({ ...one, deliveryCancelBundleList: bundles([one]) })),
        deliveryCancelBundleList: bundles(groups),
      }
    }),
)

test('rows and amounts add up over any tree of orders, cancelled copies beside them or not', () => {
  fc.assert(
    fc.property(orders, (orderList) => {
      const rows = flattenOrders({ orderList })
      let at = 0
      let amount = 0
      for (const one of orderList) {
        let line = 0
        for (const { productList, shipmentBoxId } of one.deliveryGroupList) {
          for (const { productId, quantity, combinedUnitPrice, discountedUnitPrice } of productList) {
            expect(rows[at]).toMatchObject({
              order_id: String(one.orderId),
              line_no: line,
              shipment_box_id: String(shipmentBoxId),
              product_id: String(productId),
              quantity,
            })
            amount += (combinedUnitPrice ?? discountedUnitPrice) * quantity
            at += 1
            line += 1
          }
        }
      }
      expect(rows).toHaveLength(at)
      expect(rows.reduce((sum, row) => sum + row.line_amount, 0)).toBe(amount)
    }),
  )
})
