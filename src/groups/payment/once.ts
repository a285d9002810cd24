import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { sha256Hex } from '../../base/crypto.ts'
import { conflict, failed, GatewayError } from '../../base/errors.ts'
import { callObject, ledger } from '../../base/objects.ts'
import type { Answer, RecentWish, RunResult } from '../../base/once.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { logUnhandledError } from '../../gateway/http/log.ts'
import { type Reply, reply } from '../../gateway/http/respond.ts'
import {
  type Finding,
  type OnceAnswer,
  type OnceRun,
  once,
  readAnswer,
  type Sent,
  type UnknownRun,
} from '../../gateway/once.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { withinLimits } from '../../gateway/usage.ts'
import { changeBill, findBill } from './bill.ts'
import { beginBill, dropBill, findStoredBill, getReading, noteBill } from './bill-list.ts'
import { callbackUrl } from './callback.ts'
import type { ChangeContext, Mutation } from './changes.ts'
import type { writing } from './group.ts'
import type { BillAnswer } from './outputs.ts'
import { type Connection, connect, getGeneration, type ProductCall } from './payssam.ts'
import { type BillResult, splitPersonal } from './result-fields.ts'
import { isState, outcomeUnknown, USED_ID } from './results.ts'

type WriteHeaders = z.output<ReturnType<typeof writing>>

/** One change that a request asks for. */
interface PendingChange {
  state: RequestState
  connection: Connection
  change: Mutation
}

/** Sends the call of a change. A request does this once, whatever the outcome. */
async function sendChange(
  pending: PendingChange,
  call: ProductCall,
  billId = pending.change.billId,
): Promise<RunResult> {
  const { state, connection, change } = pending
  if (billId === undefined) return changeBill(connection, call, { billId })
  const { explanation } = change
  const getStoredPrice = async () => (await findStoredBill(pending, billId))?.price ?? undefined
  const explain = (bill: BillResult) => explanation?.(bill, getStoredPrice)
  const about = { billId, ...(explanation && { explain }) }
  const run = state.platform.uuid()
  const bill = change.listed && { ...change.listed, bill_id: billId, sentAt: state.platform.now() }
  if (bill) await beginBill(pending, run, bill)
  let result: RunResult
  try {
    result = await changeBill(connection, call, about)
  } catch (error) {
    if (bill && error instanceof GatewayError) await dropBill(pending, run, billId)
    throw error
  }
  if (result.answer.ok) {
    const at = state.platform.now()
    const fields = result.answer.value
    const { becomes } = change
    // A bill can only be cancelled whole, so what was cancelled is what had been approved.
    const approvedPrice = becomes === 'cancelled' ? change.amount : undefined
    const reading = getReading(fields, at) ?? (becomes && { state: becomes, at, approvedPrice, fields })
    if (reading) await noteBill(pending, billId, reading, bill)
  } else if (bill && result.state === 'done') await dropBill(pending, run, billId)
  return result
}

/** Sends a change within the limits of the caller. All runs of one Idempotency-Key count once. */
const spending = <Result extends RunResult>(
  { state, change }: PendingChange,
  { id, run }: Pick<OnceRun, 'id' | 'run'>,
  send: () => Promise<Result>,
): Promise<Result> => withinLimits(state, { id, run, amount: change.amount }, send)

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

const MINUTE_MS = 60_000

/**
 * Sends a bill or a charge, and remembers it for 10 minutes. With `confirm_duplicate: false`, as tools send it, throws 409
 * before anything is sent if the same customer got one for the same product and amount in that time: a model that repeats
 * a call often makes up another Idempotency-Key. A bill of a caller who does not say passes even if it cannot be
 * remembered.
 *
 * @param id the same for all runs of one Idempotency-Key
 * @param billId the bill that `send` sends
 * @param send throws a GatewayError only when nothing was sent, or the product processed nothing
 */
