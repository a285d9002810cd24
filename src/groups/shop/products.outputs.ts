import * as z from 'zod'
import { counts, itemOutcome, outcomes, successFields } from '../../gateway/outputs.ts'
import { CHANNELS } from './channels.ts'

const success = <Result extends z.ZodType>(result: Result) => z.object({ ...successFields('shop'), result })

const word = (description: string) => z.string().nullable().describe(description)
const won = (description: string) => z.number().nullable().describe(description)

const productRow = () =>
  z.object({
    seller_product_id: z.string().describe('Id of the product'),
    product_id: word('Id of its page in the shop; null before it has one'),
    name: word('Name that the seller gave it'),
    brand: word('Brand'),
    status: word('IN_REVIEW, SAVED, APPROVING, APPROVED, PARTIAL_APPROVED, DENIED or DELETED; null for other words'),
    status_name: word('The same in the words of the service'),
    category_code: word('Display category'),
    sale_started_at: word('ISO 8601, Korean time'),
    sale_ended_at: word('ISO 8601, Korean time'),
    created_at: word('ISO 8601, Korean time'),
  })
export type ProductRow = z.output<ReturnType<typeof productRow>>

const option = () =>
  z.object({
    vendor_item_id: word('Id of the option; null before it is approved'),
    name: word('Name of the option'),
    channel: z.enum(CHANNELS).describe('Who ships it: the seller, or Coupang from its own stock'),
    price: won('Won, as it was registered'),
    original_price: won('Won before the discount that the shop shows, as it was registered'),
    sku: word('The code that the seller gave it'),
  })

const product = () =>
  productRow().extend({
    display_name: word('Name that customers see'),
    options: z.array(option()).describe('What can be bought of it'),
  })
export type Product = z.output<ReturnType<typeof product>>

export const products = () =>
  success(z.array(productRow()).describe('Products')).extend({
    next_cursor: word('cursor of the next page; null at the end'),
  })

export const productAnswer = () => success(product().describe('The product'))

const shopItem = () =>
  z.object({
    vendor_item_id: z.string().describe('Id of the option'),
    stock: z.int().nullable().describe('Pieces that are left'),
    price: won('Won that a customer pays, before coupons'),
    on_sale: z.boolean().nullable().describe('Whether it can be bought'),
  })
export type ShopItem = z.output<ReturnType<typeof shopItem>>

export const itemAnswer = () => success(shopItem().describe('The option'))

/** What can be changed of an option. */
export const ITEM_FIELDS = ['stock', 'price', 'original_price', 'on_sale'] as const

export const itemChange = () =>
  itemOutcome({
    vendor_item_id: z.string().describe('Option of the request'),
    changed: z
      .array(z.enum(ITEM_FIELDS))
      .describe('What this request changed of it, also when another field was refused'),
    hint: z.string().optional().describe('What to do after this refusal'),
  })

export const itemChanges = () =>
  success(z.object({ ...counts(), items: outcomes(itemChange()) }).describe('What became of the options'))
