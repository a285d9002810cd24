import * as z from 'zod/mini'
import { bodyDigest, sha256Hex } from '../base/crypto.ts'
import type { Stub } from '../base/env.ts'
import { badInput, GatewayError, unwrap } from '../base/errors.ts'
import { callObject, ledger } from '../base/objects.ts'
import type { Answer, RecordState, RunResult } from '../base/once.ts'
import { logUnhandledError } from './http/log.ts'
import type { RequestState } from './state.ts'

/** The record of a run that may have sent, and whose outcome is unknown. */
export type UnknownRun = Extract<RecordState, { state: 'unknown' }>

/** Whether an earlier run made the change: with the response, not at all, or with the response that it is unknown. */
export type Finding = { done: Answer } | 'undone' | { unknown: Answer }

/** How a run ended. `isEarlier`: the change was made before this run. */
export interface Sent extends RunResult {
  isEarlier?: boolean
}

/** A request that may send now. */
export interface OnceRun {
  /** The same for all requests with the key, even if the caller's API key was rotated. */
  readonly id: string
  /** The id of this request. */
  readonly run: string
  /** The run before, which did nothing, or whose work `send` reads. Undefined when nothing was ever sent. */
  readonly before: UnknownRun | undefined
  /** What the run before kept, such as the ids of what it has prepared. */
  readonly steps: string | undefined
  /** Stores what a later run continues from. Throws 409 when another run has the record. */
  keep(steps: string): Promise<void>
  /**
   * From now on the change may have been made. A prepared run (`isPrepared`) calls this before it sends. Throws 409 when another run
   * has the record: then this one must not send.
   *
   * @param fresh whether the bill did not exist before
   */
  startSending(fresh: boolean, steps?: string): Promise<void>
}

/** A change that is made at most once. */
export interface Once {
  /** Identifies the account that is changed. */
  account: readonly string[]
  /** The Idempotency-Key. Without one, identical requests of all callers are one change. */
  key: string | undefined
  /** The normalized request. A key is valid only for this body. */
  body: unknown
  /** The bill of the change, chosen before anything is sent. */
  billId?: string | undefined
  /** Whether the run reads or prepares something before it sends. It calls `startSending` then. */
  isPrepared: boolean
  /**
   * Makes the change. Throws a GatewayError only when nothing was sent, or the product processed nothing. Then the key
   * counts as unused.
   */
  send(run: OnceRun): Promise<Sent>
  /** Looks whether an earlier run made the change. Absent when `send` does so before it sends. */
  find?(before: UnknownRun): Promise<Finding>
  /** What is stored of a response. */
  recorded?(answer: Answer): Answer
  /** Whether what was done does not count any more, so that the same request makes another change. */
  isOver?(answer: Answer): Promise<boolean>
  /** Waits while another request makes the change. Throws when there is no time for that. Absent: 409 at once. */
  wait?(): Promise<void>
}

/** The response to the caller. */
export interface OnceAnswer {
  answer: Answer
  /** Whether an earlier request made the change: this one has changed nothing. */
  replayed: boolean
}

/** Makes a change at most once for its key. */
export async function once(state: RequestState, change: Once): Promise<OnceAnswer> {
  const record = await openRecord(state, change)
  const send = async (steps: string | undefined, before?: UnknownRun): Promise<OnceAnswer> => {
    const { isEarlier = false, ...result } = await releaseOnError(record.release, () =>
      change.send(record.run(steps, before)),
    )
    await record.settle(result)
    return { answer: result.answer, replayed: isEarlier }
  }
  let found = await record.open()
  for (;;) {
    switch (found.state) {
      case 'new':
        return send(found.steps)
      case 'other body':
        throw otherBody()
      case 'done':
        if (!(await change.isOver?.(found.answer))) return { answer: found.answer, replayed: true }
        found = await record.open(found.run)
        break
      case 'running':
        if (!change.wait) throw stillRunning(change.key, found.retryAfter)
        await change.wait()
        found = await record.open()
        break
      case 'unknown': {
        const before: UnknownRun = found
        const finding = (await change.find?.(before)) ?? 'undone'
        if (finding !== 'undone') {
          if ('unknown' in finding) return { answer: finding.unknown, replayed: true }
          await record.settle({ state: 'done', answer: finding.done }, before.run)
          return { answer: finding.done, replayed: true }
        }
        // Of several requests that found this, one may send.
        found = await record.takeOver(before.run)
        if (found.state === 'new') return send(found.steps, before)
        if (found.state === 'unknown') throw stillRunning(change.key)
      }
    }
  }
}

