import * as z from 'zod/mini'
import { DAY_MS } from '../../base/time.ts'
import { choice, converted, openObject } from '../../gateway/http/fields.ts'
import { idempotencyKey } from '../../gateway/once.ts'
import { findCarrier } from './carriers.ts'
import { EXCHANGE_STATUSES } from './exchanges.ts'
import { orderSheetStatuses } from './merge-sheets.ts'
import { isPageSize } from './orderpage.ts'
import { RETURN_STATUSES } from './returns.ts'
import { GROUPINGS } from './sales.ts'

/** Input schemas of the shop group. Built at first use. */

/** What the product and others call the fields of this group (gateway/http/unknown-fields.ts). */
export const SYNONYMS = [
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
]

const WINDOW =
  'YYYY-MM-DD, or YYYY-MM-DDTHH:mm for a window under 24 hours; Korean time, included. ISO 8601 with an offset is converted'

export const orderSheets = () => ({
  json: openObject({
    createdAtFrom: z
      .string()
      .check(z.meta({ description: `Start of the window: ${WINDOW}`, examples: ['2026-11-01'], narrows: 'amount' })),
    createdAtTo: z.string().check(
      z.meta({
        description: `End of the window, at most 30 days later: ${WINDOW}`,
        examples: ['2026-11-21'],
        narrows: 'amount',
      }),
    ),
    status: z
      .optional(choice(orderSheetStatuses))
      .check(z.meta({ description: 'Only sheets of this status; all six when absent' })),
    ship_by: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a day, YYYY-MM-DD'))).check(
      z.meta({
        description: 'Only what is to be shipped on this day or earlier, and was not',
        examples: ['2030-12-31'],
      }),
    ),
  }),
})

/** A code becomes part of the upstream path, so it has only digits. */
const code = () => {
  const error = 'must be an integer of at least 0'
  return z.union([z.int().check(z.gte(0, error)), z.string().check(z.regex(/^\d{1,15}$/, error))], error)
}

export const category = () => ({
  json: openObject({
    displayCategoryCode: z.optional(code()).check(
      z.meta({
        description: 'Code of a category: gives it and its direct children; 0, or neither field, gives the root',
      }),
    ),
    productName: z.optional(z.string().check(z.trim(), z.minLength(1, 'must not be empty'))).check(
      z.meta({
        description: 'Name of a product: gives the category that is recommended for it',
        examples: ['Wireless mouse'],
      }),
    ),
  }).check(
    z.refine(({ displayCategoryCode, productName }) => displayCategoryCode === undefined || productName === undefined, {
      path: ['productName'],
      error: 'cannot be given together with displayCategoryCode',
    }),
  ),
})

const whole = () => z.int({ error: ({ input }) => (input === undefined ? undefined : 'must be an integer') })

const orderFields = () => ({
  pageIndex: whole()
    .check(z.gte(0, 'must be at least 0'))
    .check(z.meta({ description: 'The page, from 0 in each year', examples: [0], narrows: 'position' })),
  pageSize: whole()
    .check(z.refine(isPageSize, 'must be 1 to 10, or a multiple of 10 up to 100'))
    .check(
      z.meta({
        description: 'Orders to a page: 1 to 10, or a multiple of 10 up to 100',
        examples: [10],
        narrows: 'amount',
      }),
    ),
  year: z
    .optional(
      whole().check(
        z.refine((year) => year === 0 || (year >= 1000 && year <= 9999), 'must be a year of four digits, or 0'),
      ),
    )
    .check(
      z.meta({
        description: 'Year of the orders; absent or 0 is the recent window of about half a year',
        examples: [2026],
      }),
    ),
})

export const orders = () => ({ json: z.strictObject(orderFields()) })

/** A wrong day is the only error: what is compared with it would be wrong, too. */
const day = () => z.iso.date({ error: 'must be a date as YYYY-MM-DD', abort: true })

/** A page as in `orders`, or every order in a range of days. */
export const flattenedOrders = () => {
  const { pageIndex, pageSize, year } = orderFields()
  return {
    json: z
      .strictObject({
        pageIndex: z.optional(pageIndex).check(z.meta({ narrows: 'position' })),
        pageSize: z.optional(pageSize).check(z.meta({ narrows: 'amount' })),
        year,
        orderedFrom: z.optional(day()).check(
          z.meta({
            description:
              'Instead of a page: the first day of a window, YYYY-MM-DD in Korea; returns all its orders, with sums of each day',
            narrows: 'amount',
          }),
        ),
        orderedTo: z
          .optional(day())
          .check(
            z.meta({ description: 'The last day of the window, included; today unless given', narrows: 'amount' }),
          ),
      })
      .check(
        z.superRefine(({ orderedFrom, orderedTo, ...page }, context) => {
          if (orderedFrom !== undefined) return
          if (orderedTo !== undefined)
            context.addIssue({ code: 'custom', path: ['orderedFrom'], message: 'is required with orderedTo' })
          for (const name of ['pageIndex', 'pageSize'] as const) {
            if (page[name] !== undefined) continue
            context.addIssue({ code: 'custom', path: [name], message: 'is required' })
          }
        }),
      ),
  }
}

const MOST_SALES_DAYS = 92

/** `from` and `to`, days in Korea, both included. */
const days = (most: number) => ({
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

const checkDays =
  (most: number) =>
  ({ from, to }: { from: string; to: string }, context: Refine) => {
    const span = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    const add = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message })
    if (span < 1) add('must not be before from')
    if (span > most) add(`must be at most ${most - 1} days after from`)
  }

