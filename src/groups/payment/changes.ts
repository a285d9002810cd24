import type * as z from 'zod/mini'
import type { BillDetails, BillReading } from '../../base/accounts.ts'
import { badInput } from '../../base/errors.ts'
import type { Platform } from '../../base/platform.ts'
import { getKoreanDay } from '../../base/time.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { AutopayCharge, autopayMethod, BillToEnd, BillToSend, NamedBill } from './group.ts'
import { amountIn, type Connection, type Generation, type PaymentAccount, type ProductCall } from './payssam.ts'
import { type PhoneType, readPhone } from './phone.ts'
import type { BillResult } from './result-fields.ts'
import { type Explanation, isState, whyNotCancelled, whyNotDestroyed, whyNotResent } from './results.ts'

type AutopayMethod = z.output<ReturnType<typeof autopayMethod>['json']>

const FREE_CHARACTERS = 10

/**
 * An id for a bill without one: the business number and ten random characters, the only form that the product's test
 * hosts accept.
 *
 * @param businessNumber ten digits
 * @param uuid a new one: its 122 random bits become base 36
 */
export function newBillId(businessNumber: string, uuid: string): string {
  const random = BigInt(`0x${uuid.replaceAll('-', '')}`) % 36n ** BigInt(FREE_CHARACTERS)
  return businessNumber + random.toString(36).toUpperCase().padStart(FREE_CHARACTERS, '0')
}

/**
 * Throws 400 for an `expire_dt` in the past, by the calendar of Korea.
 *
 * @param expireDt `YYYY-MM-DD`
 * @param now epoch milliseconds
 */
export function checkExpiry(expireDt: string, now: number): void {
  const today = getKoreanDay(now)
  if (expireDt < today) throw badInput(`expire_dt: is in the past: today in Korea is ${today}`)
}

/** The account of a change, and how its call is formatted. */
export interface ChangeContext {
  account: PaymentAccount
  api: Generation
  platform: Platform
  /** Where the product reports the payment of a bill without a callback URL of the caller. Undefined when it cannot. */
  callbackUrl(billId: string): Promise<string | undefined>
}

/** How a request for money is recognised that was made a short time ago. */
export interface DuplicateCheck {
  /** The customer, the product and the amount. */
  what: readonly unknown[]
  /** False when the change is refused if the same one was made meanwhile. Undefined when the caller does not say. */
  isConfirmed: boolean | undefined
}

/** A change of a bill or an account, ready to be sent. */
export interface Mutation {
  /** The normalized request. An Idempotency-Key is valid only for this body. */
  body: unknown
  /** The amount in won that it requests or moves. Absent if there is none. */
  amount?: number
  /** Absent for a change that is no request for money. */
  duplicateCheck?: DuplicateCheck
  /** The bill to read if the response is lost. Absent when no bill shows the outcome. */
  billId?: string
  /** Whether the caller chose the id of a new bill, so that another bill may already have it. */
  ownId?: boolean
  /**
   * Formats the call. Throws 400 for input that cannot be sent.
   *
   * @param billId the id of a new bill, if an earlier run has chosen it
   */
  call(billId?: string): Promise<ProductCall>
  /** The fields of the new bill for the bill list. */
  listed?: BillDetails & { expire_dt: string | null }
  /** The state of the bill after the change, when the response does not contain it. */
  becomes?: Exclude<BillReading['state'], 'absent'>
  /** Determines from the bill whether the change was made. Absent when no bill shows it. */
  proof?: Proof
  /** Determines from the bill why the change was refused, when the response does not say. */
  explanation?: Explanation
}

/** A change that a request asks for. */
export interface PendingChange {
  state: RequestState
  connection: Connection
  change: Mutation
}

export const cancel = ({ account, api }: ChangeContext, body: BillToEnd): Mutation => ({
  body,
  amount: body.price,
  billId: body.bill_id,
  call: () => api.cancel(account, body),
  proof: endsIn('C', body.price),
  explanation: whyNotCancelled(body.price),
  becomes: 'cancelled',
})

export const destroy = ({ account, api }: ChangeContext, body: BillToEnd): Mutation => ({
  body,
  billId: body.bill_id,
  call: () => api.destroy(account, body),
  proof: endsIn('D', body.price),
  explanation: whyNotDestroyed(body.price),
  becomes: 'destroyed',
})

/** @param billId the id of a bill without one */
export function request(
  context: ChangeContext,
  { confirm_duplicate, ...bill }: BillToSend,
  billId = newId(context, bill),
): Mutation {
  const { account, api, platform, callbackUrl } = context
  const sends = chooseSending(account, bill.send)
  // Different spellings of a number must count as the same body.
  const { digits, formatted, type } = readPhone(bill.phone)
  if (sends === 'talk' && NO_MESSAGES.has(type)) throw badInput(`phone: ${NEEDS_MOBILE}`)
  const body = { ...bill, phone: digits }
  const { product_nm, member_nm, price, expire_dt } = bill
  return {
    body,
    amount: bill.price,
    duplicateCheck: { what: ['bill', digits, price, product_nm], isConfirmed: confirm_duplicate },
    billId,
    ownId: bill.bill_id !== undefined,
    async call(bill_id = billId) {
      checkExpiry(bill.expire_dt, platform.now())
      const callback_url = body.callback_url ?? (await callbackUrl(bill_id))
      return api.request({ ...account, sends }, { ...body, bill_id, ...(callback_url && { callback_url }) })
    },
    proof: makes(['W', 'F', 'C', 'D'], bill.price),
    listed: { product_nm, member_nm, phone_masked: masked(formatted), price, expire_dt },
    becomes: 'unpaid',
  }
}

