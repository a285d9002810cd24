import { failed, unwrap } from '../../accounts/outcome.ts'
import { badInput, conflict, GatewayError } from '../../gateway/errors.ts'
import { sha256Hex } from '../../gateway/keys.ts'
import { type Reply, reply } from '../../gateway/reply.ts'
import type { RequestState } from '../../gateway/state.ts'
import type { Answer } from '../../ledger/ledger.ts'
import type { BillAnswer } from './answers.ts'
import type { Connection } from './connection.ts'
import type { ProductCall } from './generation.ts'
import { changeBill, readBill } from './payssam.ts'
import type { Proof } from './proof.ts'
import { outcomeUnknown } from './verdict.ts'

/** A change that is ready to be sent. */
export interface Change {
  /** What the caller sent, as it was read: an Idempotency-Key holds for this body only. */
  body: unknown
  call: ProductCall
  /** The bill to read should the answer be lost; absent where there is none. */
  billId?: string
  /** Absent: no bill tells if the change was made. */
  proof?: Proof
}

/** On every answer out of the record: this request has changed nothing. */
const REPLAYED = { 'Idempotent-Replayed': 'true' }

/** Makes a change, only once for an Idempotency-Key where the caller gave one (decisions.md section 7). */
export async function perform(
  state: RequestState,
  connection: Connection,
  key: string | undefined,
  change: Change,
): Promise<Reply<BillAnswer>> {
  const run = () => changeBill(state.outgoing, connection, change.call, change.billId)
  if (key === undefined) return say((await run()).answer)

  const ledger = state.settings.env.LEDGER.getByName(await recordName(state, connection, key))
  const found = await ledger.begin(await sha256Hex(JSON.stringify(change.body)), change.billId)
  switch (found.state) {
    case 'new': {
      const ending = await run().catch(async (error) => {
        // A failure is thrown only where nothing happened; after any other error the run stays without an end.
        if (error instanceof GatewayError) await quietly(ledger.release())
        throw error
      })
      await quietly(ledger.settle(ending))
      return say(ending.answer)
    }
    case 'other body':
      throw badInput('Idempotency-Key: was used before with another body')
    case 'running':
      throw conflict('Idempotency-Key: the first request with it is still running')
    case 'done':
      return say(found.answer, REPLAYED)
    case 'unknown': {
      const { billId, answer = neverAnswered(billId) } = found
      const truth = await readTruth(state, connection, billId, change.proof)
      if (truth) await quietly(ledger.settle({ state: 'done', answer: truth }))
      return say(truth ?? answer, REPLAYED)
    }
  }
}

function recordName({ caller, operation }: RequestState, connection: Connection, key: string): Promise<string> {
  const { baseUrl, memberId, merchantId } = connection
  return sha256Hex(JSON.stringify([caller?.digest, operation?.id, baseUrl, memberId, merchantId, key]))
}

/**
 * The caller's answer does not depend on the record's keeping: one that missed its end tells of a run without an end,
 * and the bill is read.
 */
const quietly = (keeping: Promise<void>) => keeping.catch(() => {})

function say(answer: Answer, headers: Record<string, string> = {}): Reply<BillAnswer> {
  const result = unwrap(answer.ok ? answer : { ...answer, headers: { ...answer.headers, ...headers } })
  return reply({ success: true, error: '', result }, 200, headers)
}

/** The answer that the bill proves; undefined where it proves nothing, or cannot be read. */
async function readTruth(
  { outgoing }: RequestState,
  connection: Connection,
  billId: string | undefined,
  proof: Proof | undefined,
): Promise<Answer | undefined> {
  if (billId === undefined || !proof) return undefined
  const bill = await readBill(outgoing, connection, billId).catch(() => undefined)
  return bill && proof(bill) ? { ok: true, value: bill } : undefined
}

const neverAnswered = (billId: string | undefined): Answer =>
  failed(outcomeUnknown(502, 'the first request with this Idempotency-Key never ended', billId))
