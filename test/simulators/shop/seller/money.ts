import { Hono } from 'hono'
import { koreanTime } from '../../korean-time.ts'
import { pageOf } from '../../rest.ts'
import { jsonResponse } from '../answers.ts'
import { pick } from '../pick.ts'
import { gatewayError, openApiError } from './errors.ts'
import type { Vendor } from './signature.ts'
import type { SellerSwitches } from './switches.ts'

const DAY_MS = 86_400_000

/** An order whose revenue is recognised, or its refund. Amounts are positive, as the product has them. */
export interface RevenueOrder {
  orderId: number
  saleType: 'SALE' | 'REFUND'
  /** YYYY-MM-DD */
  saleDate: string
  recognitionDate: string
  delivery: number
  lines: { vendorItemId: number; product: string; quantity: number; saleAmount: number; fee: number; vat: number }[]
}

/** A payment to the seller. */
export interface Payment {
  type: 'WEEKLY' | 'MONTHLY' | 'RESERVE' | 'ADDITIONAL'
  status: 'DONE' | 'SUBJECT'
  date: string
  month: string
  from: string
  to: string
  totalSale: number
  serviceFee: number
  amount: number
  reserved: number
  deducted: number
}

interface MoneyState {
  vendor: Vendor
  revenue: RevenueOrder[]
  payments: Payment[]
}

/** Revenue and settlements (facts 2.9). */
export function money(state: MoneyState, switches: SellerSwitches, clock: { now(): number }): Hono {
  const today = () => koreanTime(clock.now()).slice(0, 'YYYY-MM-DD'.length)
  return new Hono()
    .get('/v2/providers/openapi/apis/api/v1/revenue-history', (c) => {
      const query = new URL(c.req.url).searchParams
      if (query.get('vendorId') !== state.vendor.id) return openApiError(switches.wrongVendor, 'Invalid vendor ID')
      const [from, to] = [query.get('recognitionDateFrom') ?? '', query.get('recognitionDateTo') ?? '']
      for (const [name, text] of Object.entries({ recognitionDateFrom: from, recognitionDateTo: to }))
        if (Number.isNaN(Date.parse(text)) || text.length !== 10) return openApiError(400, `${name}: Invalid format.`)
      const token = query.get('token')
      if (token === null) return openApiError(400, "Required String parameter 'token' is not present")
      if (to >= today()) return openApiError(400, 'dateTo: 전일까지만 조회할 수 있습니다.')
      const span = Date.parse(to) - Date.parse(from)
      if (span >= 29 * DAY_MS) return openApiError(400, 'Date range period must be less than 1 months')
      if (span + DAY_MS > switches.widestMs) return gatewayError(504, 'Gateway Timeout')
      const found = state.revenue
        .filter(({ recognitionDate }) => from <= recognitionDate && recognitionDate <= to)
        .map((order, index) => ({ order, index: String(index + 1) }))
      const size = Math.min(Number(query.get('maxPerPage') || 20), 50)
      const page = pageOf(found, { size, cursor: token || undefined, getCursor: ({ index }) => index, names: 'last' })
      if (!page) return openApiError(400, 'token: Invalid format.')
      const data = page.shown.map(({ order }) => revenueView(order, switches))
      return jsonResponse({
        code: 200,
        message: 'OK',
        data,
        hasNext: page.next !== null,
        nextToken: page.next ?? '',
      })
    })
    .get('/v2/providers/marketplace_openapi/apis/api/v1/settlement-histories', (c) => {
      const month = new URL(c.req.url).searchParams.get('revenueRecognitionYearMonth') ?? ''
      if (!/^\d{4}-\d\d$/.test(month)) return openApiError(400, 'Invalid revenueRecognitionYearMonth format (yyyy-MM)')
      if (month > today().slice(0, 7)) return openApiError(400, '해당월까지만 조회할 수 있습니다.')
      // A list without an envelope.
      return jsonResponse(state.payments.filter((payment) => payment.month === month).map(paymentView))
    })
}

function revenueView(
  { orderId, saleType, saleDate, recognitionDate, delivery, lines }: RevenueOrder,
  { deliverySettled }: SellerSwitches,
) {
  // The delivery of a refund is negative already.
  const sign = saleType === 'REFUND' ? -1 : 1
  const fee = Math.round(delivery * 0.03)
  const vat = Math.round(fee * 0.1)
  return {
    ...{ orderId, saleType, saleDate, recognitionDate, settlementDate: '', finalSettlementDate: '' },
    deliveryFee: {
      ...{ amount: sign * delivery, fee: sign * fee, feeVat: sign * vat, feeRatio: 3 },
      settlementAmount: deliverySettled ? sign * (delivery - fee - vat) : null,
      ...{ baseAmount: sign * delivery, baseFee: sign * fee, baseFeeVat: sign * vat },
      ...{ remoteAmount: 0, remoteFee: 0, remoteFeeVat: 0 },
    },
    items: lines.map(({ vendorItemId, product, quantity, saleAmount, fee: serviceFee, vat: serviceFeeVat }) => ({
      ...{ taxType: 'TAX', productId: 15201234501, productName: product },
      ...{ vendorItemId, vendorItemName: `${product}, 5kg`, salePrice: saleAmount, quantity },
      ...{ coupangDiscountCoupon: 0, discountCouponPolicyAgreement: false, saleAmount },
      ...{ sellerDiscountCoupon: 0, downloadableCoupon: 0, serviceFee, serviceFeeVat, serviceFeeRatio: 10.6 },
      settlementAmount: saleAmount - serviceFee - serviceFeeVat,
      ...{ couranteeFeeRatio: 0, couranteeFee: 0, couranteeFeeVat: 0, storeFeeDiscount: 0, storeFeeDiscountVat: 0 },
      externalSellerSkuCode: '',
    })),
  }
}

