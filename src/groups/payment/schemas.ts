import * as z from 'zod'
import { BILL_STATES } from '../../base/bills.ts'
import { clamped, textFlag } from '../../gateway/http/fields.ts'
import { idempotencyKey } from '../../gateway/idempotency/header.ts'

/** Input schemas of the payment group (decisions.md section 7). Built at first use. */

/** Every header of this group's operations. */
export const HEADERS = [
  'X-Payment-Mode',
  'X-Payment-Host',
  'X-Payment-Api-Key',
  'X-Payment-Member-ID',
  'X-Payment-Merchant-ID',
  'X-Payment-Business-Number',
  'Idempotency-Key',
]

const field = (description: string) => z.string().optional().describe(description)

const connection = () => ({
  'X-Payment-Mode': textFlag(false).meta({
    description: 'true: the payment account of the deployment, instead of the five headers',
    examples: [true],
  }),
  'X-Payment-Host': field('The name of the host that the payment service gave'),
  'X-Payment-Api-Key': field('The API key of the payment account'),
  'X-Payment-Member-ID': field('The member id of the payment account'),
  'X-Payment-Merchant-ID': field('The merchant id of the payment account'),
  'X-Payment-Business-Number': field('The business number, ten digits with or without hyphens'),
})
export type ConnectionHeaders = z.output<z.ZodObject<ReturnType<typeof connection>>>

/** The two ways to name a connection, as JSON Schema, so that a client knows beforehand what to send. */
const ways = () => {
  const [mode, ...fields] = Object.keys(connection())
  return { anyOf: [{ required: [mode] }, { required: fields }] }
}

const reading = () => z.object(connection()).meta(ways())

const writing = () =>
  z
    .object({
      ...connection(),
      'Idempotency-Key': idempotencyKey(
        'Makes a repeated request safe, for 24 hours: the same key and body get the first answer, or send again what proved undone',
      ),
    })
    .meta(ways())
export type WriteHeaders = z.output<ReturnType<typeof writing>>

const billId = () =>
  z
    .string()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern stands in descriptions, and Python knows no \p
    .regex(/^[^,\x00-\x1f\x7f-\x9f]{1,20}$/u, 'must be 1 to 20 characters, without commas and control characters')
    .describe('The id of the bill, unique within the merchant')

const newBillId = () =>
  billId().optional().describe('The id for the new bill; absent, one is made from the business number')

/** In won. The product accepts at most ten digits. */
const PRICE_ERROR = 'must be a positive integer of at most 10 digits'
const price = () =>
  z.int(PRICE_ERROR).min(1, PRICE_ERROR).max(9_999_999_999, PRICE_ERROR).describe('The whole amount in won')

const words = (description: string, example: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .meta({ description, examples: [example] })

// Each operation has its own bill as an example, so that all of them can be tried in sequence.
const named = (example: string) => z.object({ bill_id: billId().meta({ examples: [example] }) })
export type NamedBill = z.output<ReturnType<typeof named>>

export const billList = () => ({
  query: z.object({
    state: z
      .enum(BILL_STATES, { error: `must be one of ${BILL_STATES.join(', ')}` })
      .optional()
      .describe('Only bills of this state'),
    from: day().describe('Sent on this day or later, YYYY-MM-DD in Korea').meta({ narrows: 'amount' }),
    to: day().describe('Sent on this day or earlier').meta({ narrows: 'amount' }),
    q: z
      .string()
      .min(1, 'must not be empty')
      .max(100)
      .optional()
      .describe('Text in the id, the product, the name of the customer, or the end of the phone number'),
    limit: clamped(50, 1, 300).describe('How many to return at most, 1 to 300').meta({ narrows: 'amount' }),
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'must be the next_cursor of the page before')
      .optional()
      .describe('The next_cursor of the page before')
      .meta({ narrows: 'position' }),
  }),
})
export type BillFilter = z.output<ReturnType<typeof billList>['query']>

const day = () => z.iso.date('must be a date as YYYY-MM-DD').optional()

export const listedBill = () => ({ param: named('11122333332611120003') })

export const billToRead = () => ({ header: reading(), json: named('11122333332611120003') })
export const billToResend = () => ({ header: writing(), json: named('11122333332611190004') })

/** A bill to cancel or destroy. The price must match that of the bill. */
const billToEnd = (bill: string, amount: number) => ({
  header: writing(),
  json: named(bill).extend({ price: price().meta({ examples: [amount] }) }),
})
export type BillToEnd = z.output<ReturnType<typeof billToEnd>['json']>

export const billToCancel = () => billToEnd('11122333332611120007', 150_000)
export const billToDestroy = () => billToEnd('11122333332611180012', 33_000)

export const billToSend = () => ({
  header: writing(),
  json: z.object({
    bill_id: newBillId(),
    product_nm: words('What is paid for', 'Workbook'),
    message: z.string().optional().describe('A message to the customer'),
    member_nm: words('The name of the customer', 'Hong Gildong'),
    phone: words('The phone number of the customer, in any usual Korean spelling', '010-1234-5678'),
    price: price().meta({ examples: [33_000] }),
    // Far in the future, because past dates are refused.
    expire_dt: z.iso
      .date('must be a date as YYYY-MM-DD')
      .meta({ description: 'The last day for paying it, until midnight in Korea', examples: ['2030-12-31'] }),
    callback_url: z
      .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
      .optional()
      .meta({
        description: 'Where the payment service reports the payment',
        examples: ['https://academy.example/payments'],
      }),
  }),
})
export type BillToSend = z.output<ReturnType<typeof billToSend>['json']>

export const autopayMethod = () => ({
  header: writing(),
  json: z.looseObject({}).meta({
    description: 'The fields of the payment service for a change of method, passed on as they are',
    examples: [{ customer: 'academy-0007' }],
  }),
})
export type AutopayMethod = z.output<ReturnType<typeof autopayMethod>['json']>

export const autopayCharge = () => ({
  header: writing(),
  json: z.object({
    customer: words('The id that was given when the customer registered a payment method', 'academy-0007'),
    bill_id: newBillId(),
    product_nm: words('What is paid for', 'Monthly lessons'),
    price: price().meta({ examples: [9_900] }),
  }),
})
export type AutopayCharge = z.output<ReturnType<typeof autopayCharge>['json']>

export const phoneToFormat = () => ({
  json: z.object({
    phone: z
      .string()
      .meta({ description: 'A Korean phone number in any usual spelling', examples: ['+82 10 1234 5678'] }),
  }),
})
