import * as z from 'zod'
import { badGateway } from '../../base/errors.ts'
import { at, count, flag, isObject, items } from '../../base/json.ts'
import { passedNumbers } from '../../gateway/outputs.ts'
import { required } from './consumer.ts'
import { exactId, exactIdField } from './coupang.ts'
import { orderFields } from './sheet.answers.ts'

/** The query of one call to the product. */
export interface UpstreamPage {
  requestYear: number
  pageIndex: number
  size: number
}

const pointer = (description: string) => z.int().nullable().describe(description)

/** The product's page model. Other fields are passed on unchanged. */
export const pageModel = () =>
  z.looseObject({
    orderList: z
      .array(z.looseObject({ orderId: exactIdField('Order'), ...orderFields() }).meta({ component: 'Order' }))
      .describe('Orders as the product sends them, newest first'),
    hasNext: z.boolean().describe('Whether there are more, in this year or an earlier one'),
    nextPageIndex: pointer('pageIndex of the next page with the same pageSize, null at the end'),
    nextYear: pointer('year of the next page: one less at the end of a year'),
    ...passedNumbers({ pageIndex: 'The page asked for', size: 'Orders to a page' }),
    partial: z.boolean().nullable().describe('Never true: an incomplete page is an error'),
  })
export type PageModel = z.output<ReturnType<typeof pageModel>>

/**
 * Reads the page at a position. Throws 502 for a response without orders, and for a page that the product itself marks
 * as incomplete.
 */
export function wholePage(answer: unknown, position: UpstreamPage): PageModel {
  const orders = at(answer, 'orderList')
  if (orders !== null) required('orderList', Array.isArray(orders) ? orders : undefined)
  const partial = flag(at(answer, 'partial'))
  if (partial) throw badGateway('the shop service answered with an incomplete page: try again later')
  return {
    ...(isObject(answer) && answer),
    orderList: items(orders, (order) => (isObject(order) ? { ...order, orderId: exactId(order.orderId) } : undefined)),
    ...readNext(answer, position),
    partial,
  }
}

/**
 * The next page. The product gives three hints, one of which may be missing. It is the following page, or the first
 * page of an earlier year.
 */
function readNext(answer: unknown, { requestYear, pageIndex }: UpstreamPage) {
  const returnedYear = count(at(answer, 'nextYear'))
  const returned = count(at(answer, 'nextPageIndex'))
  const hasNext = flag(at(answer, 'hasNext')) ?? returned !== null
  const isSameYear = requestYear === 0 || (returnedYear ?? requestYear) === requestYear
  // A caller gets the next page by sending these values. Without the year, that would be the recent window.
  const nextYear = returnedYear ?? (hasNext && requestYear !== 0 ? requestYear : null)
  return { hasNext, nextPageIndex: hasNext ? (returned ?? (isSameYear ? pageIndex + 1 : 0)) : null, nextYear }
}

/** Whether another page of the same year follows. At the end of a year `hasNext` stays true, but the year changes. */
export const hasNextInYear = (page: PageModel, { requestYear, pageIndex }: UpstreamPage): boolean =>
  page.hasNext &&
  page.nextPageIndex === pageIndex + 1 &&
  (requestYear === 0 || (page.nextYear ?? requestYear) === requestYear)
