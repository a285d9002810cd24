import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badInput } from '../../base/errors.ts'
import { at, count, identifier, isObject, items, text } from '../../base/json.ts'
import { addDays, getKoreanDay } from '../../base/time.ts'
import { choice } from '../../gateway/http/fields.ts'
import { pro } from '../../gateway/operation-type.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { requiredFields } from '../../upstream/failures.ts'
import { type Connection, connect } from './coupang.ts'
import { checkDays, days, read, success } from './group.ts'
import { type FetchListPage, type ListPage, readGrowing, readLists, readPage } from './lists.ts'
import { addWon, readWon } from './money.ts'
import type { Revenue, RevenueRow, Settlement, Settlements } from './revenue.outputs.ts'

const MOST_REVENUE_DAYS = 92

const GROUPINGS = ['day', 'product', 'none'] as const

const revenue = () => ({
  query: z
    .strictObject({
      ...days(MOST_REVENUE_DAYS),
      from: days(MOST_REVENUE_DAYS).from.check(z.meta({ narrows: 'position' })),
      group_by: z
        ._default(choice(GROUPINGS), 'day')
        .check(z.meta({ description: 'Sums of each day or product; none: one row for each item' })),
    })
    .check(z.superRefine(checkDays(MOST_REVENUE_DAYS))),
})

const settlements = () => ({
  query: z.strictObject({
    month: z
      .string()
      .check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM'))
      .check(
        z.meta({
          description: 'Month in which the revenue was recognised, YYYY-MM; not a later one than this',
          examples: ['2026-10'],
        }),
      ),
  }),
})

const required = requiredFields('shop', 'nextToken')

const revenuePath = () => '/v2/providers/openapi/apis/api/v1/revenue-history'

/** The product refuses a month of 30 days. */
const WINDOWS = {
  firstDays: 7,
  mostDays: 25,
  fewestCalls: 1,
  tooMuch: 'to: the revenue of these days cannot be had in one request: ask for fewer days',
}

/** Reads one page of the orders whose revenue was recognised on some days. */
const fetchRevenuePage =
  (connection: Connection): FetchListPage =>
  async ({ from, to }, token, limits): Promise<ListPage> => {
    const envelope = await connection.callAsSeller({
      path: revenuePath,
      parameters: [
        ['vendorId', await connection.vendorId()],
        ['recognitionDateFrom', from],
        ['recognitionDateTo', to],
        // Required, and empty for the first page.
        ['token', token],
        ['maxPerPage', '50'],
      ],
      ...(limits && { limits }),
    })
    const { data, nextToken } = readPage(envelope)
    if (envelope.hasNext === false) return { data, nextToken: '' }
    // A sum without the next page would be wrong.
    return { data, nextToken: envelope.hasNext === true ? required('nextToken', nextToken || undefined) : nextToken }
  }

/** What one item of an order, or its delivery, brings the seller, as it counts in a sum. */
interface Share {
  row: RevenueRow
  /** Names the option of a product; null for a delivery. */
  key: string | null
}

/** The items of an order, and its delivery if it has an amount. The product's amounts of refunded items are positive. */
function readOrder(order: unknown): Share[] {
  const saleType = text(at(order, 'saleType'))
  const isRefund = saleType === 'REFUND'
  const about = {
    order_id: identifier(at(order, 'orderId')),
    type: isRefund ? ('refund' as const) : saleType === 'SALE' ? ('sale' as const) : null,
    sold_on: readDay(at(order, 'saleDate')),
    recognized_on: readDay(at(order, 'recognitionDate')),
    settled_on: readDay(at(order, 'settlementDate')),
  }
  const shares = items(at(order, 'items'), (item): Share | undefined => {
    if (!isObject(item)) return undefined
    const won = (name: string) => {
      const amount = readWon(item[name])
      return isRefund && amount ? -Math.abs(amount) : amount
    }
    const pieces = count(item.quantity)
    const product = text(item.productName)
    const option = text(item.vendorItemName)
    const vendor_item_id = identifier(item.vendorItemId)
    const row: RevenueRow = {
      ...{ ...about, kind: 'item', product, option, vendor_item_id },
      quantity: isRefund && pieces ? -pieces : pieces,
      amount: won('saleAmount'),
      fee: addWon([won('serviceFee'), won('serviceFeeVat')]),
      settlement_amount: won('settlementAmount'),
    }
    return { row, key: vendor_item_id ?? JSON.stringify([product, option]) }
  })
  const delivery = at(order, 'deliveryFee')
  const won = (name: string) => readWon(at(delivery, name))
  const amount = won('amount')
  const fee = addWon([won('fee'), won('feeVat')])
  // The product may leave out what is settled of a delivery, which is the rest.
  const rest = fee === null ? null : addWon([amount, -fee])
  const amounts = { amount, fee, settlement_amount: won('settlementAmount') ?? rest }
  if (!isObject(delivery) || Object.values(amounts).every((amount) => !amount)) return shares
  const unnamed = { product: null, option: null, vendor_item_id: null, quantity: null }
  return [...shares, { row: { ...about, kind: 'delivery', ...unnamed, ...amounts }, key: null }]
}

