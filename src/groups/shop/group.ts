import * as z from 'zod/mini'
import { DAY_MS } from '../../base/time.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { idempotencyKey } from '../../gateway/once.ts'
import { operations } from '../../gateway/operation.ts'
import { basic } from '../../gateway/operation-type.ts'

/** Every header of this group's operations. */
const HEADERS = ['Idempotency-Key']

/** The names that the product and others use for the fields of this group (gateway/http/unknown-fields.ts). */
const SYNONYMS = [
  ['createdAtFrom', 'orderedFrom', 'from', 'since', 'date_from', 'start', 'start_date'],
  ['createdAtTo', 'orderedTo', 'to', 'until', 'date_to', 'end', 'end_date'],
  ['pageIndex', 'page', 'page_number', 'offset'],
  ['items', 'orderSheetInvoiceApplyDtos', 'invoices'],
  ['carrier', 'deliveryCompanyCode', 'courier', 'delivery_company'],
  ['invoice_number', 'tracking_number', 'tracking_code'],
  ['split', 'splitShipping'],
  ['displayCategoryCode', 'displayItemCategoryCode', 'category_id', 'category'],
  ['productName', 'name', 'title', 'query', 'keyword'],
  ['year', 'requestYear'],
  ['status', 'state'],
  ['seller_product_id', 'sellerProductId', 'product_id'],
  ['vendor_item_id', 'vendorItemId', 'option_id', 'item_id'],
  ['stock', 'quantity', 'amountInStock', 'inventory', 'qty'],
  ['quantity', 'receiptCounts', 'count', 'cancelCount'],
  ['price', 'salePrice', 'sale_price', 'selling_price'],
  ['original_price', 'originalPrice', 'list_price'],
  ['on_sale', 'onSale', 'is_on_sale', 'selling'],
  ['name', 'sellerProductName', 'q'],
  ['order_id', 'orderId'],
  ['reason', 'middleCancelCode', 'exchangeRejectCode', 'cancel_reason'],
  ['wing_id', 'userId', 'user_id', 'wing_user_id', 'vendorUserId', 'replyBy', 'reply_by'],
  ['receipt_id', 'receiptId'],
  ['exchange_id', 'exchangeId'],
  ['limit', 'maxPerPage'],
  ['cursor', 'nextToken'],
  ['content', 'reply', 'answer', 'text', 'message'],
]

/** The ways to declare an operation of this group, and what all of them share. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'shop',
  access: basic,
  headers: HEADERS,
  synonyms: SYNONYMS,
  tool: { isForeign: true },
})

/** A wrong day is the only error: what is compared with it would be wrong, too. */
export const day = () => z.iso.date({ error: 'must be a date as YYYY-MM-DD', abort: true })

/** `from` and `to`, days in Korea, both included. */
export const days = (most: number) => ({
  from: day().check(
    z.meta({ description: 'First day, YYYY-MM-DD in Korea', examples: ['2026-11-01'], narrows: 'amount' }),
  ),
  to: day().check(
    z.meta({
      description: `Last day, included; at most ${most} days in all`,
      examples: ['2026-11-21'],
      narrows: 'amount',
    }),
  ),
})

type Refine = z.core.$RefinementCtx<{ from: string; to: string }>

export const checkDays =
  (most: number) =>
  ({ from, to }: { from: string; to: string }, context: Refine) => {
    const span = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    const add = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message })
    if (span < 1) add('must not be before from')
    if (span > most) add(`must be at most ${most - 1} days after from`)
  }

/** What a person reads of the items of a claim or an order before they agree to a change of them. */
export function nameItems(items: readonly { name: string | null; quantity: number | null }[]) {
  const named = items.flatMap(({ name, quantity }) => (name === null ? [] : [{ name, quantity: quantity ?? 1 }]))
  const [first] = named
  const product = named.length > 1 ? named.map(({ name, quantity }) => `${name} × ${quantity}`).join('; ') : first?.name
  return { product, quantity: items.reduce((sum, { quantity }) => sum + (quantity ?? 1), 0) || undefined }
}

/** The header of what changes boxes. */
export const writingHeader = () =>
  z.object({
    'Idempotency-Key': idempotencyKey(
      'Makes a repeated request safe, for 24 hours: the same key and body get the first answer, and only what proved undone is sent again',
    ),
  })

/** Read as a text of digits: an id of 18 digits is more than a number holds. */
const NO_DIGITS = 'must be an id of digits; send it as a string, since a number loses digits beyond 2^53 - 1'

export const exactDigits = (description: string) =>
  z
    .pipe(
      z.union([z.int(NO_DIGITS).check(z.gte(1, NO_DIGITS)), z.string().check(z.regex(/^[1-9]\d{0,18}$/, NO_DIGITS))], {
        error: ({ input }) => (input === undefined ? 'is required' : NO_DIGITS),
      }),
      z.transform(String),
    )
    .check(
      // A caller is advised to send texts only.
      z.meta({ description, override: { type: 'string' } }),
    )

/** An id of digits in a path. */
export const digitsInPath = (description: string, example: string) =>
  z
    .string()
    .check(z.regex(/^[1-9]\d{0,18}$/, 'must be an id of digits'))
    .check(z.meta({ description, examples: [example] }))

/** The id with which somebody signs in at WING. The product asks for it, and no call of it tells it. */
export const wingId = (description: string) =>
  z
    .string()
    .check(z.trim(), z.regex(/^[\x21-\x7e]{1,100}$/, 'must be the id with which you sign in at WING'))
    .check(z.meta({ description, examples: ['haneul_shop'] }))

/** The most boxes and invoices of one request: the product takes 50. */
export const MOST_ITEMS = 50

export const boundedList = <Item extends z.ZodMiniType>(item: Item) =>
  z
    .array(item)
    .check(z.minLength(1, 'must not be empty'), z.maxLength(MOST_ITEMS, `must have at most ${MOST_ITEMS} items`))

export const success = <Result>(result: Result) => ({ ...SUCCESS.shop, result })
