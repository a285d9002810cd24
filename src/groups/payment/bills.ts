import { Hono } from 'hono'
import * as z from 'zod/mini'
import { failed, GatewayError, timedOut } from '../../base/errors.ts'
import type { RunResult } from '../../base/once.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import { billDetails, readAnyBill } from './bill-list.ts'
import * as changes from './changes.ts'
import * as inputs from './group.ts'
import { billToEnd, connection, named, read, ways, write, writing } from './group.ts'
import { idempotentHandler } from './once.ts'
import { type Connection, getGeneration, type ProductCall } from './payssam.ts'
import type { BillResult } from './result-fields.ts'
import { outcomeUnknown, type ProductOutcome } from './results.ts'

const reading = () => z.object(connection()).check(z.meta(ways()))

export const billToRead = () => ({ header: reading(), json: named('11122333332611120003') })
const billToResend = () => ({ header: writing(), json: named('11122333332611190004') })

export const billToCancel = () => billToEnd('11122333332611120007', 150_000)
const billToDestroy = () => billToEnd('11122333332611180012', 33_000)

/** Reads a bill from the product. Throws 404 for an unknown bill. */
export async function readBill(connection: Connection, billId: string): Promise<BillResult> {
  const outcome = await callRead(connection, billId)
  if ('result' in outcome) return { ...outcome.result, bill_id: billId }
  throw 'refusal' in outcome ? outcome.refusal : outcome.unclear
}

/**
 * Like `readBill`, but undefined when the product's code says that there is no such bill. A plain HTTP 404 does not
 * count, because the URL may be wrong.
 */
export async function findBill(connection: Connection, billId: string): Promise<BillResult | undefined> {
  const outcome = await callRead(connection, billId)
  if ('result' in outcome) return { ...outcome.result, bill_id: billId }
  if ('refusal' in outcome && outcome.noBill) return undefined
  throw 'refusal' in outcome ? outcome.refusal : outcome.unclear
}

async function callRead(connection: Connection, billId: string): Promise<ProductOutcome> {
  const account = await connection.account()
  const call = await getGeneration(account).read(account, { bill_id: billId })
  return connection.call(call, { reads: true, billId })
}

/**
 * Refusals because of the account or the rate limit. The product did not process the request, so it may be sent again
 * unchanged.
 */
const LOOKED_AT_NOTHING: ReadonlySet<number> = new Set([401, 402, 429])

/**
 * Sends a change to the product, in one call that is never repeated.
 *
 * @param about `billId` is the bill to read if the response is lost; undefined when no bill shows the outcome.
 * `explain` determines from that bill why the product refused, when the response leaves that open or blames its state.
 * @throws when nothing happened, so that the same change may be sent later: the gateway sent nothing, or the product
 * processed nothing because of too many requests, a rejected account or missing points
 */
export async function changeBill(
  connection: Connection,
  call: ProductCall,
  { billId, explain }: ChangedBill,
): Promise<RunResult> {
  const { upstream } = connection
  const unknown = (status: 502 | 504, { message, reason }: GatewayError): RunResult => ({
    state: 'unknown',
    answer: failed(outcomeUnknown(status, message, billId, reason)),
  })
  // Reading the bill first may have taken long. After the deadline this run counts as ended, and another run may send.
  if (upstream.deadline.leftMs <= 0) throw timedOut('the payment service was not asked in time; nothing was sent')
  const calls = upstream.budget.calls
  let outcome: ProductOutcome
  try {
    outcome = await connection.call(call, { reads: false, billId })
  } catch (error) {
    // A relay that refuses to forward has sent nothing either.
    const isRefusedByRelay = error instanceof GatewayError && error.reason === 'setting'
    const nothingSent = upstream.budget.calls === calls || error instanceof BudgetSpent || isRefusedByRelay
    if (nothingSent || !(error instanceof GatewayError)) throw error
    return unknown(error.status === 504 ? 504 : 502, error)
  }
  const isForState = 'unclear' in outcome ? outcome.answered : 'refusal' in outcome && outcome.wrongState
  const bill = isForState && explain && billId ? await findIfReadable(connection, billId) : undefined
  const explained = bill && (await explain?.(bill))
  if (explained) return { state: 'done', answer: failed(explained) }
  if ('unclear' in outcome) return unknown(502, outcome.unclear)
  if ('result' in outcome)
    return { state: 'done', answer: { ok: true, value: { ...outcome.result, ...namedResult(billId) } } }
  if (LOOKED_AT_NOTHING.has(outcome.refusal.status)) throw outcome.refusal
  return { state: 'done', answer: failed(outcome.refusal) }
}