export const resend = ({ account, api }: ChangeContext, body: NamedBill): Mutation => ({
  body,
  billId: body.bill_id,
  call: () => api.resend(account, body),
  explanation: whyNotResent,
})

export const manageAutopay = ({ account, api }: ChangeContext, body: AutopayMethod): Mutation => ({
  body,
  amount: amountIn(body),
  call: () => api.manageAutopay(account, body),
})

export function requestAutopay(context: ChangeContext, { confirm_duplicate, ...body }: AutopayCharge): Mutation {
  const { account, api } = context
  const billId = newId(context, body)
  return {
    body,
    amount: body.price,
    duplicateCheck: { what: ['autopay', body.customer, body.price, body.product_nm], isConfirmed: confirm_duplicate },
    billId,
    ownId: body.bill_id !== undefined,
    call: (bill_id = billId) => api.requestAutopay(account, { ...body, bill_id }),
    // A waiting bill does not prove a charge: the customer has not registered a payment method yet.
    proof: makes(['F'], body.price),
    // The state comes from the response or from the next check.
    listed: { product_nm: body.product_nm, member_nm: null, phone_masked: null, price: body.price, expire_dt: null },
  }
}

/** How a bill is sent: as the caller says, where the account has it. Throws 400 where it has not. */
function chooseSending(account: PaymentAccount, send: BillToSend['send']): PaymentAccount['sends'] {
  if (send === undefined) return account.sends
  const sends = send === 'link' ? 'url' : 'talk'
  // Version 1 has a call for each, and an account has one of them (payment facts, section 1).
  if (account.apiVersion === 'v2' || sends === account.sends) return sends
  throw badInput(`send: ${send === 'link' ? NO_LINKS : NO_CHAT}`)
}

const NO_LINKS = 'this account sends bills as messages only: links need version 2 of the API, or an account for links'
const NO_CHAT = 'this account sends bills as links only'

/** Lines without a chat account. A personal number forwards to a mobile phone. */
const NO_MESSAGES: ReadonlySet<PhoneType> = new Set(['landline', 'voip', 'toll_free', 'service'])
const NEEDS_MOBILE = 'must be a mobile number, because the bill is sent to it as a chat message'

/** `010-****-5678`. A number without a middle part shows only its end. */
const masked = (formatted: string): string =>
  formatted.replace(/\d{1,8}(?=-\d{1,8}$)/, (digits) => '*'.repeat(digits.length))

/** The caller's id for a new bill, or a generated one. It is chosen before anything is sent. */
export const newId = (
  { account, platform }: ChangeContext,
  { bill_id }: { bill_id?: string | undefined } = {},
): string => bill_id ?? newBillId(account.businessNumber, platform.uuid())

/** F paid, W waiting, C cancelled, D destroyed. */
type BillState = 'F' | 'W' | 'C' | 'D'

/** A bill that was read. Undefined when the product knows no such bill. */
type Reading = BillResult | undefined

/**
 * Determines from a bill, read after the response to a change was lost, whether the change was made, was not made, or
 * whether the bill does not show it.
 *
 * @param fresh whether it is known that the bill did not exist before the change was sent
 */
export type Proof = (bill: Reading, fresh: boolean) => 'done' | 'undone' | 'nothing'

/** Whether the bill exists. Undefined for a response without a known state. */
export const exists = (bill: Reading): boolean | undefined =>
  bill === undefined ? false : isState(bill.appr_state) || undefined

/** For a change into a state that nothing else leads to: in any other state it was not made. */
export const endsIn =
  (state: BillState, price: number): Proof =>
  (bill) => {
    if (exists(bill) === false) return 'undone'
    if (!bill || !exists(bill)) return 'nothing'
    if (bill.appr_state !== state) return 'undone'
    return hasPrice(bill, price) ? 'done' : 'nothing'
  }

/**
 * For a change that creates a bill in one of these states. If the bill may have existed before, it proves nothing,
 * because the product then refused to create another.
 */
export const makes =
  (states: readonly BillState[], price: number): Proof =>
  (bill, fresh) => {
    if (exists(bill) === false) return 'undone'
    if (!bill || !exists(bill) || !fresh) return 'nothing'
    return states.some((state) => state === bill.appr_state) && hasPrice(bill, price) ? 'done' : 'nothing'
  }

/** A different price means that another bill has the same id. */
const hasPrice = ({ appr_price }: BillResult, price: number) => appr_price === undefined || appr_price === String(price)
