import type {
  AuditBatch,
  AuditEntry,
  AuditQuery,
  FailedRequest,
  FailuresQuery,
  Lost,
  Recording,
} from '../../base/audit.ts'
import { BoundedLog } from './bounded-log.ts'

const DAY = 86_400_000

/** How many entries could not be recorded since the deployment was created. */
const LOST = 'audit lost'

/** The audit log, and the last failed requests (decisions.md section 11.10). */
export class AuditLog {
  readonly #storage: DurableObjectStorage
  readonly #entries: BoundedLog<AuditEntry>
  readonly #failures: BoundedLog<FailedRequest>

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#entries = new BoundedLog(storage, 'audit_entries', 'aud_', {
      ...{ storedMs: 90 * DAY, most: 18_000, mostOfNobody: 2_000 },
    })
    this.#failures = new BoundedLog(storage, 'failed_requests', 'req_', {
      ...{ storedMs: 7 * DAY, most: 400, mostOfNobody: 100 },
    })
  }

  record({ entries, failures, lost }: AuditBatch, now: number): void {
    this.#storage.transactionSync(() => {
      this.#entries.add(entries, now)
      this.#failures.add(failures, now)
      if (lost.entries + lost.failures === 0) return
      const before = this.#lost()
      this.#storage.kv.put<Lost>(LOST, {
        entries: before.entries + lost.entries,
        failures: before.failures + lost.failures,
      })
    })
  }

  entries({ from, to, actor, action, outcome, limit, before }: AuditQuery, now: number): Recording<AuditEntry> {
    const where = [
      [['$.actor.kind', '$.actor.id'], actor],
      [['$.action'], action],
      [['$.outcome'], outcome],
    ] as const
    return { entries: this.#entries.page({ from, to, before, where, limit }, now), lost: this.#lost().entries }
  }

  failures({ outcome, request_id, key, group, limit, before }: FailuresQuery, now: number): Recording<FailedRequest> {
    const where = [
      [['$.outcome'], outcome],
      [['$.request_id'], request_id],
      [['$.actor.id'], key],
      [['$.group'], group],
    ] as const
    return { entries: this.#failures.page({ before, where, limit }, now), lost: this.#lost().failures }
  }

  #lost(): Lost {
    return this.#storage.kv.get<Lost>(LOST) ?? { entries: 0, failures: 0 }
  }
}
