import {
  type Actor,
  type AuditBatch,
  type AuditEntry,
  type AuditQuery,
  addRefusals,
  type FailedRequest,
  type FailuresQuery,
  getRefusals,
  type Lost,
  MINUTE_MS,
  type Recording,
} from '../../base/usage.ts'
import { BoundedLog, type Share } from './bounded-log.ts'

const DAY = 86_400_000

/** How many entries could not be recorded since the deployment was created. */
const LOST = 'audit lost'

/** The audit log, and the last failed requests. */
export class AuditLog {
  readonly #storage: DurableObjectStorage
  readonly #entries: BoundedLog<AuditEntry>
  readonly #failures: BoundedLog<FailedRequest>

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#entries = new BoundedLog(storage, {
      table: 'audit_entries',
      prefix: 'aud_',
      storedMs: 90 * DAY,
      getShare: shareOfEntry,
    })
    this.#failures = new BoundedLog(storage, {
      table: 'failed_requests',
      prefix: 'req_',
      storedMs: 7 * DAY,
      getShare: shareOfFailure,
    })
  }

  record({ entries, failures, lost }: AuditBatch, now: number): void {
    this.#storage.transactionSync(() => {
      const { added, deleted } = this.#merge(entries)
      this.#entries.change(added, deleted, now)
      this.#failures.change(failures, [], now)
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

  /** Adds the refusals among entries to those of the same minute that are stored. */
  #merge(entries: readonly AuditEntry[]): { added: Iterable<AuditEntry>; deleted: AuditEntry[] } {
    const added = new Map<string, AuditEntry>()
    const deleted: AuditEntry[] = []
    /** The stored refusals of each share and minute, by what they have in common. */
    const stored = new Map<string, Map<string, AuditEntry>>()
    for (const entry of entries) {
      const common = getRefusals(entry)
      if (common === undefined) {
        added.set(entry.id, entry)
        continue
      }
      const share = shareOfEntry(entry)
      const minute = Math.floor(entry.at / MINUTE_MS) * MINUTE_MS
      const name = `${share.name} ${minute}`
      const refusals =
        stored.get(name) ?? new Map(this.#entries.since(share, minute).map((one) => [getRefusals(one) ?? one.id, one]))
      stored.set(name, refusals)
      const before = refusals.get(common)
      // A batch may come twice.
      if (before?.id === entry.id) continue
      const sum = before ? addRefusals(before, entry) : entry
      if (before && !added.delete(before.id)) deleted.push(before)
      added.set(sum.id, sum)
      refusals.set(common, sum)
    }
    return { added: added.values(), deleted }
  }

  #lost(): Lost {
    return this.#storage.kv.get<Lost>(LOST) ?? { entries: 0, failures: 0 }
  }
}

const getName = ({ kind, id }: Actor) => `${kind} ${id ?? ''}`.trim()

/**
 * Nothing displaces what the owner did. Each caller has a share for its changes and one for what was refused or failed,
 * and all unauthenticated requests have one together.
 */
function shareOfEntry({ actor, outcome }: AuditEntry): Share {
  if (actor.kind === 'nobody') return { name: 'nobody', most: 2_000 }
  if (outcome !== 'ok') return { name: `not ok ${getName(actor)}`, most: 2_000 }
  return actor.kind === 'admin' ? { name: 'admin', most: 20_000 } : { name: getName(actor), most: 18_000 }
}

const shareOfFailure = ({ actor }: FailedRequest): Share => ({
  name: getName(actor),
  most: actor.kind === 'nobody' ? 100 : 400,
})