async function withoutDuplicate<Result extends RunResult>(
  { state, connection, change: { wish } }: PendingChange,
  { id, billId }: { id: string; billId: string | undefined },
  send: () => Promise<Result>,
): Promise<Result> {
  if (!wish || billId === undefined) return send()
  const { isConfirmed } = wish
  const { baseUrl, memberId, merchantId } = await connection.account()
  const name = await sha256Hex(JSON.stringify(['wish', baseUrl, memberId, merchantId, ...wish.what]))
  const drop = () =>
    callObject(state.settings, ledger(name), (object) => object.dropWish(id)).catch((error) =>
      logUnhandledError(state.id, error),
    )

  const earlier = await callObject(state.settings, ledger(name), (object) =>
    object.claimWish({ id, billId }, isConfirmed ?? true),
  ).catch((error) => {
    logUnhandledError(state.id, error)
    if (isConfirmed === undefined) return undefined
    throw new GatewayError(503, 'earlier bills cannot be checked at the moment, and nothing was sent: try again', {
      headers: { 'Retry-After': '1' },
    })
  })
  if (earlier) throw isDuplicate(earlier, state.platform.now())
  try {
    const result = await send()
    if (result.state === 'done' && !result.answer.ok) await drop()
    return result
  } catch (error) {
    if (error instanceof GatewayError) await drop()
    throw error
  }
}

function isDuplicate({ billId, at }: RecentWish, now: number): GatewayError {
  const minutes = Math.floor((now - at) / MINUTE_MS)
  const ago = minutes === 0 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
  return conflict(
    `the same customer got bill ${billId} for the same product and amount ${ago}: nothing was sent. To send another one anyway, repeat the request with confirm_duplicate true`,
  )
}

/** What the bill shows: the response of the change, that nothing was done, nothing, or that the bill cannot be read. */
type Evidence = { done: Answer } | 'undone' | 'nothing' | 'unread'

/** Whether an earlier run made the change, as its bill shows it. */
async function findChange(pending: PendingChange, before: UnknownRun): Promise<Finding> {
  const evidence = await readEvidence(pending, before)
  if (evidence === 'undone' || typeof evidence === 'object') return evidence
  const advice =
    evidence === 'nothing'
      ? 'only a new Idempotency-Key would send it again'
      : 'the bill cannot be read now: ask again with the same Idempotency-Key'
  const { answer = neverAnswered(before.billId) } = before
  return { unknown: answer.ok ? answer : { ...answer, message: `${answer.message}; ${advice}` } }
}

/** Sends after a run that did nothing. */
async function resend(pending: PendingChange, call: ProductCall, before: UnknownRun): Promise<Sent> {
  const result = await sendChange(pending, call, before.billId)
  if (result.answer.ok) return result
  // The first call may have been processed late, which made the product refuse this one.
  const evidence = await readEvidence(pending, { ...before, fresh: true })
  if (typeof evidence === 'object') return { state: 'done', answer: evidence.done, isEarlier: true }
  if (result.state === 'unknown' || evidence === 'undone') return result
  const { message, reason } = result.answer
  return { state: 'unknown', answer: failed(outcomeUnknown(502, message, before.billId, reason)) }
}

const neverAnswered = (billId: string | undefined): Answer =>
  failed(outcomeUnknown(502, 'the first request with this Idempotency-Key never ended', billId, 'unavailable'))

async function readEvidence(pending: PendingChange, { billId, fresh }: UnknownRun): Promise<Evidence> {
  const { connection, change } = pending
  if (billId === undefined || !change.proof) return 'nothing'
  const bill = await findBill(connection, billId).catch(unreadAfter)
  if (bill === 'unread') return bill
  const reading = getReading(bill, pending.state.platform.now())
  if (reading) await noteBill(pending, billId, reading)
  const proved = change.proof(bill, fresh)
  if (proved !== 'done') return proved
  return bill ? { done: { ok: true, value: bill } } : 'nothing'
}

function unreadAfter(error: unknown): 'unread' {
  if (error instanceof GatewayError) return 'unread'
  throw error
}

