import { failed, GatewayError, timedOut } from '../../base/errors.ts'
import type { RunResult } from '../../base/once.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import { type Connection, getGeneration, type ProductCall } from './payssam.ts'
import type { BillResult } from './result-fields.ts'
import { outcomeUnknown, type ProductOutcome } from './results.ts'

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
const NOT_PROCESSED: ReadonlySet<number> = new Set([401, 402, 429])

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
  if (NOT_PROCESSED.has(outcome.refusal.status)) throw outcome.refusal
  return { state: 'done', answer: failed(outcome.refusal) }
}

interface ChangedBill {
  billId: string | undefined
  explain?: ((bill: BillResult) => Promise<GatewayError | undefined>) | undefined
}

/** Reads the bill once. Undefined when it cannot be read. */
const findIfReadable = (connection: Connection, billId: string) =>
  findBill(connection, billId).catch((error: unknown) => {
    if (error instanceof GatewayError) return undefined
    throw error
  })

/** The id of the bill, which the caller may not know yet. */
const namedResult = (bill_id: string | undefined): BillResult => (bill_id === undefined ? {} : { bill_id })
