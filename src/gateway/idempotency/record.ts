import { sha256Hex } from '../../base/digest.ts'
import { GatewayError } from '../../base/errors.ts'
import type { RecordObject, RecordState, Run, RunResult } from '../../base/idempotency.ts'
import { isObject } from '../../base/json-object.ts'
import { logUnhandledError } from '../http/unhandled-error.ts'
import type { RequestState } from '../state.ts'

/** The idempotency record as one request uses it; the request is one run of it (objects/ledger/ledger.ts). */
export interface IdempotencyRecord {
  /** The same for all requests with the key, whatever the caller's own key is by now. */
  readonly id: string
  /** The run that this request is. */
  readonly run: string
  begin(first: FirstStep): Promise<RecordState>
  /** False where another run has the record: then this one must not send. */
  send(fresh: boolean): Promise<boolean>
  takeOver(before: string): Promise<RecordState>
  /** @param run the run that ended, when it is not this one */
  settle(result: RunResult, run?: string): Promise<void>
  release(): Promise<void>
}

/** What a run says of itself when it begins. */
export interface FirstStep extends Omit<Run, 'id' | 'body' | 'olderBody'> {
  /** What the caller wants: the Idempotency-Key holds for this body only. */
  body: unknown
  /** The body as it was sent, of an operation whose keys version 1.0.0 took already. */
  sent?: unknown
}

/**
 * The record of an Idempotency-Key of this caller and operation. Nothing is asked of an object yet.
 *
 * It is found by the caller's lineage, so that a caller with a new key does nothing a second time. It stands under the name
 * that the digest of the key gives, under which earlier releases look for it: after a rollback, too, nothing is sent twice.
 *
 * @param account what identifies the account that is changed
 */
export async function openRecord(
  state: RequestState,
  account: readonly string[],
  key: string,
): Promise<IdempotencyRecord> {
  const { caller, operation, settings, platform } = state
  const what = [operation?.id, ...account, key]
  const ownName = await sha256Hex(JSON.stringify([caller?.digest, ...what]))
  const lineageName = await sha256Hex(JSON.stringify(['lineage', caller?.lineage, ...what]))
  /** Known once the record was looked for. */
  let name: string | undefined
  const id = platform.uuid()

  type Step<Value> = (ledger: RecordObject) => Promise<Value>
  /** Tried twice, with a new stub each time, since a stub that failed may stay broken. Each step may be repeated. */
  const twice = <Value>(step: Step<Value>): Promise<Value> => {
    const attempt = async () => {
      name ??= await settings.env.LEDGER.getByName(lineageName).locate(ownName)
      return step(settings.env.LEDGER.getByName(name))
    }
    return attempt().catch(attempt)
  }
  /** For steps after the product's answer: the caller gets that answer even if the record misses the end of its run. */
  const quietly = (step: Step<void>) => twice(step).catch((error) => logUnhandledError(state.id, error))
  const release = () => quietly((ledger) => ledger.release(id))
  /** For steps that must be kept before anything is sent. */
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
    id: lineageName,
    run: id,
    begin: async ({ body, sent, ...run }) => {
      const digests = {
        body: await bodyDigest(body),
        ...(sent !== undefined && { olderBody: await olderBodyDigest(sent) }),
      }
      return surely(async (ledger): Promise<RecordState> => ledger.begin({ id, ...digests, ...run }))
    },
    send: (fresh) => surely((ledger) => ledger.send(id, fresh)),
    takeOver: (before) => surely(async (ledger): Promise<RecordState> => ledger.takeOver(id, before)),
    settle: (result, run = id) => quietly((ledger) => ledger.settle(run, result)),
    release,
  }
}

/** The digest by which two bodies of one meaning are the same body. */
export const bodyDigest = (body: unknown): Promise<string> => sha256Hex(sortedJson(body))

/** The digest that version 1.0.0 made of a body as it was sent. */
export const olderBodyDigest = (sent: unknown): Promise<string> => sha256Hex(JSON.stringify(sent))

/** JSON with the fields of every object in one order, so that two bodies of one meaning have one text. */
export const sortedJson = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => sorted(inner))

const sorted = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
