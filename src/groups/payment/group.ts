import * as z from 'zod/mini'
import type { SecretName } from '../../base/groups.ts'
import { checkTwice, choice, notMisplaced, textFlag } from '../../gateway/http/fields.ts'
import { idempotencyKey } from '../../gateway/once.ts'
import { operations } from '../../gateway/operation.ts'
import { proOrPayment } from '../../gateway/operation-type.ts'

/** Those with an account that a request brings. */
export const CREDENTIAL_HEADERS = [
  'X-Payment-Host',
  'X-Payment-Api-Key',
  'X-Payment-Member-ID',
  'X-Payment-Merchant-ID',
  'X-Payment-Business-Number',
] as const

/** Every header of this group's operations. */
const HEADERS = ['X-Payment-Mode', ...CREDENTIAL_HEADERS, 'Idempotency-Key']

/** The names that the product and others use for the fields of this group (gateway/http/unknown-fields.ts). */
const SYNONYMS = [
  ['member_nm', 'memberName', 'customer_name', 'customer', 'name'],
  ['product_nm', 'productName', 'product', 'title', 'item'],
  ['price', 'amount', 'total'],
  ['phone', 'mobile', 'tel'],
  ['expire_dt', 'due_date', 'due', 'deadline', 'expires_at'],
  ['bill_id', 'bill', 'invoice_id'],
  ['bill_ids', 'bills', 'invoice_ids', 'ids'],
  ['bills', 'requests', 'items', 'list'],
  ['message', 'memo', 'note', 'description'],
  ['state', 'status', 'apprState'],
]

/** The ways to declare an operation of this group, and what all of them share. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'payment',
  access: proOrPayment,
  headers: HEADERS,
  synonyms: SYNONYMS,
  tool: { account: 'payment' },
  account: (c) => nameBroughtAccount(c.req.raw.headers),
})

/** Names the account by what tells it from another one. Only the end of the member id, which is needed for each call. */
function nameBroughtAccount(headers: Headers): string | undefined {
  const [host, key, member, merchant, number] = CREDENTIAL_HEADERS.map((name) => headers.get(name) ?? '')
  if (!(host || key || member || merchant || number)) return undefined
  const business = number?.replace(/^(\d{3})-?(\d{2})-?(\d{5})$/, '$1-$2-$3')
  return [merchant, business, member && `…${member.slice(-4)}`, host].filter(Boolean).join(', ')
}

const credential = (place: SecretName, description: string) =>
  z
    .optional(z.string().check(notMisplaced(place)))
    .check(z.meta({ description: `${description}; empty with X-Payment-Mode`, examples: [''] }))

export const connection = () => ({
  'X-Payment-Mode': textFlag(false).check(
    z.meta({
      description: 'true: the payment account of the deployment, instead of the five headers',
      examples: [true],
      needed: true,
    }),
  ),
  'X-Payment-Host': credential('PAYMENT_HOST', 'The name of the host that the payment service gave'),
  'X-Payment-Api-Key': credential('PAYMENT_API_KEY', 'The API key of the payment account'),
  'X-Payment-Member-ID': credential('PAYMENT_MEMBER_ID', 'The member id of the payment account'),
  'X-Payment-Merchant-ID': credential('PAYMENT_MERCHANT_ID', 'The merchant id of the payment account'),
  'X-Payment-Business-Number': credential(
    'PAYMENT_BUSINESS_NUMBER',
    'The business number, ten digits with or without hyphens',
  ),
})
export type ConnectionHeaders = z.output<z.ZodMiniObject<ReturnType<typeof connection>>>

/** The two ways to name a connection, as JSON Schema, so that a client knows in advance what to send. */
export const ways = () => {
  const [mode, ...fields] = Object.keys(connection())
  return { anyOf: [{ required: [mode] }, { required: fields }] }
}

export const writing = () =>
  z
    .object({
      ...connection(),
      'Idempotency-Key': idempotencyKey(
        'Makes a repeated request safe, for 24 hours: the same key and body get the first answer, or send again what proved undone',
      ),
    })
    .check(z.meta(ways()))

const billId = () =>
  z
    .string()
    .check(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: descriptions show the pattern, and Python has no \p
      z.regex(/^[^,\x00-\x1f\x7f-\x9f]{1,20}$/u, 'must be 1 to 20 characters, without commas and control characters'),
    )
    .check(z.meta({ description: 'The id of the bill, unique within the merchant' }))

const newBillId = () =>
  z
    .optional(billId())
    .check(z.meta({ description: 'The id for the new bill; absent, one is made from the business number' }))

/** In won. The product accepts at most ten digits. */
const PRICE_ERROR = 'must be a positive integer of at most 10 digits'
const price = () =>
  z
    .int(PRICE_ERROR)
    .check(z.gte(1, PRICE_ERROR), z.lte(9_999_999_999, PRICE_ERROR))
    .check(z.meta({ description: 'The whole amount in won' }))

const words = (description: string, example: string) =>
  z
    .string()
    .check(z.minLength(1, 'must not be empty'))
    .check(z.meta({ description, examples: [example] }))

const confirmDuplicate = () =>
  z.optional(z.boolean()).check(
    z.meta({
      description:
        'false: 409 if the same customer got the same product and amount in the last 10 minutes under another Idempotency-Key; true or absent: send it',
    }),
  )

