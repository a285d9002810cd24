import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatRow } from '../../../src/groups/shop/orders.outputs.ts'
import { flattenOrders, getDays } from '../../../src/groups/shop/orders.ts'

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

const flatten = (...orders: unknown[]) => flattenOrders(orders)

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
      cancelled_quantity: null,
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

test('the status of a line takes precedence over its delivery', () => {
  const [row] = flatten(
    order({ deliveryGroupList: [group({ productList: [product({ cancelReturnStatus: 'RETURN_COMPLETE' })] })] }),
  )
  expect(row).toMatchObject({
    invoice_status: 'DELIVERING',
    line_status: 'RETURN_COMPLETE',
    cancel_return_status: 'RETURN_COMPLETE',
  })
})

test('the seller, the box and the status under their other names', () => {
  const { vendorName, shipmentBoxId, invoiceStatus, ...rest } = group()
  const other = {
    ...rest,
    vendor: { vendorName: '햇살농원', repPhoneNum: '1577-0000' },
    shipmentBoxIds: [shipmentBoxId],
    groupStatus: { status: invoiceStatus },
  }
  const [row] = flatten(order({ deliveryGroupList: [other] }))
  expect(row).toMatchObject({
    ...{ vendor_name: '햇살농원', shipment_box_id: '1042538971006401431', invoice_status: 'DELIVERING' },
  })
  expect(flatten(order())[0]?.vendor_name).toBe('쿠팡')
})

test.each([
  [{ cancelQuantity: 1, cancelReceiptQuantity: 2 }, 1],
  [{ cancelReceiptQuantity: 1 }, 1],
  [{ cancelQuantity: 0 }, 0],
  [{ returnReceiptQuantity: 1 }, 1],
  [{ returnReceiptQuantity: 2 }, 2],
  [{ returnReceiptQuantity: '1' }, 1],
  [{ cancelQuantity: 0, returnReceiptQuantity: 1 }, 1],
  [{ cancelQuantity: 1, returnReceiptQuantity: 1 }, 2],
  [{ cancelQuantity: 2, returnReceiptQuantity: 1 }, 2],
  [{ returnReceiptQuantity: 'one' }, null],
  [{}, null],
])('pieces that were cancelled are told: %j', (part, cancelled) => {
  const [row] = flatten(order({ deliveryGroupList: [group({ productList: [product(part)] })] }))
  expect(row).toMatchObject({ quantity: 2, cancelled_quantity: cancelled, line_amount: 21000 })
})

test('the amounts of a day count the pieces that were kept', () => {
  for (const [part, [amount, cancelled_amount]] of [
    [{}, [21000, 0]],
    [{ cancelQuantity: 1 }, [10500, 10500]],
    [{ cancelQuantity: 2 }, [0, 21000]],
    [{ cancelQuantity: 9 }, [0, 21000]],
    [{ cancelReturnStatus: 'CANCELED' }, [0, 21000]],
    [{ cancelReturnStatus: 'CANCELED', cancelQuantity: 0 }, [0, 21000]],
    [{ cancelReturnStatus: 'RETURN_COMPLETE', cancelQuantity: 1 }, [10500, 10500]],
    [{ cancelReturnStatus: 'EXCHANGE_COMPLETE', cancelQuantity: 2 }, [21000, 0]],
    [{ cancelQuantity: 1, quantity: null }, [0, 0]],
    [{ returnReceiptQuantity: 1 }, [10500, 10500]],
    [{ returnReceiptQuantity: 2 }, [0, 21000]],
    [{ returnReceiptQuantity: 1, cancelQuantity: 1 }, [0, 21000]],
    [{ cancelReturnStatus: 'CANCELLED' }, [0, 21000]],
    [{ cancelReturnStatus: 'CANCEL_DONE' }, [0, 21000]],
    [{ cancelReturnStatus: 'RETURN' }, [0, 21000]],
    [{ cancelReturnStatus: 'RETURNED', returnReceiptQuantity: 1 }, [10500, 10500]],
    [{ cancelReturnStatus: 'EXCHANGE', returnReceiptQuantity: 2 }, [21000, 0]],
  ] as const) {
    const rows = flatten(order({ deliveryGroupList: [group({ productList: [product(part)] })] }))
    expect.soft(getDays(rows), JSON.stringify(part)).toEqual({ '2026-11-20': { orders: 1, amount, cancelled_amount } })
  }
})

