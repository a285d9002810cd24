import { Hono } from 'hono/quick'
import { wallClock } from '../clock.ts'
import { type Simulator, simulate } from '../simulator.ts'
import { answersFor, routedPath } from './hosts.ts'
import { type ApprovalCallback, type Payment, payBill, reportEarly } from './payer.ts'
import type { Product } from './product.ts'
import { seedBills, seedMethods } from './seed.ts'
import { type Bill, newState, type State } from './state.ts'
import { type Switches, usualSwitches } from './switches.ts'
import { v1 } from './v1.ts'
import { v2 } from './v2.ts'

export type { ApprovalCallback } from './payer.ts'
export {
  AUTOPAY_CUSTOMER,
  CANCELLED_BILL,
  DESTROYED_BILL,
  LARGEST_BILL,
  PAID_BILL,
  seedBills,
  WAITING_BILL,
} from './seed.ts'
export type { Bill, BillState, State } from './state.ts'
export * from './state.ts'
export type { Switches } from './switches.ts'

export interface PaySsamOptions {
  clock?: { now(): number }
  /** Replaces the seed. */
  bills?: Bill[]
  switches?: Partial<Switches>
}

export type PaySsamSimulator = Simulator & Own

interface Own {
  state: State
  switches: Switches
  /**
   * The customer pays a waiting bill. Returns what the product would then post to the partner. Throws when that is
   * impossible.
   */
  pay: (billId: string, payment?: Payment) => ApprovalCallback
  /** What the product may post before a payment is approved. */
  reportEarly: (billId: string) => ApprovalCallback
}

/** The payment product: all its hosts and both generations, with one set of bills. */
export function createPaySsam(options: PaySsamOptions = {}): PaySsamSimulator {
  const { clock = wallClock, bills = seedBills() } = options
  const state = newState(bills, seedMethods())
  const switches = { ...usualSwitches(), ...options.switches }
  const product: Product = { state, switches, now: () => clock.now() }
  const app = new Hono({ getPath: routedPath }).route('/v1', v1(product)).route('/v2', v2(product))
  const own: Own = {
    state,
    switches,
    pay: (billId, payment) => payBill(product, billId, payment),
    reportEarly: (billId) => reportEarly(product, billId),
  }
  return simulate({ name: 'payssam', hosts: answersFor, app, errorResponse, own })
}

const errorResponse = (status: number) =>
  Response.json({ code: status < 500 ? '9999' : '5000', msg: '처리 중 오류가 발생했습니다.' }, { status })