const paymentView = (payment: Payment) => ({
  settlementType: payment.type,
  settlementDate: payment.date,
  revenueRecognitionYearMonth: payment.month,
  revenueRecognitionDateFrom: payment.from,
  revenueRecognitionDateTo: payment.to,
  totalSale: payment.totalSale,
  serviceFee: payment.serviceFee,
  settlementTargetAmount: payment.totalSale - payment.serviceFee,
  settlementAmount: payment.amount,
  lastAmount: payment.reserved,
  pendingReleasedAmount: 0,
  sellerDiscountCoupon: 0,
  downloadableCoupon: 0,
  dedicatedDeliveryAmount: 0,
  sellerServiceFee: 0,
  couranteeFee: 0,
  couranteeCustomerReward: 0,
  deductionAmount: payment.deducted,
  debtOfLastWeek: 0,
  finalAmount: payment.amount - payment.deducted,
  bankAccountHolder: '주식회사***',
  bankName: '국민**',
  bankAccount: '100560****',
  status: payment.status,
  storeFeeDiscount: 0,
})

const GOODS = [
  { vendorItemId: 85071234501, product: '무농약 제주 감귤', price: 19900 },
  { vendorItemId: 85071234502, product: '청송 꿀사과', price: 24900 },
  { vendorItemId: 85071234507, product: '메리노울 등산양말', price: 15900 },
]

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** 120 orders of October and November 2026 up to the 20th; each ninth is a refund. */
export const seededRevenue = (): RevenueOrder[] =>
  Array.from({ length: 120 }, (_, n) => {
    const recognitionDate = dayBefore('2026-11-20', Math.floor((119 - n) / 2.5))
    const { price, ...goods } = pick(GOODS, n)
    const quantity = 1 + (n % 3)
    const saleAmount = price * quantity
    const fee = Math.round(saleAmount * 0.106)
    return {
      orderId: 23000123456789 + n * 1009,
      saleType: n % 9 === 4 ? 'REFUND' : 'SALE',
      saleDate: dayBefore(recognitionDate, 9),
      recognitionDate,
      delivery: n % 4 === 1 ? 3000 : 0,
      lines: [{ ...goods, quantity, saleAmount, fee, vat: Math.round(fee * 0.1) }],
    }
  })

/** The payments for October, of which two are still to come, and the first week of November. */
export const seededPayments = (): Payment[] => {
  const week = (part: Pick<Payment, 'from' | 'to' | 'date' | 'status' | 'totalSale'>): Payment => {
    const serviceFee = Math.round(part.totalSale * 0.1166)
    const target = part.totalSale - serviceFee
    const amount = Math.floor(target * 0.7)
    const month = part.from.slice(0, 7)
    return { type: 'WEEKLY', month, ...part, serviceFee, amount, reserved: target - amount, deducted: 0 }
  }
  const october = [
    week({ from: '2026-10-01', to: '2026-10-04', date: '2026-10-27', status: 'DONE', totalSale: 1_789_400 }),
    week({ from: '2026-10-05', to: '2026-10-11', date: '2026-11-03', status: 'DONE', totalSale: 2_431_900 }),
    week({ from: '2026-10-12', to: '2026-10-18', date: '2026-11-10', status: 'DONE', totalSale: 1_998_700 }),
    week({ from: '2026-10-19', to: '2026-10-25', date: '2026-11-17', status: 'DONE', totalSale: 2_654_300 }),
    week({ from: '2026-10-26', to: '2026-10-31', date: '2026-11-24', status: 'SUBJECT', totalSale: 2_120_500 }),
  ]
  const sum = (name: 'totalSale' | 'serviceFee' | 'reserved') => october.reduce((all, row) => all + row[name], 0)
  const rest: Payment = {
    ...{
      type: 'RESERVE',
      status: 'SUBJECT',
      date: '2026-12-01',
      month: '2026-10',
      from: '2026-10-01',
      to: '2026-10-31',
    },
    ...{ totalSale: sum('totalSale'), serviceFee: sum('serviceFee'), amount: sum('reserved'), reserved: 0 },
    deducted: 107_154,
  }
  const november = { from: '2026-11-01', to: '2026-11-08', date: '2026-12-01', status: 'SUBJECT' } as const
  return [...october, rest, week({ ...november, totalSale: 2_002_100 })]
}