// Each operation has its own bill as an example, so that all of them can be tried in sequence.
export const named = (example: string) => z.strictObject({ bill_id: billId().check(z.meta({ examples: [example] })) })
export type NamedBill = z.output<ReturnType<typeof named>>

/** The most bills of one request: each is a message to a person and takes a call, so that most requests have time for all. */
const MOST_BILLS = 40

/** One bill, or several with a result for each. */
export const billsToResend = (example: string) => ({
  header: writing(),
  json: z
    .strictObject({
      bill_id: z.optional(billId()).check(
        z.meta({
          description: 'The bill; the answer is what the service says of it',
          examples: [example],
          needed: true,
        }),
      ),
      bill_ids: z
        .optional(
          z
            .array(billId())
            .check(
              z.minLength(1, 'must not be empty'),
              z.maxLength(MOST_BILLS, `must have at most ${MOST_BILLS} bills`),
              z.superRefine(checkTwice((bill: string, other: string) => bill === other)),
            ),
        )
        .check(
          z.meta({
            description: `Several bills, at most ${MOST_BILLS}, instead of bill_id; the answer has the result of each`,
          }),
        ),
    })
    .check(
      z.refine(({ bill_id, bill_ids }) => (bill_id === undefined) !== (bill_ids === undefined), {
        error: 'is required, or bill_id in its place, not both',
        path: ['bill_ids'],
      }),
    ),
})

/** A bill to cancel or destroy. The price must match the bill's price. */
export const billToEnd = (bill: string, amount: number) => ({
  header: writing(),
  json: z.extend(named(bill), { price: price().check(z.meta({ examples: [amount] })) }),
})
export type BillToEnd = z.output<ReturnType<typeof billToEnd>['json']>

/** How a new bill reaches the customer. */
const send = () =>
  z.optional(choice(['message', 'link'])).check(
    z.meta({
      description:
        'link: nobody gets a chat message, and short_url of the answer is the address to pass on; absent: as the account sends',
      examples: ['message'],
    }),
  )

/** A bill without what all bills of a request share. */
const bill = () => ({
  bill_id: newBillId(),
  product_nm: words('What is paid for', 'Workbook'),
  message: z.optional(z.string()).check(z.meta({ description: 'A message to the customer' })),
  member_nm: words('The name of the customer', 'Hong Gildong'),
  phone: words('The phone number of the customer, in any usual Korean spelling', '010-1234-5678'),
  price: price().check(z.meta({ examples: [33_000] })),
  // Far in the future, because the product rejects past dates.
  expire_dt: z.iso
    .date('must be a date as YYYY-MM-DD')
    .check(
      z.meta({ description: 'Last day to pay it, YYYY-MM-DD, until midnight in Korea', examples: ['2030-12-31'] }),
    ),
})

const callbackUrl = () =>
  z.optional(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })).check(
    z.meta({
      description: 'Where the payment service reports the payment',
      examples: ['https://academy.example/payments'],
    }),
  )

export const billToSend = () => ({
  header: writing(),
  json: z.strictObject({
    ...bill(),
    send: send(),
    callback_url: callbackUrl(),
    confirm_duplicate: confirmDuplicate(),
  }),
})
export type BillToSend = z.output<ReturnType<typeof billToSend>['json']>

/** The most bills of one request, so that most requests have time for all. */
const MOST_NEW_BILLS = 50

/** A bill without an id is the same as itself only. */
const isSameBill = <Bill extends { bill_id?: string | undefined }>(one: Bill, other: Bill) =>
  (one.bill_id ?? one) === (other.bill_id ?? other)

export const billsToSend = () => ({
  header: writing(),
  json: z.strictObject({
    bills: z
      .array(z.strictObject(bill()))
      .check(
        z.minLength(1, 'must not be empty'),
        z.maxLength(MOST_NEW_BILLS, `must have at most ${MOST_NEW_BILLS} bills`),
        z.superRefine(checkTwice(isSameBill)),
      )
      .check(
        z.meta({
          description: `The bills, at most ${MOST_NEW_BILLS}, each sent once`,
          examples: [
            [
              {
                product_nm: 'Lessons in December',
                member_nm: 'Hong Gildong',
                phone: '010-1234-5678',
                price: 150_000,
                expire_dt: '2030-12-31',
              },
              {
                product_nm: 'Lessons in December',
                member_nm: 'Kim Hana',
                phone: '010-8765-4321',
                price: 120_000,
                expire_dt: '2030-12-31',
              },
            ],
          ],
        }),
      ),
    send: send(),
    callback_url: callbackUrl(),
    confirm_duplicate: confirmDuplicate(),
  }),
})
export type BillsToSend = z.output<ReturnType<typeof billsToSend>['json']>

export const autopayMethod = () => ({
  header: writing(),
  json: z.looseObject({}).check(
    z.meta({
      description: 'The fields of the payment service for a change of method, passed on as they are',
      examples: [{ customer: 'academy-0007' }],
    }),
  ),
})

export const autopayCharge = () => ({
  header: writing(),
  json: z.strictObject({
    customer: words('The id that was given when the customer registered a payment method', 'academy-0007'),
    bill_id: newBillId(),
    product_nm: words('What is paid for', 'Monthly lessons'),
    price: price().check(z.meta({ examples: [9_900] })),
    confirm_duplicate: confirmDuplicate(),
  }),
})
export type AutopayCharge = z.output<ReturnType<typeof autopayCharge>['json']>
