import * as z from 'zod'
import { BILL_STATES } from '../../base/accounts.ts'
import { counts, itemOutcome, outcomes, successFields } from '../../gateway/outputs.ts'
import { PHONE_TYPES, type ResultField, resultFields } from './result-fields.ts'

const DESCRIPTIONS: Readonly<Record<ResultField, string>> = {
  bill_id: 'The bill',
  short_url: 'Where the customer pays or, for auto-pay, changes the method',
  appr_state: 'F paid, W waiting, C cancelled, D destroyed',
  appr_pay_type: 'How it was paid',
  appr_card_type: 'The kind of card',
  appr_dt: 'When it was approved, YYYYMMDDHHMMSS',
  appr_origin_dt: 'When the original payment was approved, YYYYMMDDHHMMSS',
  appr_cancel_dt: 'When it was cancelled, YYYYMMDDHHMMSS',
  appr_price: 'The amount in won, digits only',
  appr_issuer: 'The card issuer',
  appr_issuer_cd: 'The code of the card issuer',
  appr_issuer_num: 'The masked card number',
  appr_acquirer_cd: 'The code of the acquirer',
  appr_acquirer_nm: 'The acquirer',
  appr_num: 'The approval number; of a cancel, that of the cancel',
  appr_origin_num: 'The approval number of the original payment',
  appr_res_cd: 'The result code of the approval',
  appr_monthly: 'Monthly instalments',
  appr_cash_num: 'The number of the cash receipt',
  appr_cash_trader: 'For whom the cash receipt is: 0 a person, 1 a business',
  appr_cash_issuance_number: 'The issuance number of the cash receipt',
}

/** A bill as the product returns it. Fields that the product omits are absent. */
const billResult = () =>
  z
    .object(
      Object.fromEntries(resultFields.map((field) => [field, z.string().optional().describe(DESCRIPTIONS[field])])),
    )
    .meta({ component: 'BillResult' })

export const bill = () =>
  z.object({
    ...successFields('payment'),
    result: billResult()
      .optional()
      .describe('What the payment service reports of the bill; times are Korean local time'),
  })
export type BillAnswer = z.output<ReturnType<typeof bill>>

const resentBill = () => itemOutcome({ bill_id: z.string().describe('The bill') }).meta({ component: 'ResentBill' })
export type ResentBill = z.output<ReturnType<typeof resentBill>>

/** Of one bill as of every other change, or of several the result of each. */
const resent = () => {
  const { successful, failed } = counts()
  return bill().extend({
    successful: successful.optional(),
    failed: failed.optional(),
    results: outcomes(resentBill()).optional(),
  })
}
export type ResentAnswer = z.output<ReturnType<typeof resent>>

const requestedBill = () =>
  itemOutcome({
    bill_id: z.string().describe('The bill: its id, also of one that was not sent'),
    short_url: z
      .string()
      .nullable()
      .describe('Where the customer pays; null for a bill that was not sent, or that was proved by reading it'),
  }).meta({ component: 'RequestedBill' })

const requested = () => z.object({ ...successFields('payment'), ...counts(), results: outcomes(requestedBill()) })
export type RequestedAnswer = z.output<ReturnType<typeof requested>>

/** A bill as the gateway remembers it. */
const storedBill = () =>
  z
    .object({
      bill_id: z.string().describe('The bill'),
      product_nm: z.string().nullable().describe('What is paid for; null where it is not known'),
      member_nm: z.string().nullable().describe('The name of the customer; null for a charge of auto-pay'),
      phone_masked: z.string().nullable().describe('The phone number, its middle hidden'),
      price: z.int().nullable().describe('What was billed, in won'),
      approved_price: z
        .int()
        .nullable()
        .describe(
          'What was approved, in won, which may differ from the price; null until it is paid. It stays when the payment is cancelled',
        ),
      expire_dt: z.string().nullable().describe('The last day to pay, YYYY-MM-DD in Korea'),
      state: z
        .enum(BILL_STATES)
        .describe('expired: its last day has passed unpaid; unknown: it is not known yet whether it was sent'),
      overdue: z.boolean().describe('Whether its last day in Korea has passed and nobody paid it'),
      days_overdue: z.int().describe('How many days ago its last day was; 0 for a bill that is not overdue'),
      paid_at: z.iso.datetime().nullable().describe('When it was paid, ISO 8601'),
      checked_at: z.iso.datetime().nullable().describe('When the payment service was asked for it last, ISO 8601'),
      sent_at: z.iso
        .datetime()
        .nullable()
        .describe('When it was sent, ISO 8601; null where this gateway did not send it, which no list shows'),
    })
    .meta({ component: 'Bill' })

export const bills = () =>
  z.object({
    ...successFields('payment'),
    bills: z.array(storedBill()).describe('The newest first'),
    next_cursor: z.string().nullable().describe('The cursor of the next page, null at the end'),
  })

/** A listed bill. The details are null when no key decrypts them. */
export type StoredBill = z.output<ReturnType<typeof storedBill>>
export type BillPage = Pick<z.output<ReturnType<typeof bills>>, 'bills' | 'next_cursor'>

const listedBill = () =>
  z.object({
    ...successFields('payment'),
    result: storedBill().describe('The bill'),
  })

const purse = (whose: string) =>
  z
    .object({
      points: z.int().nullable().describe('How many points are left; null where they cannot be read'),
      charge_url: z.string().nullable().describe('Where points are bought; null where the service does not say it'),
      error: z.string().nullable().describe('Why they cannot be read; null where they can'),
    })
    .describe(whose)

const points = () =>
  z.object({
    ...successFields('payment'),
    partner: purse('The points of the partner, who holds the API key'),
    shop: purse('The points of the shop, which is the merchant of the account'),
  })
export type PointsAnswer = z.output<ReturnType<typeof points>>

const phone = () =>
  z.object({
    ...successFields('payment'),
    phone: z.string().describe('National digits, as the payment service expects them'),
    formatted: z.string().describe('The same with hyphens'),
    e164: z.string().describe('The same in international form'),
    type: z.enum(PHONE_TYPES).describe('The kind of line'),
  })

const lowPoints = () =>
  z.object({
    purse: z.enum(['partner', 'shop']).describe('Whose points they are'),
    points: z.int().describe('How many are left'),
    charge_url: z.string().nullable().describe('Where points are bought; null where the service does not say it'),
  })

const eventBill = () => billResult().describe('The bill, as its status gives it; times are Korean local time')

export const paymentEvents = {
  'payment.bill.paid': eventBill,
  'payment.bill.cancelled': eventBill,
  'payment.bill.expired': eventBill,
  'payment.points.low': lowPoints,
}

/** The bodies of the successes, by operation. Only documents and tests need them, so that the Worker has none. */
export const outputs = {
  payment_cancel_bill: bill,
  payment_request_bill: bill,
  payment_request_bills: requested,
  payment_read_bill: bill,
  payment_list_bills: bills,
  payment_get_bill: listedBill,
  payment_destroy_bill: bill,
  payment_resend_bill: resent,
  payment_manage_autopay: bill,
  payment_request_autopay: bill,
  payment_get_points: points,
  payment_format_phone_number: phone,
}