const readDay = (value: unknown): string | null => /^\d{4}-\d\d-\d\d/.exec(text(value) ?? '')?.[0] ?? null

interface RevenueQuery {
  from: string
  to: string
  group_by: (typeof GROUPINGS)[number]
}

/** The revenue of the connected vendor that was recognised on these days in Korea, both included. */
async function listRevenue(connection: Connection, { from, to, group_by }: RevenueQuery): Promise<Revenue> {
  const yesterday = addDays(getKoreanDay(connection.upstream.platform.now()), -1)
  const fetchPage = fetchRevenuePage(connection)
  const last = to < yesterday ? to : yesterday
  const { parts, next } = await readGrowing(connection, { from, to: last, ...WINDOWS }, (first, end) =>
    readLists(connection, [{ form: 'day', from: first, to: end, onlyDays: true }], [fetchPage], WINDOWS.tooMuch),
  )
  const shares = parts.flat(2).flatMap(readOrder)
  return {
    rows: group_by === 'none' ? shares.map(({ row }) => row) : groupShares(shares, group_by),
    totals: addUp(shares),
    contains: CONTAINS,
    complete: next === undefined,
    ...(next !== undefined && { next_from: next }),
  }
}

const CONTAINS =
  'Revenue by the day on which Coupang recognises it, about nine days after a sale, up to yesterday. Refunds are subtracted.'

function groupShares(shares: readonly Share[], by: 'day' | 'product') {
  const groups = Map.groupBy(shares, ({ row, key }) => (by === 'day' ? row.recognized_on : key))
  const rows = [...groups.values()].map((members) => {
    const { row } = members[0] as Share
    const name =
      by === 'day' ? { day: row.recognized_on } : { kind: row.kind, product: row.product, option: row.option }
    return { ...name, ...addUp(members) }
  })
  return by === 'day' ? rows.sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1)) : rows.sort(byAmount)
}

const byAmount = (a: { amount: number | null }, b: { amount: number | null }) => (b.amount ?? 0) - (a.amount ?? 0)

function addUp(shares: readonly Share[]) {
  const goods = shares.flatMap(({ row }) => (row.kind === 'item' ? [row] : []))
  const deliveries = shares.flatMap(({ row }) => (row.kind === 'delivery' ? [row] : []))
  const refunds = goods.filter(({ type }) => type === 'refund')
  const all = [...goods, ...deliveries]
  const refunded = addWon(refunds.map(({ amount }) => amount))
  const sold = goods.filter(({ type }) => type !== 'refund')
  return {
    quantity: sold.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    refunded_quantity: refunds.reduce((sum, { quantity }) => sum - (quantity ?? 0), 0),
    amount: addWon(goods.map(({ amount }) => amount)),
    refunded_amount: refunded === null ? null : Math.abs(refunded),
    delivery_amount: addWon(deliveries.map(({ amount }) => amount)),
    fee: addWon(all.map(({ fee }) => fee)),
    settlement_amount: addWon(all.map(({ settlement_amount }) => settlement_amount)),
    orders: new Set(sold.map(({ order_id }) => order_id ?? Symbol())).size,
  }
}

const settlementsPath = () => '/v2/providers/marketplace_openapi/apis/api/v1/settlement-histories'

/** Payments of the month to the connected vendor, by their day. The bank account is left out. */
async function listSettlements(connection: Connection, month: string): Promise<Settlements> {
  const now = getKoreanDay(connection.upstream.platform.now())
  if (month > now.slice(0, month.length)) throw badInput('month: must not be after this month')
  const parameters = [['revenueRecognitionYearMonth', month]] as const
  const { data } = readPage(await connection.callAsSeller({ path: settlementsPath, parameters, isList: true }))
  const rows = items(data, readSettlement).sort((a, b) => ((a.pays_on ?? '9') < (b.pays_on ?? '9') ? -1 : 1))
  // A RESERVE pays the rest of the weeks, and repeats the sums of their month.
  const weeks = rows.filter(({ type }) => type !== 'RESERVE')
  const sold = weeks.length > 0 ? weeks : rows
  const sum = (name: AmountName, of: readonly Settlement[] = rows) => addWon(of.map((row) => row[name]))
  const having = (status: Settlement['status']) => rows.filter((row) => row.status === status)
  return {
    rows,
    totals: {
      total_sale: sum('total_sale', sold),
      service_fee: sum('service_fee', sold),
      target_amount: sum('target_amount', sold),
      final_amount: sum('final_amount'),
      paid_amount: sum('final_amount', having('paid')),
      expected_amount: sum('final_amount', having('expected')),
    },
    contains: SETTLED,
  }
}

