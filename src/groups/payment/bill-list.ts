import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { BILL_STATES, type BillQuery, type BillReading, type NewBill } from '../../base/accounts.ts'
import { sha256Hex } from '../../base/crypto.ts'
import type { Stub } from '../../base/env.ts'
import { GatewayError, misconfigured, notFound } from '../../base/errors.ts'
import { count, visibleText } from '../../base/json.ts'
import { callObject, type ObjectAddress } from '../../base/objects.ts'
import { endOfKoreanDay, startOfKoreanDay } from '../../base/time.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { choice, clamped } from '../../gateway/http/fields.ts'
import { logUnhandledError } from '../../gateway/http/log.ts'
import { proOrPaymentOrOwner } from '../../gateway/operation-type.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { stateObject } from '../../upstream/accounts.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { hasEncryptionKey } from '../../upstream/store.ts'
import { findBill, readBill } from './bill.ts'
import { type ConnectionHeaders, type NamedBill, named, read } from './group.ts'
import type { BillPage, StoredBill } from './outputs.ts'
import { type Connection, connect, connectStored, type PaymentAccount, storedConnection } from './payssam.ts'
import type { BillResult } from './result-fields.ts'
import { isState, NO_BILL, STATES } from './results.ts'

const billList = () => ({
  query: z
    .strictObject({
      state: z
        .optional(choice(BILL_STATES))
        .check(z.meta({ description: 'Only bills of this state; unpaid includes expired', examples: ['paid'] })),
      from: day().check(
        z.meta({
          description: 'Sent on this day or later, YYYY-MM-DD in Korea',
          examples: ['2026-11-01'],
          narrows: 'amount',
        }),
      ),
      to: day().check(
        z.meta({ description: 'Sent on this day or earlier', examples: ['2030-12-31'], narrows: 'amount' }),
      ),
      q: z.optional(z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(100))).check(
        z.meta({
          description: 'Text in the id, the product, the name of the customer, or the end of the phone number',
          examples: ['Workbook'],
        }),
      ),
      limit: clamped(50, 1, 300).check(
        z.meta({ description: 'How many to return at most, 1 to 300', narrows: 'amount' }),
      ),
      cursor: z
        .optional(z.string().check(z.regex(/^\d{1,15}$/, 'must be the next_cursor of the page before')))
        .check(z.meta({ description: 'The next_cursor of the page before', examples: ['99'], narrows: 'position' })),
    })
    .check(
      z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['to'],
        error: 'must not be before from',
      }),
    ),
})
type BillFilter = z.output<ReturnType<typeof billList>['query']>

const day = () => z.optional(z.iso.date({ error: 'must be a date as YYYY-MM-DD', abort: true }))

const listedBill = () => ({ param: named('11122333332611120003') })

/** The state in the product's fields. `absent` without a bill, undefined when the fields name no state. */
export function getReading(bill: BillResult | undefined, at: number): BillReading | undefined {
  if (!bill) return { state: 'absent', at, fields: {} }
  if (!isState(bill.appr_state)) return undefined
  const state = STATES[bill.appr_state]
  return {
    state,
    at,
    paidAt: state === 'paid' ? approvedAt(bill) : undefined,
    approvedPrice: state === 'paid' || state === 'cancelled' ? approvedPrice(bill) : undefined,
    fields: bill,
  }
}

/** The approved amount in won. Undefined when it is unreadable. */
const approvedPrice = ({ appr_price }: BillResult): number | undefined =>
  count(appr_price?.replace(/[,\s]/g, '')) ?? undefined

/** Korea is nine hours ahead of UTC all year. */
const KOREA = '+09:00'

