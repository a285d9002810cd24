import { sha256Hex } from '../../base/digest.ts'
import { GatewayError } from '../../base/errors.ts'
import type { Ending, Found, RecordObject, Run } from '../../base/idempotency.ts'
import { logBug } from '../../gateway/bug.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { Connection } from './connection.ts'
import { sortedJson } from './sorted-json.ts'

/** The idempotency record of one request, which is one run of it (ledger/ledger.ts). */
export interface IdempotencyRecord {
  begin(first: Omit<Run, 'id' | 'body'> & { body: unknown }): Promise<Found>
  /** False where another run has the record: then this one must not send. */
  send(fresh: boolean): Promise<boolean>
  takeOver(before: string): Promise<Found>
  /** @param run whose end it is, when not this one's */
  settle(ending: Ending, run?: string): Promise<void>
  release(): Promise<void>
}

export async function recordOf(state: RequestState, connection: Connection, key: string): Promise<IdempotencyRecord> {
  const { caller, operation, settings, platform } = state
  const { baseUrl, memberId, merchantId } = connection
  const name = await sha256Hex(JSON.stringify([caller?.digest, operation?.id, baseUrl, memberId, merchantId, key]))
  const id = platform.uuid()

  type Step<Value> = (ledger: RecordObject) => Promise<Value>
  /** Tried twice, by a stub of its own each time: one that failed may stay broken, and each step may be repeated. */
  const twice = <Value>(step: Step<Value>): Promise<Value> => {
    const once = async () => step(settings.env.LEDGER.getByName(name))
    return once().catch(once)
  }
  /** What comes after the product's answer: the caller's own does not depend on it, and a run without an end is found out. */
  const quietly = (step: Step<void>) => twice(step).catch((error) => logBug(state.id, error))
  const release = () => quietly((ledger) => ledger.release(id))
  /** What must be kept before anything is sent. */
  const surely = <Value>(step: Step<Value>): Promise<Value> =>
    twice(step).catch(async (error) => {
      logBug(state.id, error)
      await release()
      throw new GatewayError(
        503,
        'Idempotency-Key: its record cannot be opened at the moment, and nothing was sent: send the same request again',
        { headers: { 'Retry-After': '1' } },
      )
    })

  return {
    begin: async ({ body, ...run }) => {
      const digest = await sha256Hex(sortedJson(body))
      return surely(async (ledger): Promise<Found> => ledger.begin({ id, body: digest, ...run }))
    },
    send: (fresh) => surely((ledger) => ledger.send(id, fresh)),
    takeOver: (before) => surely(async (ledger): Promise<Found> => ledger.takeOver(id, before)),
    settle: (ending, run = id) => quietly((ledger) => ledger.settle(run, ending)),
    release,
  }
}
