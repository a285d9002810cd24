import * as z from 'zod'

const word = (description: string) => z.string().nullable().describe(description)
const won = (description: string) => z.number().nullable().describe(description)
const day = (description: string) => word(`${description}, YYYY-MM-DD`)

const sums = () => ({
  quantity: z.int().describe('Items sold, refunded ones included'),
  refunded_quantity: z.int().describe('Items refunded'),
  amount: won('Won of the items without what Coupang paid of a discount, less refunds; null where one is not known'),
  refunded_amount: won('Won of the refunds, which amount does not contain any more'),
  delivery_amount: won('Won of the deliveries, less refunds'),
  fee: won('Won of the fees for items and deliveries, with their tax'),
  settlement_amount: won('Won that are settled: items and deliveries without the fees'),
  orders: z.int().describe('Orders with an item that was sold'),
})

const revenueRow = () =>
  z.object({
    order_id: word('Order'),
    type: z.enum(['sale', 'refund']).nullable().describe('Amounts of a refund are negative'),
    sold_on: day('Day of the sale'),
    recognized_on: day('Day on which the revenue is recognised'),
    settled_on: day('Day of the settlement; Coupang tells it rarely'),
    kind: z.enum(['item', 'delivery']),
    product: word('Product'),
    option: word('Option of the product'),
    vendor_item_id: word('Option of the product, its id'),
    quantity: z.int().nullable().describe('How many'),
    amount: won('Won without what Coupang paid of a discount'),
    fee: won('Won of the fee with its tax'),
    settlement_amount: won('Won that are settled'),
  })
export type RevenueRow = z.output<ReturnType<typeof revenueRow>>

const sumRow = () =>
  z.object({
    day: day('Day on which the revenue is recognised').optional(),
    kind: z.enum(['item', 'delivery']).optional(),
    product: word('Product').optional(),
    option: word('Option of the product').optional(),
    ...sums(),
  })

export const revenue = () =>
  z.object({
    rows: z.array(z.union([sumRow(), revenueRow()])).describe('One row for each day, product or item, by group_by'),
    totals: z.object(sums()).describe('The sums of all rows'),
    contains: z.string().describe('What was counted'),
    complete: z.boolean().describe('Whether the whole window is in it'),
    next_from: z.string().optional().describe('Where it is not: from of the next request'),
  })
export type Revenue = z.output<ReturnType<typeof revenue>>

const settlement = () =>
  z.object({
    type: word('WEEKLY, MONTHLY, RESERVE, ADDITIONAL, or another word of Coupang'),
    status: z
      .enum(['paid', 'expected'])
      .nullable()
      .describe('Whether it was paid; null for other words of the service'),
    pays_on: day('Day of the payment'),
    recognized_from: day('First day of the revenue'),
    recognized_to: day('Last day of the revenue'),
    total_sale: won('Won of the sales, less refunds and coupons'),
    service_fee: won('Won of the fees for sales'),
    target_amount: won('total_sale without service_fee'),
    amount: won('The part of target_amount that this payment is about'),
    reserved_amount: won('The part that a later RESERVE pays'),
    released_amount: won('Won that were held back before, and are paid now'),
    deduction_amount: won('Won that are subtracted'),
    seller_service_fee: won('Monthly fee of the seller'),
    seller_discount_coupon: won('Instant coupons of the seller'),
    downloadable_coupon: won('Downloaded coupons of the seller'),
    debt_of_last_week: won('Won that the week before left open'),
    courantee_fee: won('Fee of Courantee'),
    courantee_reward: won('Rewards of Courantee'),
    store_fee_discount: won('Discount of the fee of the store'),
    final_amount: won('Won that the bank account gets'),
  })
export type Settlement = z.output<ReturnType<typeof settlement>>

export const settlements = () =>
  z.object({
    rows: z.array(settlement()).describe('Payments, by their day'),
    totals: z
      .object({
        total_sale: won('Won of the sales; a RESERVE repeats them, and is counted only if it is alone'),
        service_fee: won('Won of the fees, counted in the same way'),
        target_amount: won('total_sale without service_fee'),
        final_amount: won('Won of all payments'),
        paid_amount: won('Won that were paid'),
        expected_amount: won('Won that are expected'),
      })
      .describe('The sums of the month'),
    contains: z.string().describe('What was counted'),
  })
export type Settlements = z.output<ReturnType<typeof settlements>>