/** Makes a change, only once per Idempotency-Key if the caller sent one. */
async function runIdempotent(pending: PendingChange, key: string | undefined): Promise<Reply<BillAnswer>> {
  const made = await (key === undefined ? runPlain(pending) : runOnce(pending, key))
  const { fields: result, headers } = readAnswer(made)
  return reply({ ...SUCCESS.payment, result }, 200, headers)
}

async function runPlain(pending: PendingChange): Promise<OnceAnswer> {
  const { state, change } = pending
  const id = state.platform.uuid()
  const { answer } = await withoutDuplicate(pending, { id, billId: change.billId }, () =>
    spending(pending, { id, run: id }, async () => sendChange(pending, await change.call())),
  )
  return { answer, replayed: false }
}

async function runOnce(pending: PendingChange, key: string): Promise<OnceAnswer> {
  const { state, connection, change } = pending
  const { body, billId, ownId = false } = change
  const { baseUrl, memberId, merchantId } = await connection.account()
  return once(state, {
    account: [baseUrl, memberId, merchantId],
    key,
    body,
    billId,
    isPrepared: ownId,
    async send(run) {
      const { id, before } = run
      const sendOnce = (of: string | undefined, send: () => Promise<Sent>) =>
        withoutDuplicate(pending, { id, billId: of }, () => spending(pending, run, send))
      if (!before) return sendOnce(billId, () => sendFirst(pending, run))
      const call = await change.call(before.billId)
      return sendOnce(before.billId, () => resend(pending, call, before))
    },
    find: (before) => findChange(pending, before),
    // LEDGER is not encrypted, so it has nothing about the person who paid.
    recorded: (answer) => (answer.ok ? { ...answer, value: splitPersonal(answer.value).data } : answer),
  })
}

/** Sends the change if nothing was ever sent under the key. */
async function sendFirst(pending: PendingChange, run: OnceRun): Promise<RunResult> {
  const { change } = pending
  const call = await change.call()
  if (change.ownId && change.billId !== undefined) await checkUnused(pending, run, change.billId)
  return sendChange(pending, call)
}

/**
 * Reads the bill before anything is sent: a bill with a caller's own id proves something later only if it did not exist
 * before. An id in use is refused here. The product would also refuse it, but its response could get lost and leave the
 * outcome unknown. When the bill cannot be read, nothing is sent and the key stays usable.
 */
async function checkUnused({ connection }: PendingChange, run: OnceRun, billId: string): Promise<void> {
  const isThere = exists(await findBill(connection, billId).catch(throwNothingSent))
  if (isThere) throw conflict(USED_ID.message)
  await run.startSending(isThere === false)
}

/** Throws an error that says that reading failed and nothing was sent. */
function throwNothingSent(error: unknown): never {
  if (!(error instanceof GatewayError) || error.status < 500) throw error
  const { status, message, reason, headers } = error
  throw new GatewayError(status, `${message}; nothing was sent`, { reason, headers })
}

/** A request that changes something, with validated input. */
type Request<Body> = Context<AppEnv, string, { out: { header: WriteHeaders; json: Body } }>

/** A handler that makes a change for the payment account of the request, under its Idempotency-Key. */
export const idempotentHandler =
  <Body>(changeFor: (context: ChangeContext, body: Body) => Mutation) =>
  async (c: Request<Body>): Promise<Reply<BillAnswer>> => {
    const state = c.get('state')
    const headers = c.req.valid('header')
    const connection = connect(c)
    const account = await connection.account()
    const context = {
      account,
      api: getGeneration(account),
      platform: state.platform,
      // The product's report can be matched only to the stored account.
      callbackUrl: async (billId: string) =>
        headers['X-Payment-Mode'] ? callbackUrl(state.settings, new URL(c.req.url).origin, billId) : undefined,
    }
    const change = changeFor(context, c.req.valid('json'))
    if (change.billId !== undefined) state.target = change.billId
    return runIdempotent({ state, connection, change }, headers['Idempotency-Key'])
  }