export const sales = () => ({
  query: z
    .strictObject({
      ...days(MOST_SALES_DAYS),
      from: days(MOST_SALES_DAYS).from.check(z.meta({ narrows: 'position' })),
      group_by: z
        ._default(choice(GROUPINGS), 'day')
        .check(
          z.meta({ description: 'Sums of each day, product, or product of each day; none: one row for each item' }),
        ),
    })
    .check(z.superRefine(checkDays(MOST_SALES_DAYS))),
})

/** The most that the product takes at once. */
const MOST_CLAIM_DAYS = 31

export const returns = () => ({
  query: z
    .strictObject({
      ...days(MOST_CLAIM_DAYS),
      status: z.optional(choice(RETURN_STATUSES)).check(
        z.meta({
          description:
            'RU: stop the shipment; UC: received; PR: in question; CC: completed; CANCEL: cancelled before the shipment. All when absent',
          examples: ['UC'],
        }),
      ),
    })
    .check(z.superRefine(checkDays(MOST_CLAIM_DAYS))),
})

export const exchanges = () => ({
  query: z
    .strictObject({
      ...days(MOST_CLAIM_DAYS),
      status: z
        .optional(choice(EXCHANGE_STATUSES))
        .check(z.meta({ description: 'Only exchanges of this status; all when absent', examples: ['RECEIPT'] })),
    })
    .check(z.superRefine(checkDays(MOST_CLAIM_DAYS))),
})

/** The header of what changes boxes. */
const writingHeader = () =>
  z.object({
    'Idempotency-Key': idempotencyKey(
      'Makes a repeated request safe, for 24 hours: the same key and body get the first answer, and only what proved undone is sent again',
    ),
  })

/** Every header of this group's operations. */
export const HEADERS = ['Idempotency-Key']

/** Read as a text of digits: an id of 18 digits is more than a number holds. */
const NO_DIGITS = 'must be an id of digits; send it as a string, since a number loses digits beyond 2^53 - 1'

const exactDigits = (description: string) =>
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

/** The most boxes and invoices of one request: the product takes 50. */
const MOST_ITEMS = 50

const boundedList = <Item extends z.ZodMiniType>(item: Item) =>
  z
    .array(item)
    .check(z.minLength(1, 'must not be empty'), z.maxLength(MOST_ITEMS, `must have at most ${MOST_ITEMS} items`))

/** Refuses what is named twice. */
const checkTwice =
  <Item>(isSame: (one: Item, other: Item) => boolean) =>
  (found: readonly Item[], context: z.core.$RefinementCtx<readonly Item[]>) => {
    for (const [index, item] of found.entries())
      if (found.findIndex((other) => isSame(item, other)) < index)
        context.addIssue({ code: 'custom', path: [index], message: 'is named twice' })
  }

export const boxesToAcknowledge = () => ({
  header: writingHeader(),
  json: z.strictObject({
    shipment_box_ids: boundedList(exactDigits('shipmentBoxId of an order sheet'))
      .check(z.superRefine(checkTwice((box: string, other: string) => box === other)))
      .check(
        z.meta({
          description: `The boxes to acknowledge, at most ${MOST_ITEMS}, as strings`,
          examples: [['642538971006401431']],
        }),
      ),
  }),
})

const invoice = () =>
  z
    .strictObject({
      shipment_box_id: exactDigits('Its shipmentBoxId'),
      order_id: exactDigits('Its orderId'),
      vendor_item_id: z.optional(exactDigits('All of the box when absent')),
      carrier: converted(z.string(), (text, refuse) => {
        const code = findCarrier(text)
        if (code === undefined)
          refuse('is no carrier of shop_list_carriers: give its code or its name, such as CJGLS or CJ대한통운')
        return code ?? z.NEVER
      }).check(z.meta({ description: 'Code or name, such as CJGLS or CJ대한통운' })),
      invoice_number: z
        .pipe(
          z.string(),
          z.transform((text) => text.replace(/[\s-]/g, '')),
        )
        .check(z.refine((text) => /^[A-Za-z0-9]{1,40}$/.test(text), 'must be 1 to 40 digits or letters'))
        .check(z.meta({ description: 'Invoice number' })),
      split: z._default(z.boolean(), false).check(z.meta({ description: 'Several parcels' })),
    })
    .check(
      z.refine(({ split, vendor_item_id }) => !split || vendor_item_id !== undefined, {
        path: ['vendor_item_id'],
        error: 'is required with split: name the item of this parcel',
      }),
    )

/** An invoice without an item is for all items of the box. */
const isSameItem = (one: Parcel, other: Parcel) =>
  one.shipment_box_id === other.shipment_box_id &&
  (one.vendor_item_id ?? other.vendor_item_id) === (other.vendor_item_id ?? one.vendor_item_id)

interface Parcel {
  shipment_box_id: string
  vendor_item_id?: string | undefined
}

export const invoicesToSend = () => ({
  header: writingHeader(),
  json: z.strictObject({
    items: boundedList(invoice())
      .check(z.superRefine(checkTwice(isSameItem)))
      .check(
        z.meta({
          description: `The invoices to send, at most ${MOST_ITEMS}`,
          examples: [
            [
              {
                shipment_box_id: '642539028006412945',
                order_id: '24000123514302',
                carrier: 'CJGLS',
                invoice_number: '651200330100',
              },
            ],
          ],
        }),
      ),
  }),
})
