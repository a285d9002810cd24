import * as z from 'zod'
import { choice } from '../../gateway/http/fields.ts'
import { orderSheetStatuses } from './merge-sheets.ts'
import { isPageSize } from './orderpage.ts'
import { GROUPINGS } from './sales.ts'

/** Input schemas of the shop group (contract 4.4 and decisions.md section 6). Built at first use. */

const WINDOW =
  'YYYY-MM-DD, or YYYY-MM-DDTHH:mm for a window under 24 hours; Korean time, included. ISO 8601 with an offset is converted'

export const orderSheets = () => ({
  json: z.object({
    createdAtFrom: z
      .string()
      .meta({ description: `Start of the window: ${WINDOW}`, examples: ['2026-11-01'], narrows: 'amount' }),
    createdAtTo: z.string().meta({
      description: `End of the window, at most 30 days later: ${WINDOW}`,
      examples: ['2026-11-21'],
      narrows: 'amount',
    }),
    status: choice(orderSheetStatuses).optional().describe('Only sheets of this status; all six when absent'),
  }),
})

/** A code becomes part of the upstream path, so it has only digits. */
const code = () => {
  const error = 'must be an integer of at least 0'
  return z.union([z.int().min(0, error), z.string().regex(/^\d{1,15}$/)], error)
}

export const category = () => ({
  json: z
    .object({
      displayCategoryCode: code()
        .optional()
        .describe('Code of a category: gives it and its direct children; 0, or neither field, gives the root'),
      productName: z
        .string()
        .trim()
        .min(1, 'must not be empty')
        .optional()
        .meta({
          description: 'Name of a product: gives the category that is recommended for it',
          examples: ['Wireless mouse'],
        }),
    })
    .refine(({ displayCategoryCode, productName }) => displayCategoryCode === undefined || productName === undefined, {
      path: ['productName'],
      error: 'cannot be given together with displayCategoryCode',
    }),
})

const whole = () => z.int({ error: ({ input }) => (input === undefined ? undefined : 'must be an integer') })

const orderFields = () => ({
  pageIndex: whole()
    .min(0, 'must be at least 0')
    .meta({ description: 'The page, from 0 in each year', examples: [0], narrows: 'position' }),
  pageSize: whole()
    .refine(isPageSize, 'must be 1 to 10, or a multiple of 10 up to 100')
    .meta({
      description: 'Orders to a page: 1 to 10, or a multiple of 10 up to 100',
      examples: [10],
      narrows: 'amount',
    }),
  year: whole()
    .refine((year) => year === 0 || (year >= 1000 && year <= 9999), 'must be a year of four digits, or 0')
    .optional()
    .meta({
      description: 'Year of the orders; absent or 0 is the recent window of about half a year',
      examples: [2026],
    }),
})

export const orders = () => ({ json: z.object(orderFields()) })

const day = () => z.iso.date('must be a date as YYYY-MM-DD')

/** A page as in `orders`, or every order in a range of days. */
export const flattenedOrders = () => {
  const { pageIndex, pageSize, year } = orderFields()
  return {
    json: z
      .object({
        pageIndex: pageIndex.optional().meta({ narrows: 'position' }),
        pageSize: pageSize.optional().meta({ narrows: 'amount' }),
        year,
        orderedFrom: day().optional().meta({
          description:
            'Instead of a page: the first day of a window, YYYY-MM-DD in Korea; returns all its orders, with sums of each day',
          narrows: 'amount',
        }),
        orderedTo: day()
          .optional()
          .meta({ description: 'The last day of the window, included; today unless given', narrows: 'amount' }),
      })
      .superRefine(({ orderedFrom, orderedTo, ...page }, context) => {
        if (orderedFrom !== undefined) return
        if (orderedTo !== undefined)
          context.addIssue({ code: 'custom', path: ['orderedFrom'], message: 'is required with orderedTo' })
        for (const name of ['pageIndex', 'pageSize'] as const) {
          if (page[name] !== undefined) continue
          context.addIssue({ code: 'custom', path: [name], message: 'is required' })
        }
      }),
  }
}

const DAY_MS = 86_400_000
const MOST_SALES_DAYS = 92

export const sales = () => ({
  query: z
    .object({
      from: day().meta({
        description: 'First day, YYYY-MM-DD in Korea',
        examples: ['2026-11-01'],
        narrows: 'position',
      }),
      to: day().meta({
        description: `Last day, included; at most ${MOST_SALES_DAYS} days in all`,
        examples: ['2026-11-21'],
        narrows: 'amount',
      }),
      group_by: choice(GROUPINGS)
        .default('day')
        .describe('Sums of each day, product, or product of each day; none: one row for each item'),
    })
    .superRefine(({ from, to }, context) => {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
      const add = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message })
      if (days < 1) add('must not be before from')
      if (days > MOST_SALES_DAYS) add(`must be at most ${MOST_SALES_DAYS - 1} days after from`)
    }),
})
