import * as z from 'zod'
import { badInput } from '../../base/errors.ts'
import { addDays, getKoreanDay } from '../../base/time.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import type { Connection } from './connection.ts'
import { TooMuch } from './lists.ts'
import { type OrderSheet, orderSheetStatuses } from './merge-sheets.ts'
import { listOrderSheets } from './ordersheets.ts'
import { type SoldItem, soldItems } from './sold-items.ts'

/** The days of the first requested window, and the most days per call that the product accepts. */
const FIRST_DAYS = 7
const MOST_DAYS = 31

export const GROUPINGS = ['day', 'product', 'day_product', 'none'] as const

const sums = () => ({
  quantity: z.int().describe('Items sold, without cancelled ones'),
  amount: z.int().describe('Won of those, before discounts'),
  paid_amount: z
    .int()
    .nullable()
    .describe('Won of those after discounts; null where the service does not tell them all'),
  cancelled_quantity: z.int().describe('Items cancelled'),
  cancelled_amount: z.int().describe('Won of those, before discounts'),
  orders: z.int().describe('Orders with an item that was not cancelled'),
})

const named = () => ({
  day: z.string().nullable().optional().describe('Day of the order in Korea'),
  product: z.string().nullable().optional(),
  option: z.string().nullable().optional().describe('Option of the product'),
})

const itemRow = () =>
  z.object({
    order_id: z.string().nullable(),
    ordered_at: z.string().nullable().describe('ISO 8601 moment of the order'),
    status: z.string().nullable().describe('How far the box is: one of the six statuses'),
    product: z.string().nullable(),
    option: z.string().nullable().describe('Option of the product'),
    quantity: z.int().describe('Items sold or, in a row with cancelled, items cancelled'),
    amount: z.int().describe('Won of those, before discounts'),
    paid_amount: z.int().nullable().describe('Won of those after discounts; null where the service does not tell them'),
    cancelled: z.boolean(),
  })

export const sales = () =>
  z.object({
    rows: z
      .array(z.union([z.object({ ...named(), ...sums() }), itemRow()]))
      .describe('One row for each day, product or item, by group_by'),
    totals: z.object(sums()).describe('The sums of all rows'),
    complete: z.boolean().describe('Whether the whole window is in it'),
    next_from: z.string().optional().describe('Where it is not: from of the next request'),
  })
export type Sales = z.output<ReturnType<typeof sales>>

export interface SalesQuery {
  from: string
  to: string
  group_by: (typeof GROUPINGS)[number]
}

/** The sales of the connected vendor on these days in Korea, both included, without any customer data. */
export async function readSales(connection: Connection, { from, to, group_by }: SalesQuery): Promise<Sales> {
  const today = getKoreanDay(connection.upstream.platform.now())
  const { found, next } = await readItems(connection, from, to < today ? to : today)
  return {
    rows: group_by === 'none' ? found.flatMap(itemRows) : groupedRows(found, group_by),
    totals: addUp(found),
    complete: next === undefined,
    ...(next !== undefined && { next_from: next }),
  }
}

/** The items of as many windows as this request can read. `next` is the first day that is left. */
async function readItems(connection: Connection, from: string, to: string) {
  const { upstream } = connection
  const found: SoldItem[] = []
  const boxes = new Set<string>()
  let days = FIRST_DAYS
  for (let start = from; start <= to; ) {
    const end = [addDays(start, days - 1), to].sort()[0] ?? to
    const [calls, left] = [upstream.budget.calls, upstream.deadline.leftMs]
    const sheets = await listOrderSheets(connection, { createdAtFrom: start, createdAtTo: end }).catch(
      (error: unknown) => {
        if (!(error instanceof TooMuch || error instanceof BudgetSpent)) throw error
        if (start === from) throw badInput(TOO_MUCH)
        return undefined
      },
    )
    if (sheets === undefined) return { found, next: start }
    for (const sheet of sheets) if (isNew(sheet, boxes)) found.push(...soldItems(sheet))
    start = addDays(end, 1)
    const [usedCalls, usedMs] = [upstream.budget.calls - calls, left - upstream.deadline.leftMs]
    const isShort = usedCalls <= orderSheetStatuses.length
    if (isShort) days = Math.min(2 * days, MOST_DAYS)
    // Do not start a window that cannot be read completely.
    const needed = isShort ? 2 : 1
    const isOver = upstream.budget.callsLeft < needed * usedCalls || upstream.deadline.leftMs < needed * usedMs
    if (start <= to && isOver) return { found, next: start }
  }
  return { found, next: undefined }
}

const TOO_MUCH = 'to: the sales of these days cannot be had in one request: ask for fewer days'

/** Whether the box was not in an earlier window. A box without an id always counts as new. */
function isNew({ shipmentBoxId }: OrderSheet, boxes: Set<string>): boolean {
  if (shipmentBoxId === null) return true
  const box = String(shipmentBoxId)
  if (boxes.has(box)) return false
  boxes.add(box)
  return true
}

function groupedRows(found: readonly SoldItem[], by: 'day' | 'product' | 'day_product') {
  const getKey = ({ day, key }: SoldItem) => (by === 'product' ? key : by === 'day' ? day : `${day} ${key}`)
  const rows = [...Map.groupBy(found, getKey).values()].map((members) => {
    const { day = null, product = null, option = null } = members[0] ?? {}
    return { ...(by !== 'product' && { day }), ...(by !== 'day' && { product, option }), ...addUp(members) }
  })
  return rows.sort((a, b) => byText(a.day, b.day) || (by === 'day' ? 0 : b.amount - a.amount))
}

const byText = (a: string | null | undefined, b: string | null | undefined) => {
  const [one, other] = [a ?? '', b ?? '']
  return one < other ? -1 : one > other ? 1 : 0
}

/** One row for an item, or one for each part of a partly cancelled item. */
function itemRows(item: SoldItem) {
  const { orderId, orderedAt, status, product, option } = item
  const about = { order_id: orderId, ordered_at: orderedAt, status, product, option }
  const sold = { quantity: item.quantity, amount: item.amount, paid_amount: item.paidAmount, cancelled: false }
  const cancelled = {
    quantity: item.cancelledQuantity,
    amount: item.cancelledAmount,
    paid_amount: item.cancelledPaidAmount,
    cancelled: true,
  }
  return [sold, cancelled].filter(({ quantity }) => quantity > 0).map((part) => ({ ...about, ...part }))
}

function addUp(members: readonly SoldItem[]) {
  const total = { quantity: 0, amount: 0, cancelled_quantity: 0, cancelled_amount: 0 }
  let paid: number | null = 0
  const orders = new Set<string | symbol>()
  for (const { orderId, quantity, amount, paidAmount, cancelledQuantity, cancelledAmount } of members) {
    total.quantity += quantity
    total.amount += amount
    total.cancelled_quantity += cancelledQuantity
    total.cancelled_amount += cancelledAmount
    if (quantity > 0) orders.add(orderId ?? Symbol())
    // What is not known of one item is not known of the sum.
    if (quantity > 0) paid = paid === null || paidAmount === null ? null : paid + paidAmount
  }
  const { quantity, amount, ...cancelled } = total
  return { quantity, amount, paid_amount: paid, ...cancelled, orders: orders.size }
}
