import { Hono } from 'hono'
import { wallClock } from '../../clock.ts'
import { slidingWindow } from '../../rest.ts'
import { type Simulator, simulate } from '../../simulator.ts'
import { maintenancePage } from '../answers.ts'
import { cancels } from './cancels.ts'
import { type Category, categories, categoryTree } from './categories.ts'
import type { Claim, Exchange } from './claim.ts'
import { claimActions } from './claim-actions.ts'
import { claims, seededExchanges, seededReturns } from './claims.ts'
import { addressRefused, errorResponse, gatewayError, notOffered } from './errors.ts'
import { fulfilment } from './fulfilment.ts'
import { type Inquiry, inquiries, seededInquiries } from './inquiries.ts'
import { money, type Payment, type RevenueOrder, seededPayments, seededRevenue } from './money.ts'
import { ordersheets } from './ordersheets.ts'
import { products, type SellerProduct, seededProducts } from './products.ts'
import {
  type GrowthOrder,
  type GrowthStock,
  rocketGrowth,
  seededGrowthOrders,
  seededGrowthStock,
} from './rocket-growth.ts'
import { seededSheets } from './seed.ts'
import { type OrderSheet, orderSheet } from './sheet.ts'
import { SELLER, signatureFlaw, type Vendor } from './signature.ts'
import { SellerSwitches } from './switches.ts'

export interface CoupangSeller extends Simulator {
  /** Tests may change it. */
  state: {
    /** The only one who may call. */
    vendor: Vendor
    sheets: OrderSheet[]
    categories: Category
    products: SellerProduct[]
    /** Each change of an option that arrived, such as `85071234501 prices 19900`. */
    itemChanges: string[]
    returns: Claim[]
    exchanges: Exchange[]
    inquiries: Inquiry[]
    /** Each answer that arrived, by the id of its question, as often as it arrived. */
    replied: string[]
    growthOrders: GrowthOrder[]
    growthStock: GrowthStock[]
    revenue: RevenueOrder[]
    payments: Payment[]
    /** Each box of which an acknowledgement arrived, as often as it arrived. */
    acknowledged: string[]
    /** Each box of which an invoice arrived, as often as it arrived. */
    invoiced: string[]
    /** Each box of which a corrected invoice arrived, as often as it arrived. */
    corrected: string[]
    /** Each cancellation and each change of a claim that arrived, such as `cancel 24000123456789 85071234501*1`. */
    claimed: string[]
  }
  switches: SellerSwitches
  /** Somebody pays for an order. With a time in the past, one that was ordered then. */
  sell(part?: Partial<OrderSheet>): OrderSheet
  /** A customer cancels or gives back a whole order. Its sheets are in no list any more. */
  cancel(sheet: OrderSheet): void
  /** A customer asks for a return. */
  giveBack(part?: Partial<Claim>): Claim
  /** A customer asks something. */
  inquire(part?: Partial<Inquiry>): Inquiry
}

/** The seller side: `api-gateway.coupang.com`. */
export function createCoupangSeller({
  clock = wallClock,
  vendor = SELLER,
}: {
  clock?: { now(): number }
  vendor?: Vendor
} = {}): CoupangSeller {
  const state: CoupangSeller['state'] = {
    vendor,
    sheets: seededSheets(),
    categories: categoryTree(),
    products: seededProducts(),
    itemChanges: [],
    returns: seededReturns(),
    exchanges: seededExchanges(),
    inquiries: seededInquiries(),
    replied: [],
    growthOrders: seededGrowthOrders(),
    growthStock: seededGrowthStock(),
    revenue: seededRevenue(),
    payments: seededPayments(),
    acknowledged: [],
    invoiced: [],
    corrected: [],
    claimed: [],
  }
  const switches = new SellerSwitches()
  const calls = slidingWindow(1000)
  let blockedUntil = 0
  /** Whether this call of the only vendor is too many. The product sends no Retry-After (facts 2.5). */
  const isTooMany = ({ perSecond, recoveryMs }: NonNullable<SellerSwitches['rate']>) => {
    const now = clock.now()
    if (calls.count('vendor', now) >= perSecond) blockedUntil = now + recoveryMs
    calls.add('vendor', now)
    return now < blockedUntil
  }

  const app = new Hono()
  app.use(async (c, next) => {
    if (switches.maintenance) return maintenancePage(switches.maintenance)
    const flaw = await signatureFlaw(c.req.raw, state.vendor, clock.now())
    if (flaw) return gatewayError(401, flaw)
    if (switches.ipRefused) return addressRefused(switches.ipRefused)
    if (switches.rate && isTooMany(switches.rate)) return gatewayError(429, switches.rateWords)
    if (switches.notOffered?.test(new URL(c.req.url).pathname)) return notOffered()
    return next()
  })
  app.route('/', ordersheets(state, switches))
  app.route('/', categories(state, switches))
  app.route('/', products(state, switches))
  app.route('/', fulfilment(state, switches))
  app.route('/', claims(state, switches))
  app.route('/', claimActions(state, switches))
  app.route('/', cancels(state, switches))
  app.route('/', rocketGrowth(state, switches))
  app.route('/', money(state, switches, clock))
  app.route('/', inquiries(state, switches, clock))

  let sold = 0
  const sell: CoupangSeller['sell'] = (part = {}) => {
    sold += 1
    // Odd, so that no such id is a double.
    const shipmentBoxId = String(742_538_971_006_401_431n + BigInt(sold) * 2n)
    const sheet = orderSheet({ shipmentBoxId, orderId: 25000000000000 + sold, orderedAt: clock.now(), ...part })
    state.sheets.push(sheet)
    return sheet
  }

  let asked = 0
  const giveBack: CoupangSeller['giveBack'] = (part = {}) => {
    asked += 1
    const [first] = seededReturns()
    if (!first) throw new Error('no return to copy')
    const claim: Claim = { ...first, receiptId: 366_000_000 + asked, status: 'UC', createdAt: clock.now(), ...part }
    state.returns.push(claim)
    return claim
  }

  let questions = 0
  const inquire: CoupangSeller['inquire'] = (part = {}) => {
    questions += 1
    const [first] = seededInquiries()
    if (!first) throw new Error('no question to copy')
    const inquiry: Inquiry = { ...first, id: 302_000_000 + questions, askedAt: clock.now(), replies: [], ...part }
    state.inquiries.push(inquiry)
    return inquiry
  }

  const cancel: CoupangSeller['cancel'] = ({ orderId }) => {
    for (const sheet of state.sheets) if (sheet.orderId === orderId) sheet.isEnded = true
  }

  const own = { state, switches, sell, cancel, giveBack, inquire }
  return simulate({ name: 'coupang seller', hosts: ['api-gateway.coupang.com'], app, errorResponse, own })
}
