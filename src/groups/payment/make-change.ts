import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { NewBill } from '../../base/accounts.ts'
import { conflict, failed, GatewayError } from '../../base/errors.ts'
import type { Answer, Release, RunResult } from '../../base/once.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import { type Reply, reply } from '../../gateway/http/respond.ts'
import {
  type Finding,
  getRecordId,
  type OnceAnswer,
  type OnceRun,
  once,
  readAnswer,
  type Sent,
  type UnknownRun,
} from '../../gateway/once.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { reserveAmount } from '../../gateway/usage.ts'
import { changeBill, findBill } from './bill.ts'
import { beginBill, dropBill, findStoredBill, getReading, noteBill } from './bill-list.ts'
import { callbackUrl } from './callback.ts'
import { type ChangeContext, exists, type Mutation, type PendingChange } from './changes.ts'
import { claimRecentBill } from './duplicates.ts'
import type { writing } from './group.ts'
import type { BillAnswer } from './outputs.ts'
import { type Connection, connect, getGeneration } from './payssam.ts'
import { type BillResult, splitPersonal } from './result-fields.ts'
import { outcomeUnknown, USED_ID } from './results.ts'

type WriteHeaders = z.output<ReturnType<typeof writing>>

/** A request that changes something, with validated input. */
type Request<Body> = Context<AppEnv, string, { out: { header: WriteHeaders; json: Body } }>

/** Formats a change for the payment account of a request. */
type ChangeFor<Body> = (context: ChangeContext, body: Body) => Mutation

/** A handler that makes a change for the payment account of the request, once for each Idempotency-Key. */
export const handleChange =
  <Body>(changeFor: ChangeFor<Body>) =>
  (c: Request<Body>): Promise<Reply<BillAnswer>> =>
    answerChange(c, changeFor, c.req.valid('json'))

/** Makes one change for the payment account of the request, and answers with what the product says of its bill. */
export async function answerChange<Body>(
  c: Request<unknown>,
  changeFor: ChangeFor<Body>,
  body: Body,
): Promise<Reply<BillAnswer>> {
  const { context, ...request } = await openChanges(c)
  const change = changeFor(context, body)
  if (change.billId !== undefined) request.state.target = change.billId
  const made = await changeOnce({ ...request, change }, { key: c.req.valid('header')['Idempotency-Key'] })
  const { fields: result, headers } = readAnswer(made)
  return reply({ ...SUCCESS.payment, result }, 200, headers)
}

/** How a change is made at most once. */
interface ChangeKey {
  /** The Idempotency-Key. Without one each request makes a change of its own. */
  key: string | undefined
  /** What names it, if it is one of several with the same key. */
  part?: string
  /** The id of a change without a key. */
  id?: string | undefined
}

/** Makes a change, once for each Idempotency-Key. */
export const changeOnce = (pending: PendingChange, { key, part, id }: ChangeKey): Promise<OnceAnswer> =>
  key === undefined ? withoutKey(pending, id) : withKey(pending, key, part)

/** The id of a change that is made once for its key: `OnceRun.id`. */
export const getChangeId = async (
  { state, connection }: Pick<PendingChange, 'state' | 'connection'>,
  key: string,
  part?: string,
) => getRecordId(state, await nameAccount(connection, part), key)

/** What names the account of a change, and its place among several with the same key. */
async function nameAccount(connection: Connection, part: string | undefined): Promise<string[]> {
  const { baseUrl, memberId, merchantId } = await connection.account()
  return [baseUrl, memberId, merchantId, ...(part === undefined ? [] : [part])]
}

/**
 * Makes a change of money for one request, from the claim to the note. A failure has one of three kinds:
 *
 * - before: the change was not made, because nothing was sent or the product refused the account or the pace. It is
 *   thrown as a GatewayError, everything claimed is released, and the key stays usable.
 * - attempt: the product refused, or its answer was lost. It is the result. A refusal releases what was claimed, an
 *   unknown outcome does not, because the money may have moved.
 * - after: what is known could not be noted. It is logged, and the caller gets the result.
 *
 * Any other error is a bug, and may come after the sending: what was claimed stays.
 */
async function makeChange(pending: PendingChange, run: ChangeRun): Promise<Sent> {
  const { state, connection, change } = pending
  const { before, startSending } = run
  const billId = before ? before.billId : change.billId
  // What is sent again may be out of date. That is refused before anything is claimed.
  const repeated = before && (await change.call(billId))

  const claimed: Release[] = []
  const claim = (release: Release) => claimed.unshift(release)
  const releaseAll = async () => {
    for (const release of claimed) await release()
  }
  try {
    // Claim: the customer got no such bill in the last minutes.
    if (change.duplicateCheck && billId !== undefined)
      claim(await claimRecentBill(pending, change.duplicateCheck, { id: run.id, billId }))

    // Limits: the amount counts from now on, so that many requests at once cannot overspend.
    claim(await reserveAmount(state, { id: run.id, run: run.run, amount: change.amount }))

    // Send, once. The bill is listed before, so that a crash loses none.
    const call = repeated ?? (await change.call())
    if (!before && change.ownId && billId !== undefined && startSending)
      await checkUnused(pending, startSending, billId)
    const listed = toListed(pending, billId)
    if (listed) {
      await beginBill(pending, run.run, listed)
      claim(() => dropBill(pending, run.run, listed.bill_id))
    }
    const sent = await changeBill(connection, call, { billId, explain: explainBy(pending, billId) })

    // Prove: the first of two calls may have been processed late, which made the product refuse the second.
    const result = before && !sent.answer.ok ? await proveRepeated(pending, before, sent) : sent

    // Note what the bill became.
    if (result.state === 'done' && !result.answer.ok) await releaseAll()
    else await noteChange(pending, billId, result, listed)
    return result
  } catch (error) {
    if (error instanceof GatewayError) await releaseAll()
    throw error
  }
}