/** When it was approved, in epoch milliseconds. Undefined when that is unreadable. */
function approvedAt(bill: BillResult): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(bill.appr_dt ?? '') ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${KOREA}`)
  return Number.isNaN(at) ? undefined : at
}

/** The object that stores the bills of the account: the one with its state. */
export const billsObject = (upstream: UpstreamContext): ObjectAddress<'ACCOUNTS'> =>
  stateObject(upstream.accountOf('payment'))

const requiredBills = (upstream: UpstreamContext): ObjectAddress<'ACCOUNTS'> => ({
  ...billsObject(upstream),
  isRepeatable: true,
  unavailable: 'the list of bills cannot be reached at the moment: try again',
  retryAfter: 1,
})

/** A digest that identifies the account of a bill. */
export const accountDigest = ({ baseUrl, memberId, merchantId }: PaymentAccount): Promise<string> =>
  sha256Hex(JSON.stringify([baseUrl, memberId, merchantId]))

interface Request {
  state: RequestState
  connection: Connection
}

/** Whether bills of this request are stored. Bills of an account from request headers never are. */
const isStored = ({ state, connection }: Request) => connection.isStored && hasEncryptionKey(state.settings)

/** Stores a bill that is about to be sent. Throws 503 when it cannot be stored. Nothing is sent then. */
export async function beginBill(request: Request, run: string, bill: NewBill): Promise<void> {
  if (!isStored(request)) return
  const { state, connection } = request
  const account = await accountDigest(await connection.account())
  const address = { ...billsObject(state.upstream), isRepeatable: true }
  await callObject(state.settings, address, (object) => object.beginBill(account, run, bill)).catch(
    (error: unknown) => {
      if (error instanceof GatewayError) throw error
      logUnhandledError(state.id, error)
      throw new GatewayError(
        503,
        'the list of bills cannot be reached at the moment, and nothing was sent: try again',
        {
          headers: { 'Retry-After': '1' },
        },
      )
    },
  )
}

/** Deletes a bill that was not sent, after the response. */
export const dropBill = (request: Request, run: string, billId: string): Promise<void> =>
  beside(request, (object, account) => object.bills.drop(account, run, billId))

/** Stores what is known about a bill, after the response. If that fails, the next check reads it. */
export const noteBill = (request: Request, billId: string, reading: BillReading, bill?: NewBill): Promise<void> =>
  beside(request, (object, account) => object.noteBill(account, billId, reading, bill))

/** A stored bill. Undefined when the bill is not stored or cannot be read. */
export async function findStoredBill(request: Request, billId: string): Promise<StoredBill | undefined> {
  if (!isStored(request)) return undefined
  const { state, connection } = request
  const account = await accountDigest(await connection.account())
  return callObject(state.settings, billsObject(state.upstream), ({ bills }) => bills.find(account, billId)).catch(
    (error: unknown) => {
      logUnhandledError(state.id, error)
      return undefined
    },
  )
}

async function beside(
  request: Request,
  step: (object: Stub<'ACCOUNTS'>, account: string) => Promise<void>,
): Promise<void> {
  if (!isStored(request)) return
  const { state, connection } = request
  const work = connection
    .account()
    .then(accountDigest)
    .then((account) => callObject(state.settings, billsObject(state.upstream), (object) => step(object, account)))
    .catch((error: unknown) => logUnhandledError(state.id, error))
  if (state.upstream.waitUntil) state.upstream.waitUntil(work)
  else await work
}

/** Reads bills of the stored account from the product. Throws 401 when no account is connected. */
export async function storedBillReader(upstream: UpstreamContext) {
  const connection = storedConnection(upstream)
  const account = await accountDigest(await connection.account())
  const read = async (billId: string): Promise<BillReading | undefined> =>
    getReading(await findBill(connection, billId), upstream.platform.now())
  return { account, read }
}

/** Stored bills of the connected account, newest first, for work outside of an operation of the group. */
export async function listStoredBills(upstream: UpstreamContext, query: BillQuery): Promise<BillPage> {
  const account = await accountDigest(await storedConnection(upstream).account())
  return callObject(upstream.settings, requiredBills(upstream), ({ bills }) => bills.list(account, query))
}

/** Stored bills of the connected account, newest first. */
async function listBills(c: Context<AppEnv>, { from, to, ...filter }: BillFilter): Promise<BillPage> {
  const { state, account } = await opened(c)
  const query = {
    ...filter,
    ...(from !== undefined && { from: startOfKoreanDay(from) }),
    ...(to !== undefined && { before: endOfKoreanDay(to) }),
  }
  return callObject(state.settings, requiredBills(state.upstream), ({ bills }) => bills.list(account, query))
}

/** A bill as the product knows it now, with its stored fields. Throws 404 for an unknown bill. */
async function readListedBill(c: Context<AppEnv>, billId: string): Promise<ReadBill> {
  const { state, connection, account } = await opened(c)
  const bill = await findBill(connection, billId)
  const at = state.platform.now()
  const reading = getReading(bill, at)
  if (reading)
    await callObject(state.settings, requiredBills(state.upstream), (object) =>
      object.noteBill(account, billId, reading),
    )
  const stored = await callObject(state.settings, requiredBills(state.upstream), ({ bills }) =>
    bills.find(account, billId),
  )
  if (stored) return stored
  if (!bill) throw notFound(NO_BILL.message)
  return {
    bill_id: billId,
    product_nm: null,
    member_nm: null,
    phone_masked: null,
    sent_at: null,
    expire_dt: null,
    price: count(bill.appr_price),
    approved_price: reading?.approvedPrice ?? null,
    state: reading && reading.state !== 'absent' ? reading.state : 'unknown',
    overdue: false,
    days_overdue: 0,
    paid_at: reading?.paidAt === undefined ? null : new Date(reading.paidAt).toISOString(),
    checked_at: new Date(at).toISOString(),
  }
}

/** A bill that the gateway did not send has no `sent_at`. */
type ReadBill = Omit<StoredBill, 'sent_at'> & { sent_at: string | null }

/** Reads any bill from the product. Updates the stored bill, if there is one. */
export async function readAnyBill(
  c: Context<AppEnv, string, { out: { header: ConnectionHeaders; json: NamedBill } }>,
): Promise<BillResult> {
  const state = c.get('state')
  const connection = connect(c)
  const { bill_id: billId } = c.req.valid('json')
  const bill = await readBill(connection, billId)
  const reading = getReading(bill, state.platform.now())
  if (reading) await noteBill({ state, connection }, billId, reading)
  return bill
}

type BillDetailsOfCall = Partial<Pick<StoredBill, 'product_nm' | 'member_nm' | 'price' | 'approved_price'>>

/**
 * Describes the bill of a change for a person who agrees to it: product, customer and amount. Only bills of the stored
 * connection are known.
 */
export async function billDetails(
  c: Context<AppEnv>,
  { bill_id }: Readonly<Record<string, unknown>>,
): Promise<BillDetailsOfCall> {
  if (typeof bill_id !== 'string' || c.req.header('X-Payment-Host') !== undefined) return {}
  const bill = await findStoredBill({ state: c.get('state'), connection: connectStored(c) }, bill_id)
  if (!bill) return {}
  const { product_nm, member_nm, price, approved_price } = bill
  return { product_nm, member_nm, price, ...(approved_price !== null && { approved_price }) }
}

/**
 * The same for one bill or several: how many messages are sent, and to whom, because ids say nothing to a person. Bills of
 * the stored connection are known by their customers.
 */
export async function billsDetails(c: Context<AppEnv>, input: Readonly<Record<string, unknown>>) {
  const { bill_ids } = input
  if (!Array.isArray(bill_ids)) return billDetails(c, input)
  const all = await Promise.all(bill_ids.map((bill_id) => billDetails(c, { bill_id })))
  const isKnown = all.some(({ price }) => price !== undefined)
  const customers = all.map(({ member_nm, product_nm, price }, index) =>
    typeof price !== 'number'
      ? bill_ids[index]
      : visibleText(
          [member_nm, product_nm, `${price.toLocaleString('en-US')} won`].filter(Boolean).join(', '),
          Infinity,
        ),
  )
  return { messages: bill_ids.length, ...(isKnown && { customers }) }
}

async function opened(c: Context<AppEnv>) {
  const state = c.get('state')
  const connection = connectStored(c)
  const account = await accountDigest(await connection.account())
  if (!hasEncryptionKey(state.settings))
    throw misconfigured('CREDENTIALS_KEY is not set, and bills are stored only with it')
  return { state, connection, account }
}

export const billListRoutes = new Hono<AppEnv>()
  .get(
    '/payment/bills',
    read('payment_list_bills', {
      summary: 'The bills that this gateway sent',
      description:
        'Of 400 days, with the stored account; the service has no list. `state` unpaid is all that nobody has paid, overdue or not; those are checked daily, until 90 days after their last day. With `q`, a page may hold fewer and still have a `next_cursor`.',
      ko: '이 게이트웨이로 보낸 청구서 목록',
      title: 'Get many bills',
      wanted: 2,
      search:
        '누구한테 청구했, 청구한 사람, 수금 현황, 납부 현황, open invoices of everyone, who owes me money, who has not paid, unpaid bills, overdue bills, who is late, who paid this week, how much money came in, how much is outstanding, has somebody paid, bills of this month, bills I sent, list of debtors, how many days late, how much did I collect, payments today, 누가 안 냈, 안 낸 사람, 미납자, 미납 명단, 입금 안 한 사람, 돈 안 낸, 못 받은 돈, 받을 돈, 기한 지난 청구서, 며칠 밀렸, 연체, 누가 냈, 다 낸 사람, 오늘 들어온 돈, 얼마 들어왔, 수금 얼마, 보낸 청구서, 이번 달 청구, 결제한 사람, 돈 들어온 거, 아직 안 들어온',
      tool: {
        description: 'PaySsam bills that were sent: state unpaid for who has not paid, days_overdue for how late.',
      },
      input: billList,
      handle: async (c) => ({ ...SUCCESS.payment, ...(await listBills(c, c.req.valid('query'))) }),
      access: proOrPaymentOrOwner,
    }),
  )
  .get(
    '/payment/bills/:bill_id',
    read('payment_get_bill', {
      summary: 'A bill as the payment service knows it now, with what is stored of it',
      description:
        'Asks the service, and stores what it says of a bill in payment_list_bills. Of other bills only the amount and the state are known.',
      ko: '청구서 한 건의 현재 상태와 저장된 내용',
      search:
        'look up a bill by its number, one bill, what happened to the bill, bill of a customer in detail, when was it paid, 청구서 하나 확인, 청구서 번호로, 이 청구서 어떻게 됐, 청구서 자세히, 언제 결제했',
      title: 'Get a bill',
      wanted: 3,
      input: listedBill,
      handle: async (c) => ({ ...SUCCESS.payment, result: await readListedBill(c, c.req.valid('param').bill_id) }),
    }),
  )
