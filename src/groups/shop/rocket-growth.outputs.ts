import * as z from 'zod'

const word = (description: string) => z.string().nullable().describe(description)

/** An order that Coupang stores and ships for the seller. Coupang tells nothing of who ordered. */
export const rocketGrowthOrder = () =>
  z.object({
    order_id: z.string().describe('Order'),
    paid_at: word('ISO 8601, Korean time'),
    items: z
      .array(
        z.object({
          vendor_item_id: word('Option of the product'),
          product: word('Product'),
          quantity: z.int().nullable().describe('How many'),
          price: z.number().nullable().describe('Price of one'),
          amount: z.number().nullable().describe('Price of all'),
          currency: word('Such as KRW'),
        }),
      )
      .describe('What was ordered'),
  })
export type RocketGrowthOrder = z.output<ReturnType<typeof rocketGrowthOrder>>

export const rocketGrowthStock = () =>
  z.object({
    vendor_item_id: z.string().describe('Option of the product'),
    sku: word('Number of the goods in the warehouse'),
    stock: z.int().nullable().describe('How many can be ordered'),
    sold_30_days: z.int().nullable().describe('How many were sold in the last 30 days'),
  })
export type RocketGrowthStock = z.output<ReturnType<typeof rocketGrowthStock>>