test('a delivery or an order that was cancelled or returned is told, and not counted as paid', () => {
  const own = { cancelReturnStatus: 'EXCHANGE_COMPLETE' }
  for (const [inGroup, inOrder, line, expected, amount] of [
    [{ groupStatus: { status: 'CANCELLED' }, invoiceStatus: 'ACCEPT' }, {}, {}, 'CANCELLED', 0],
    [{ groupStatus: { status: 'CANCELED' } }, {}, {}, 'CANCELED', 0],
    [{ groupStatus: { status: 'CANCEL_DONE' } }, {}, {}, 'CANCEL_DONE', 0],
    [{ groupStatus: { status: 'cancelled' } }, {}, {}, 'cancelled', 0],
    [{ groupStatus: { status: 'RETURN' } }, {}, {}, 'RETURN', 0],
    [{ groupStatus: { status: 'RETURN_COMPLETE' } }, {}, { cancelQuantity: 0 }, 'RETURN_COMPLETE', 0],
    [{ groupStatus: { status: '취소완료' } }, {}, {}, '취소완료', 0],
    [{ groupStatus: 'CANCELLED' }, {}, {}, 'CANCELLED', 0],
    [{ groupStatus: { status: 'CANCELLED' }, invoiceStatus: undefined }, {}, {}, 'CANCELLED', 0],
    [{ invoiceStatus: 'CANCEL' }, {}, {}, 'CANCEL', 0],
    [{ groupStatus: { status: 'RETURN' } }, {}, { returnReceiptQuantity: 1 }, 'RETURN', 10500],
    [{ groupStatus: { status: 'RETURN' } }, {}, own, 'EXCHANGE_COMPLETE', 21000],
    [{ groupStatus: { status: 'CANCELLED' } }, {}, { cancelReturnStatus: 'RETURN_COMPLETE' }, 'RETURN_COMPLETE', 0],
    [{ groupStatus: { status: 'CANCELLED' } }, {}, { cancelReturnStatus: 7 }, 'CANCELLED', 0],
    [{ invoiceStatus: 'ACCEPT' }, { allCanceled: true }, {}, 'CANCELED', 0],
    [{ groupStatus: { status: 'DELIVERED' } }, {}, {}, 'DELIVERING', 21000],
    [{ groupStatus: { status: 'EXCHANGED' } }, {}, {}, 'DELIVERING', 21000],
  ] as const) {
    const about = JSON.stringify([inGroup, inOrder, line])
    const rows = flatten(
      order({ deliveryGroupList: [group({ productList: [product(line)], ...inGroup })], ...inOrder }),
    )
    expect.soft(rows[0]?.line_status, about).toBe(expected)
    const days = { '2026-11-20': { orders: 1, amount, cancelled_amount: 21000 - amount } }
    expect.soft(getDays(rows), about).toEqual(days)
  }
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

test('what the product omitted is null', () => {
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

/** The row of an order with one line, with these changes. */
const rowWith = (line: object, inGroup: object = {}, inOrder: object = {}) =>
  flatten(order({ deliveryGroupList: [group({ productList: [product(line)], ...inGroup })], ...inOrder }))[0]

test('shop facts 4.3: a row that lacks something is still a row', () => {
  for (const [what, line, inGroup, inOrder, expected] of [
    ['the order id', {}, {}, { orderId: undefined }, { order_id: null }],
    ['a rounded order id', {}, {}, { orderId: 2 ** 60 }, { order_id: null }],
    ['the moment', {}, {}, { orderedAt: undefined }, { ordered_at: null, ordered_at_kst: null }],
    ['a moment beyond dates', {}, {}, { orderedAt: 9e15 }, { ordered_at: null, ordered_at_kst: null }],
    ['the flag', {}, {}, { allCanceled: 'no' }, { all_canceled: null }],
    ['the box', {}, { shipmentBoxId: '' }, {}, { shipment_box_id: null }],
    ['the name', { productName: null }, {}, {}, { product_name: null }],
    ['the quantity', { quantity: null }, {}, {}, { quantity: null, line_amount: null }],
    [
      'every price but the list price',
      { combinedUnitPrice: undefined, discountedUnitPrice: null },
      {},
      {},
      { discounted_unit_price: null, combined_unit_price: null, line_amount: null },
    ],
    ['what became of it', { cancelReturnStatus: 7 }, {}, {}, { cancel_return_status: null, line_status: null }],
  ] as const)
    expect.soft(rowWith(line, inGroup, inOrder), what).toEqual({ ...rowWith({}), ...expected })
})

test('numbers that come as text are numbers', () => {
  const text = { quantity: '2', unitPrice: '12900', discountedUnitPrice: '10900', combinedUnitPrice: '10500.0' }
  expect(rowWith(text, {}, { orderedAt: String(order().orderedAt), allCanceled: 0 })).toEqual(rowWith({}))
})

test('an order id with letters stays as it is', () => {
  expect(rowWith({}, {}, { orderId: '25A-7' })?.order_id).toBe('25A-7')
})

test.each([
  ['the groups of an order', order({ deliveryGroupList: null }), null, null],
  ['the lines of a group', order({ deliveryGroupList: [group({ productList: undefined })] }), 'DELIVERING', null],
  ['a line', order({ deliveryGroupList: [group({ productList: [null] })] }), 'DELIVERING', null],
])('when %s cannot be read, a row shows that something exists', (_, odd, invoice_status, product_name) => {
  const rows = flatten(odd, order())
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ order_id: '25000123456789', invoice_status, product_name, line_amount: null })
  expect(flatRow().array().parse(rows)).toEqual(rows)
})

test('an order without groups, and a group without lines, have no rows', () => {
  expect(flatten(order({ deliveryGroupList: [] }), order({ deliveryGroupList: [group({ productList: [] })] }))).toEqual(
    [],
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
      const rows = flattenOrders(orderList)
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
      expect(rows.reduce((sum, row) => sum + (row.line_amount ?? 0), 0)).toBe(amount)
    }),
  )
})