/** One run of a change. `before` and `startSending` as in `OnceRun`, absent for a request without a key. */
interface ChangeRun extends Pick<OnceRun, 'id' | 'run'>, Partial<Pick<OnceRun, 'before' | 'startSending'>> {}

/** Without an Idempotency-Key each request makes a change of its own. */
async function withoutKey(pending: PendingChange, id = pending.state.platform.uuid()): Promise<OnceAnswer> {
  const { answer } = await makeChange(pending, { id, run: id })
  return { answer, replayed: false }
}

/** All requests with one Idempotency-Key make one change. */
async function withKey(pending: PendingChange, key: string, part: string | undefined): Promise<OnceAnswer> {
  const { state, connection, change } = pending
  const { body, billId, ownId = false } = change
  return once(state, {
    account: await nameAccount(connection, part),
    key,
    body,
    billId,
    isPrepared: ownId,
    send: (run) => makeChange(pending, run),
    find: (before) => findChange(pending, before),
    // LEDGER is not encrypted, so it has nothing about the person who paid.
    recorded: (answer) => (answer.ok ? { ...answer, value: splitPersonal(answer.value).data } : answer),
  })
}

export type OpenedChanges = Omit<PendingChange, 'change'> & { context: ChangeContext }

/** The payment account of a request, and how changes of its bills are formatted. */
export async function openChanges(c: Request<unknown>): Promise<OpenedChanges> {
  const state = c.get('state')
  const connection = connect(c)
  const account = await connection.account()
  const context = {
    account,
    api: getGeneration(account),
    platform: state.platform,
    // The product's report can be matched only to the stored account.
    callbackUrl: async (billId: string) =>
      connection.isStored
        ? callbackUrl(state.settings, new URL(c.req.url).origin, state.upstream.accountOf('payment'), billId)
        : undefined,
  }
  return { state, connection, context }
}

/**
 * Reads the bill before anything is sent: a bill with a caller's own id proves something later only if it did not exist
 * before. An id in use is refused here. The product would also refuse it, but its response could get lost and leave the
 * outcome unknown. When the bill cannot be read, nothing is sent and the key stays usable.
 */
async function checkUnused(
  { connection }: PendingChange,
  startSending: OnceRun['startSending'],
  billId: string,
): Promise<void> {
  const isThere = exists(await findBill(connection, billId).catch(throwNothingSent))
  if (isThere) throw conflict(USED_ID.message)
  await startSending(isThere === false)
}

/** Throws an error that says that reading failed and nothing was sent. */
function throwNothingSent(error: unknown): never {
  if (!(error instanceof GatewayError) || error.status < 500) throw error
  const { status, message, reason, headers } = error
  throw new GatewayError(status, `${message}; nothing was sent`, { reason, headers })
}

/** The new bill for the list of bills. Undefined for a change of another kind. */
function toListed({ state, change }: PendingChange, billId: string | undefined): NewBill | undefined {
  if (billId === undefined || !change.listed) return undefined
  return { ...change.listed, bill_id: billId, sentAt: state.platform.now() }
}

/** Determines from the bill why the product refused. */
function explainBy(pending: PendingChange, billId: string | undefined) {
  const { explanation } = pending.change
  if (!explanation || billId === undefined) return undefined
  const getStoredPrice = async () => (await findStoredBill(pending, billId))?.price ?? undefined
  return (bill: BillResult) => explanation(bill, getStoredPrice)
}

/** Stores the state that a change has given the bill, after the response. */
async function noteChange(
  pending: PendingChange,
  billId: string | undefined,
  { answer }: RunResult,
  listed: NewBill | undefined,
): Promise<void> {
  if (billId === undefined || !answer.ok) return
  const { amount, becomes } = pending.change
  const at = pending.state.platform.now()
  const fields = answer.value
  // A bill can only be cancelled whole, so what was cancelled is what had been approved.
  const approvedPrice = becomes === 'cancelled' ? amount : undefined
  const reading = getReading(fields, at) ?? (becomes && { state: becomes, at, approvedPrice, fields })
  if (reading) await noteBill(pending, billId, reading, listed)
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

/** The outcome of a call that was sent again and failed. The bill may show that the first call made the change. */
async function proveRepeated(pending: PendingChange, before: UnknownRun, sent: RunResult): Promise<Sent> {
  const evidence = await readEvidence(pending, { ...before, fresh: true })
  if (typeof evidence === 'object') return { state: 'done', answer: evidence.done, isEarlier: true }
  if (sent.answer.ok || sent.state === 'unknown' || evidence === 'undone') return sent
  const { message, reason } = sent.answer
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
