import { DurableObject } from 'cloudflare:workers'
import type { Env } from '../../base/env.ts'
import { platform } from '../../base/platform.ts'
import type {
  AuditBatch,
  AuditEntry,
  AuditQuery,
  FailedRequest,
  FailuresQuery,
  KeyUse,
  Recording,
  UsageCount,
  UsageRow,
} from '../../base/usage.ts'
import { migrate } from '../schema.ts'
import { AuditLog } from './audit-log.ts'
import { DayCounts } from './day-counts.ts'
import { UsedKeys } from './used-keys.ts'

/**
 * The only object that sums up the counts of all isolates of the deployment, and stores the audit log and the failed
 * requests.
 */
export class Usage extends DurableObject<Env> {
  readonly #days: DayCounts
  readonly #keys: UsedKeys
  readonly #audit: AuditLog

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, 'usage')
    this.#days = new DayCounts(ctx.storage)
    this.#keys = new UsedKeys(ctx.storage.sql)
    this.#audit = new AuditLog(ctx.storage)
  }

  /** Adds counts. Counts that are sent twice are added twice. */
  async add(counts: readonly UsageCount[]): Promise<void> {
    for (const count of counts) {
      this.#days.add(count)
      this.#keys.note(count)
    }
    this.#days.pruneExpired(Math.max(...counts.map(({ day }) => day)))
  }

  /** The counts since a day, newest first. */
  async since(day: number): Promise<UsageRow[]> {
    return this.#days.since(day, this.#keys.names())
  }

  /** All keys that were used in the stored period. */
  async keys(since: number): Promise<KeyUse[]> {
    return this.#keys.all(this.#days.requests(since))
  }

  /** The last day with missing counts because there were too many rows. Undefined when there is none. */
  async cutUntil(): Promise<number | undefined> {
    return this.#days.cutUntil
  }

  /** Records a batch. An entry that is sent twice is stored once. */
  async record(batch: AuditBatch): Promise<void> {
    return this.#audit.record(batch, platform.now())
  }

  async auditEntries(query: AuditQuery): Promise<Recording<AuditEntry>> {
    return this.#audit.entries(query, platform.now())
  }

  async failedRequests(query: FailuresQuery): Promise<Recording<FailedRequest>> {
    return this.#audit.failures(query, platform.now())
  }
}