/** The id of the record of a change with an Idempotency-Key. */
export const getRecordId = (
  { caller, operation }: RequestState,
  account: readonly string[],
  key: string,
): Promise<string> => sha256Hex(JSON.stringify(['record', caller?.lineage, operation?.id, ...account, key]))

/**
 * The record of a change in LEDGER, for one request. It has the name of the caller's lineage, so that a caller with a
 * rotated API key does nothing twice.
 */
async function openRecord(state: RequestState, { account, key, body, billId, isPrepared, recorded }: Once) {
  const { operation, settings, platform } = state
  const digest = await bodyDigest(body)
  const id =
    key === undefined
      ? await sha256Hex(JSON.stringify(['same', operation?.id, ...account, digest]))
      : await getRecordId(state, account, key)
  const run = platform.uuid()

  type Step<Value> = (record: Stub<'LEDGER'>) => Promise<Value>
  const callRecord = <Value>(step: Step<Value>) => callObject(settings, ledger(id), step)
  /** For steps after the product's response: the caller gets that response even if the record misses the end of its run. */
  const bestEffort = (step: Step<void>) => callRecord(step).catch((error) => logUnhandledError(state.id, error))
  const release = () => bestEffort((record) => record.release(run))
  /** For steps that must be stored before anything is sent. */
  const required = <Value>(step: Step<Value>) =>
    callRecord(step).catch(async (error) => {
      logUnhandledError(state.id, error)
      await release()
      const record = key === undefined ? 'the record of this request' : 'Idempotency-Key: its record'
      throw new GatewayError(
        503,
        `${record} cannot be opened at the moment, and nothing was sent: send the same request again`,
        { headers: { 'Retry-After': '1' } },
      )
    })

  const mustOwn = (isOwn: boolean): void => {
    if (!isOwn) throw stillRunning(key)
  }

  return {
    release,
    open: (over?: string) => required((record) => record.begin({ id: run, body: digest, billId, isPrepared }, over)),
    takeOver: (before: string) => required((record) => record.takeOver(run, before)),
    settle: ({ state, answer }: RunResult, of = run) =>
      bestEffort((record) => record.settle(of, { state, answer: recorded?.(answer) ?? answer })),
    run(steps: string | undefined, before: UnknownRun | undefined): OnceRun {
      let maySend = !isPrepared
      let stored: Promise<unknown> = Promise.resolve()
      return {
        id,
        run,
        before,
        steps,
        keep(more) {
          // In order, because each call has a stub of its own.
          const step = stored.then(() => (maySend ? callRecord : required)((record) => record.keep(run, more)))
          stored = step.catch(() => {})
          return step.then(mustOwn)
        },
        async startSending(fresh, more) {
          await stored
          mustOwn(await required((record) => record.send(run, fresh, more)))
          maySend = true
        },
      }
    },
  }
}

/**
 * Releases the record when the work fails. The work throws an error only when nothing was sent, or the product
 * processed nothing. After an unexpected error, the record stays with its run, whose outcome is then unknown.
 */
async function releaseOnError<Value>(release: () => Promise<void>, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayError) await release()
    throw error
  }
}

/** On each response that repeats that of an earlier request. */
export const REPLAYED = { 'Idempotent-Replayed': 'true' }

export const otherBody = () => badInput('Idempotency-Key: was used before with another body')

/** @param retryAfter seconds */
function stillRunning(key: string | undefined, retryAfter = 1): GatewayError {
  const message =
    key === undefined
      ? 'the same request is still running'
      : 'Idempotency-Key: another request with it is still running'
  return new GatewayError(409, message, { headers: { 'Retry-After': String(retryAfter) } })
}

/** The fields of a response, and its headers. Throws a response that is an error. */
export function readAnswer({ answer, replayed }: OnceAnswer) {
  const headers: Record<string, string> = replayed ? REPLAYED : {}
  const fields = unwrap(answer.ok ? answer : { ...answer, headers: { ...answer.headers, ...headers } })
  return { fields, headers }
}

/** The header of an operation that makes its change at most once for each key. */
export const idempotencyKey = (description: string) =>
  z
    .optional(z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')))
    .check(z.meta({ description, examples: ['2026-11-21-0001'] }))
