import { sha256Hex } from '../../base/digest.ts'
import type { Stub } from '../../base/env.ts'
import { GatewayError } from '../../base/errors.ts'
import type { RecordState, Run, RunResult } from '../../base/idempotency.ts'
import { isObject } from '../../base/json-object.ts'
import { logUnhandledError } from '../http/unhandled-error.ts'
import type { RequestState } from '../state.ts'

/** The idempotency record for one request, which is one run of it (objects/ledger/ledger.ts). */
export interface IdempotencyRecord {
  /** The same for all requests with the key, even if the caller's API key was rotated. */
  readonly id: string
  /** The run of this request. */
  readonly run: string
  begin(first: FirstStep): Promise<RecordState>
  /** False when another run has the record: then this one must not send. */
  send(fresh: boolean): Promise<boolean>
  takeOver(before: string): Promise<RecordState>
  /** @param run the run that ended, if it is not this one */
  settle(result: RunResult, run?: string): Promise<void>
  release(): Promise<void>
}

/** What a run sends when it starts. */
export interface FirstStep extends Omit<Run, 'id' | 'body'> {
  /** The normalized request. The Idempotency-Key is valid only for this body. */
  body: unknown
}

/**
 * The record of an Idempotency-Key of this caller and operation. Calls no object yet.
 *
 * It has the name of the caller's lineage, so that a caller with a rotated API key does nothing twice.
 *
 * @param account identifies the account that is changed
 */
export async function openRecord(
  state: RequestState,
  account: readonly string[],
  key: string,
): Promise<IdempotencyRecord> {
  const { caller, operation, settings, platform } = state
  const name = await sha256Hex(JSON.stringify(['record', caller?.lineage, operation?.id, ...account, key]))
  const id = platform.uuid()

  type Step<Value> = (ledger: Stub<'LEDGER'>) => Promise<Value>
  /** Tried twice, with a new stub each time, because a stub that failed may stay broken. Each step may be repeated. */
  const twice = <Value>(step: Step<Value>): Promise<Value> => {
    const attempt = async () => step(settings.env.LEDGER.getByName(name))
    return attempt().catch(attempt)
  }
  /**
   * For steps after the product's response: the caller gets that response even if the record misses the end of its run.
   */
  const quietly = (step: Step<void>) => twice(step).catch((error) => logUnhandledError(state.id, error))
  const release = () => quietly((ledger) => ledger.release(id))
  /** For steps that must be stored before anything is sent. */
  const surely = <Value>(step: Step<Value>): Promise<Value> =>
    twice(step).catch(async (error) => {
      logUnhandledError(state.id, error)
      await release()
      throw new GatewayError(
        503,
        'Idempotency-Key: its record cannot be opened at the moment, and nothing was sent: send the same request again',
        { headers: { 'Retry-After': '1' } },
      )
    })

  return {
    id: name,
    run: id,
    begin: async ({ body: given, ...run }) => {
      const body = await bodyDigest(given)
      return surely(async (ledger): Promise<RecordState> => ledger.begin({ id, body, ...run }))
    },
    send: (fresh) => surely((ledger) => ledger.send(id, fresh)),
    takeOver: (before) => surely(async (ledger): Promise<RecordState> => ledger.takeOver(id, before)),
    settle: (result, run = id) => quietly((ledger) => ledger.settle(run, result)),
    release,
  }
}

/** A digest that is the same for two bodies with the same meaning. */
export const bodyDigest = (body: unknown): Promise<string> => sha256Hex(sortedJson(body))

/** JSON with the fields of every object in one order, so that two bodies with the same meaning have the same text. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => sorted(inner))

const sorted = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
