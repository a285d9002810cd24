import { DurableObject } from 'cloudflare:workers'
import type { Outcome } from '../accounts/outcome.ts'
import type { Env } from '../env.ts'
import type { BillResult } from '../groups/payment/result-fields.ts'
import { platform } from '../platform.ts'

/** What a caller is told of a change. */
export type Answer = Outcome<BillResult>

/** How a run ended: with an answer that is final, or with a failure that leaves open what the product did. */
export interface Ending {
  state: 'done' | 'unknown'
  answer: Answer
}

/** What an Idempotency-Key means for the request that brings it. */
export type Found =
  /** Nobody was here before: the request runs, and the record says so. */
  | { state: 'new' }
  | { state: 'running' }
  | { state: 'other body' }
  | { state: 'done'; answer: Answer }
  /** `answer` is absent where the first run ended without one. */
  | { state: 'unknown'; billId: string | undefined; answer: Answer | undefined }

interface Entry {
  /** Digest of the body. */
  body: string
  /** The bill that the run is about, chosen before anything was sent. */
  billId: string | undefined
  /** Epoch milliseconds. */
  startedAt: number
  /** Absent while the run goes on. */
  ending?: Ending
}

const ENTRY = 'entry'
/** How long a record holds, in milliseconds (decisions.md section 7). */
const HELD_MS = 24 * 60 * 60 * 1000
/** A run that has not ended after this time never will: its deadline is 25 s. It may have sent what it had to send. */
const CRASHED_MS = 60_000

/** One object per idempotency record (decisions.md section 7), found by the digest that groups/payment/idempotency.ts makes. */
export class Ledger extends DurableObject<Env> {
  /** Opens the record for a run, or tells what became of the run before. */
  async begin(body: string, billId: string | undefined): Promise<Found> {
    const entry = this.#entry()
    if (entry) return found(entry, body)
    const startedAt = platform.now()
    this.ctx.storage.kv.put<Entry>(ENTRY, { body, billId, startedAt })
    // A minute late, so that the record has run out by this clock too.
    await this.ctx.storage.setAlarm(startedAt + HELD_MS + 60_000)
    return { state: 'new' }
  }

  /** Keeps how a run ended; what is final stays. */
  settle(ending: Ending): void {
    const entry = this.#entry()
    if (entry && entry.ending?.state !== 'done') this.ctx.storage.kv.put<Entry>(ENTRY, { ...entry, ending })
  }

  /** Forgets a run that left nothing behind: the key is as if it had never been used. */
  release(): void {
    if (!this.#entry()?.ending) this.ctx.storage.kv.delete(ENTRY)
  }

  override async alarm(): Promise<void> {
    if (!this.#entry()) await this.ctx.storage.deleteAll()
  }

  #entry(): Entry | undefined {
    const entry = this.ctx.storage.kv.get<Entry>(ENTRY)
    return entry && platform.now() < entry.startedAt + HELD_MS ? entry : undefined
  }
}

function found({ body: first, billId, startedAt, ending }: Entry, body: string): Found {
  if (body !== first) return { state: 'other body' }
  if (ending?.state === 'done') return { state: 'done', answer: ending.answer }
  if (ending || platform.now() >= startedAt + CRASHED_MS) return { state: 'unknown', billId, answer: ending?.answer }
  return { state: 'running' }
}
