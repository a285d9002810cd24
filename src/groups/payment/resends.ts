import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { failed, GatewayError } from '../../base/errors.ts'
import type { RunResult } from '../../base/once.ts'
import { countDone, type ItemOutcome, isLost, requireDone } from '../../gateway/batch.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { type Reply, reply } from '../../gateway/http/respond.ts'
import { once, readAnswer } from '../../gateway/once.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { PendingChange } from './changes.ts'
import * as changes from './changes.ts'
import type { writing } from './group.ts'
import { changeOnce, openChanges } from './make-change.ts'
import type { ResentAnswer, ResentBill } from './outputs.ts'

type Request = Context<AppEnv, string, { out: { header: z.output<ReturnType<typeof writing>>; json: unknown } }>

/** With less than this left of the deadline no message is sent, because its answer might be lost; in milliseconds. */
const RESERVE_MS = 5_000
/** The message, and reading the bill where the answer does not say why it was refused. */
const CALLS_OF_BILL = 2

/**
 * Sends the messages of several bills again, one after the other, and reports each. With an Idempotency-Key the message of
 * each bill is sent at most once: the request has a record, and each of its bills has one of its own. So the same request
 * continues after a crash, and sends only what was not tried.
 */
export async function resendBills(c: Request, billIds: readonly string[]): Promise<Reply<ResentAnswer>> {
  const { context, ...request } = await openChanges(c)
  const { state, connection } = request
  const key = c.req.valid('header')['Idempotency-Key']
  state.target = nameBills(billIds)
  const bills = billIds.map((bill_id) => ({ ...request, change: changes.resend(context, { bill_id }) }))
  const send = async (): Promise<RunResult> => {
    const { results, failures } = await resendEach(bills, billIds, key)
    const untried = results.filter(({ status }) => status === 'not_tried')
    // Nothing was sent: the key counts as unused.
    if (untried.length === results.length) requireDone(results, report(results), failures)
    const value = { results: JSON.stringify(results), failures: JSON.stringify(failures.map(failed)) }
    return { state: untried.length > 0 ? 'unknown' : 'done', answer: { ok: true, value } }
  }
  const make = async () => {
    if (key === undefined) return { answer: (await send()).answer, replayed: false }
    const { baseUrl, memberId, merchantId } = await connection.account()
    const account = [baseUrl, memberId, merchantId]
    return once(state, { account, key, body: { bill_ids: billIds }, isPrepared: false, send })
  }
  const { fields, headers } = readAnswer(await make())
  const results: ResentBill[] = JSON.parse(fields.results ?? '[]')
  const stored: Failed[] = JSON.parse(fields.failures ?? '[]')
  const failures = stored.map((one) => toError({ ...one, headers: { ...one.headers, ...headers } }))
  requireDone(results, report(results), failures)
  return reply({ ...SUCCESS.payment, ...report(results) }, 200, headers)
}

const report = (results: readonly ResentBill[]) => ({ ...countDone(results), results: [...results] })

/** The most bills that the audit log names. */
const MOST_NAMED = 3

function nameBills(billIds: readonly string[]): string {
  const more = billIds.length - MOST_NAMED
  return [...billIds.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

type Failed = Extract<ReturnType<typeof failed>, { ok: false }>

const toError = ({ status, message, ...details }: Failed) => new GatewayError(status, message, details)

/** Sends each message. Those after a failure that is not about their bill are not tried. */
async function resendEach(
  bills: readonly PendingChange[],
  billIds: readonly string[],
  key: string | undefined,
): Promise<{ results: ResentBill[]; failures: GatewayError[] }> {
  const results: ResentBill[] = []
  const failures: GatewayError[] = []
  let ending: string | undefined
  for (const [index, bill] of bills.entries()) {
    const bill_id = billIds[index] ?? ''
    const { budget, deadline } = bill.state.upstream
    if (index > 0 && (budget.callsLeft < CALLS_OF_BILL || deadline.leftMs < RESERVE_MS)) ending ??= NO_ROOM
    if (ending !== undefined) {
      results.push({ bill_id, status: 'not_tried', error: ending })
      continue
    }
    const { outcome, failure, isOfAll } = await resendOne(bill, key, bill_id)
    results.push({ bill_id, ...outcome })
    if (failure) failures.push(failure)
    if (failure && isOfAll) ending = outcome.error ?? failure.message
  }
  return { results, failures }
}

const NO_ROOM = 'this request had no time or no calls left for it: send the bills again that were not tried'

interface Attempt {
  outcome: ItemOutcome
  failure?: GatewayError
  /** Whether every other bill would fail as well. */
  isOfAll?: boolean
}

async function resendOne(bill: PendingChange, key: string | undefined, billId: string): Promise<Attempt> {
  try {
    const { answer } = await changeOnce(bill, key, billId)
    if (answer.ok) return { outcome: { status: 'done', error: null } }
    const failure = toError(answer)
    return { outcome: { status: isLost(failure) ? 'unknown' : 'refused', error: failure.message }, failure }
  } catch (failure) {
    // It is thrown only where nothing was sent.
    if (!(failure instanceof GatewayError)) throw failure
    const seconds = failure.headers['Retry-After']
    const error = `${failure.message}${seconds ? ` (try it again after ${seconds} s)` : ''}`
    // 409: another request with the key is still sending this one.
    return { outcome: { status: 'not_tried', error }, failure, isOfAll: failure.status !== 409 }
  }
}
