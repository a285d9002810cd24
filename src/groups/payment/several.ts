import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { failed, GatewayError } from '../../base/errors.ts'
import type { Answer, RunResult } from '../../base/once.ts'
import { countDone, type ItemOutcome, isLost, isRefusal, requireDone } from '../../gateway/batch.ts'
import { type OnceRun, once, readAnswer } from '../../gateway/once.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { PendingChange } from './changes.ts'
import type { writing } from './group.ts'
import { changeOnce, type OpenedChanges } from './make-change.ts'

/** A request for several changes, with validated input. */
export type SeveralRequest = Context<
  AppEnv,
  string,
  { out: { header: z.output<ReturnType<typeof writing>>; json: unknown } }
>

/** One of several changes of a request. */
export interface Part {
  billId: string
  pending: PendingChange
  /** What names its record among those of the same Idempotency-Key. */
  name: string
  /** The id of its run without an Idempotency-Key. */
  id?: string
  /** The most calls that it makes. */
  calls: number
}

/** What became of one of several bills. */
export interface PartResult extends ItemOutcome {
  bill_id: string
  short_url: string | null
}

interface Several {
  /** The normalized request. An Idempotency-Key is valid only for this body. */
  body: unknown
  /** Whether `begin` stores something before anything is sent. It calls `startSending` then. */
  isPrepared: boolean
  /**
   * Formats the changes. Throws when none of them may be sent.
   *
   * @param run undefined without an Idempotency-Key
   * @param before what an earlier run of the same request ended with
   */
  begin(run: OnceRun | undefined, before: readonly PartResult[]): Promise<readonly Part[]>
  /** After the last one. */
  end?(): Promise<void>
}

/** With less than this left of the deadline no bill is sent, because its answer might be lost; in milliseconds. */
const RESERVE_MS = 5_000

/**
 * Makes several changes, one after the other, and reports each. With an Idempotency-Key each is made at most once: the
 * request has a record, and each of its bills has one of its own. So the same request continues after a crash, makes
 * only the changes that were not sent, and looks again for those whose answers were lost.
 */
export async function changeSeveral(c: SeveralRequest, { state, connection }: OpenedChanges, several: Several) {
  const key = c.req.valid('header')['Idempotency-Key']
  const send = async (run?: OnceRun): Promise<RunResult> => {
    const before = readResults(run?.before?.answer)
    const { results, failures, unsent, open } = await changeEach(await several.begin(run, before), key, before)
    await several.end?.()
    // Nothing was sent: the key counts as unused.
    if (unsent === results.length) requireDone(results, report(results), failures)
    const value = { results: JSON.stringify(results), failures: JSON.stringify(failures.map(failed)) }
    return { state: open > 0 ? 'unknown' : 'done', answer: { ok: true, value } }
  }
  const make = async () => {
    if (key === undefined) return { answer: (await send()).answer, replayed: false }
    const { baseUrl, memberId, merchantId } = await connection.account()
    const { body, isPrepared } = several
    return once(state, { account: [baseUrl, memberId, merchantId], key, body, isPrepared, send })
  }
  const { fields, headers } = readAnswer(await make())
  const results: PartResult[] = JSON.parse(fields.results ?? '[]')
  const stored: Failed[] = JSON.parse(fields.failures ?? '[]')
  const failures = stored.map((one) => toError({ ...one, headers: { ...one.headers, ...headers } }))
  return { results, failures, headers }
}

const readResults = (answer: Answer | undefined): PartResult[] =>
  answer?.ok ? JSON.parse(answer.value.results ?? '[]') : []

const report = (results: readonly PartResult[]) => ({ ...countDone(results), results })

/** The most bills that the audit log names. */
const MOST_NAMED = 3

export function nameBills(billIds: readonly string[]): string {
  const more = billIds.length - MOST_NAMED
  return [...billIds.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

type Failed = Extract<ReturnType<typeof failed>, { ok: false }>

const toError = ({ status, message, ...details }: Failed) => new GatewayError(status, message, details)

/**
 * Makes each change. Those after a failure that is not about their bill are not tried. What was done before, or cannot be
 * found out any more, is as it was: its own record may have ended before that of the request.
 */
async function changeEach(parts: readonly Part[], key: string | undefined, before: readonly PartResult[]) {
  const results: PartResult[] = []
  const failures: GatewayError[] = []
  /** How many were not sent. */
  let unsent = 0
  /** How many the same request may still send or find out. */
  let open = 0
  let ending: string | undefined
  for (const [index, part] of parts.entries()) {
    const { billId, calls } = part
    const known = before[index]
    if (known?.status === 'done' || (known?.status === 'unknown' && !part.pending.change.proof)) {
      results.push(known)
      continue
    }
    const { budget, deadline } = part.pending.state.upstream
    if (index > 0 && (budget.callsLeft < calls || deadline.leftMs < RESERVE_MS)) ending ??= NO_ROOM
    if (ending !== undefined) {
      unsent += 1
      open += 1
      results.push({ bill_id: billId, status: 'not_tried', error: ending, short_url: null })
      continue
    }
    const { outcome, short_url = null, failure, isUnsent, isOfAll } = await changePart(part, key)
    results.push({ bill_id: billId, ...outcome, short_url })
    if (isUnsent) unsent += 1
    if (isUnsent || (outcome.status === 'unknown' && part.pending.change.proof)) open += 1
    if (failure) failures.push(failure)
    if (failure && isOfAll) ending = outcome.error ?? failure.message
  }
  return { results, failures, unsent, open }
}

const NO_ROOM = 'this request had no time or no calls left for it: send the bills again that were not tried'

interface Attempt {
  outcome: ItemOutcome
  short_url?: string | undefined
  failure?: GatewayError
  /** Whether nothing was sent. */
  isUnsent?: boolean
  /** Whether every other bill would fail as well. */
  isOfAll?: boolean
}

async function changePart({ pending, name, id }: Part, key: string | undefined): Promise<Attempt> {
  try {
    const { answer } = await changeOnce(pending, { key, part: name, id })
    if (answer.ok) return { outcome: { status: 'done', error: null }, short_url: answer.value.short_url }
    const failure = toError(answer)
    return { outcome: { status: isLost(failure) ? 'unknown' : 'refused', error: failure.message }, failure }
  } catch (failure) {
    // It is thrown only where nothing was sent.
    if (!(failure instanceof GatewayError)) throw failure
    const seconds = failure.headers['Retry-After']
    const error = `${failure.message}${seconds ? ` (try it again after ${seconds} s)` : ''}`
    // 409 with a time: another request with the key is still sending this one.
    const isBusy = failure.status === 409 && seconds !== undefined
    const isRefused = isRefusal(failure) && failure.status !== 403 && !isBusy
    const outcome: ItemOutcome = { status: isRefused ? 'refused' : 'not_tried', error }
    return { outcome, failure, isUnsent: true, isOfAll: !isRefused && !isBusy }
  }
}