const SETTLED =
  'Payments for revenue recognised in this month, paid or expected. final_amount is what the bank account gets. The sales and fees of a RESERVE are those of the weeks before, so that totals count them once.'

type AmountName = {
  [Name in keyof Settlement]: Settlement[Name] extends number | null ? Name : never
}[keyof Settlement]

const STATUSES: Readonly<Record<string, Settlement['status']>> = { DONE: 'paid', SUBJECT: 'expected' }

function readSettlement(row: unknown): Settlement | undefined {
  if (!isObject(row)) return undefined
  const won = (name: string) => readWon(row[name])
  return {
    type: text(row.settlementType),
    status: STATUSES[text(row.status) ?? ''] ?? null,
    pays_on: readDay(row.settlementDate),
    recognized_from: readDay(row.revenueRecognitionDateFrom),
    recognized_to: readDay(row.revenueRecognitionDateTo),
    total_sale: won('totalSale'),
    service_fee: won('serviceFee'),
    target_amount: won('settlementTargetAmount'),
    amount: won('settlementAmount'),
    reserved_amount: won('lastAmount'),
    released_amount: won('pendingReleasedAmount'),
    deduction_amount: won('deductionAmount'),
    seller_service_fee: won('sellerServiceFee'),
    seller_discount_coupon: won('sellerDiscountCoupon'),
    downloadable_coupon: won('downloadableCoupon'),
    debt_of_last_week: won('debtOfLastWeek'),
    courantee_fee: won('couranteeFee'),
    courantee_reward: won('couranteeCustomerReward'),
    store_fee_discount: won('storeFeeDiscount'),
    final_amount: won('finalAmount'),
  }
}

export const revenueRoutes = new Hono<AppEnv>()
  .get(
    '/shop/revenue',
    read('shop_list_revenue', {
      summary: "The seller's recognised revenue of a window of days, with fees and what is settled",
      description:
        'By the day on which Coupang recognises it, about nine days after the sale; today is not in it. Refunds are subtracted. `fee` contains its tax, `settlement_amount` is what is left. Where complete is false, ask again with from as next_from.',
      ko: '판매자의 매출 인식 내역: 수수료와 정산 금액',
      search:
        'commission of Coupang, how much commission did they take, fees of the marketplace, revenue after fees, what is left after commission, net revenue, recognized sales, refunds deducted, margin after the fee, 매출 내역, 매출 인식, 쿠팡 수수료 얼마, 판매 수수료, 수수료 떼고, 수수료 빼고 얼마 남, 정산 대상 매출, 환불 뺀 매출, 구매 확정 매출, 순매출',
      title: 'Get revenue',
      tool: {
        shown: {
          '': 'result',
          'result.rows.[]':
            'day? kind? type? product? option? order_id? recognized_on? quantity? amount refunded_amount? delivery_amount? fee settlement_amount',
        },
        account: 'shop-seller',
      },
      input: revenue,
      handle: async (c) => success(await listRevenue(connect(c), c.req.valid('query'))),
      access: pro,
    }),
  )
  .get(
    '/shop/settlements',
    read('shop_list_settlements', {
      summary: "The seller's settlements of a month: what Coupang paid, and what it will pay when",
      description:
        'Payments for revenue that was recognised in the month. `final_amount` is what the bank account gets, `status` paid or expected, `pays_on` its day. A week pays 70 %, a RESERVE the rest later. No bank data.',
      ko: '판매자의 월별 정산(지급) 내역: 지급 완료와 지급 예정',
      search:
        'when does Coupang pay me, payout, how much money comes, next payment of the marketplace, was the settlement paid, what did I get paid for October, money that is still to come, reserve of 30 percent, payment dates, 정산 언제, 정산금, 정산 내역, 지급 내역, 입금 언제, 쿠팡에서 얼마 들어, 이번 달 정산, 지난달 정산, 정산 예정, 지급 예정, 주정산, 월정산, 유보금, 입금됐',
      title: 'Get settlements',
      tool: {
        shown: {
          '': 'result',
          'result.rows.[]':
            'type status pays_on recognized_from recognized_to total_sale target_amount reserved_amount? deduction_amount? debt_of_last_week? final_amount',
        },
        account: 'shop-seller',
      },
      input: settlements,
      handle: async (c) => success(await listSettlements(connect(c), c.req.valid('query').month)),
      access: pro,
    }),
  )