interface ChangedBill {
  billId: string | undefined
  explain?(bill: BillResult): Promise<GatewayError | undefined> | undefined
}

/** Reads the bill once. Undefined when it cannot be read. */
const findIfReadable = (connection: Connection, billId: string) =>
  findBill(connection, billId).catch((error: unknown) => {
    if (error instanceof GatewayError) return undefined
    throw error
  })

/** The id of the bill, which the caller may not know yet. */
const namedResult = (bill_id: string | undefined): BillResult => (bill_id === undefined ? {} : { bill_id })

export const billRoutes = new Hono<AppEnv>()
  .post(
    '/payment/cancel',
    write(
      'payment_cancel_bill',
      {
        summary: 'Cancel a paid bill, the whole amount',
        description:
          'The customer gets the money back. `price` must be that of the bill. 409: the same Idempotency-Key is still at work.',
        ko: '결제된 청구서 전액 취소(환불)',
        title: 'Cancel a paid bill',
        wanted: 5,
        search: 'refund',
        tool: {
          required: ['idempotency_key'],
        },
        effect: 'payment',
        details: billDetails,
        idempotent: true,
        input: billToCancel,
      },
      idempotentHandler(changes.cancel),
    ),
  )
  .post(
    '/payment/request',
    write(
      'payment_request_bill',
      {
        summary: 'Send a bill to a customer',
        description:
          'The customer gets a message with a link to pay (PaySsam); `price` is in won. Sent with the stored account, payment_list_bills lists it. 409: the id belongs to another bill.',
        ko: '고객에게 청구서 보내기(결제 요청)',
        title: 'Send a bill',
        wanted: 1,
        search: 'invoice charge pay 송금',
        tool: {
          required: ['idempotency_key'],
          defaults: { confirm_duplicate: false },
          description: 'Sends a customer a PaySsam bill with a link to pay. Confirm with the person first.',
          hidden: ['bill_id', 'confirm_duplicate'],
          withheld: ['callback_url'],
        },
        effect: 'payment',
        destructive: false,
        input: inputs.billToSend,
      },
      idempotentHandler(changes.request),
    ),
  )
  .post(
    '/payment/read',
    read(
      'payment_read_bill',
      {
        summary: 'The state of a bill and its approval',
        description:
          '`appr_state` is F paid, W waiting, C cancelled or D destroyed. The id is that of payment_request_bill; times are Korean.',
        ko: '청구서 상태와 승인 조회',
        title: 'Get the state of a bill',
        input: billToRead,
      },
      async (c) => ({ ...SUCCESS.payment, result: await readAnyBill(c) }),
    ),
  )
  .post(
    '/payment/destroy',
    write(
      'payment_destroy_bill',
      {
        summary: 'Destroy a bill that nobody has paid',
        description: 'A paid bill is cancelled by payment_cancel_bill instead. `price` must be that of the bill.',
        ko: '아직 결제되지 않은 청구서 파기',
        title: 'Destroy an unpaid bill',
        wanted: 6,
        search: 'withdraw void 취소 delete unpaid',
        tool: {
          required: ['idempotency_key'],
        },
        effect: 'deletion',
        details: billDetails,
        idempotent: true,
        input: billToDestroy,
      },
      idempotentHandler(changes.destroy),
    ),
  )
  .post(
    '/payment/resend',
    write(
      'payment_resend_bill',
      {
        summary: 'Resend the message of an unpaid bill',
        description: 'Once more to the phone number of the bill.',
        ko: '대기 중인 청구서 메시지 다시 보내기',
        title: 'Resend a bill',
        wanted: 4,
        search: 'again remind 재발송 알림',
        tool: {
          required: ['idempotency_key'],
        },
        effect: 'message',
        details: billDetails,
        destructive: false,
        input: billToResend,
      },
      idempotentHandler(changes.resend),
    ),
  )
