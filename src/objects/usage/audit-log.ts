import { RpcTarget } from 'cloudflare:workers'
import {
  type Actor,
  type AuditBatch,
  type AuditEntry,
  type AuditQuery,
  addEqual,
  addFailures,
  type FailedRequest,
  type FailuresQuery,
  type FoundFailures,
  getEqual,
  getFailureKind,
  type Lost,
  MINUTE_MS,
  type Recording,
  SIGN_INS,
  timeMark,
} from '../../base/usage.ts'

/** Selects entries. `where` has conditions on fields of the stored JSON, by path. */
interface Page {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly before?: string | undefined
  readonly where: readonly (readonly [paths: readonly string[], value: string | number | undefined])[]
  readonly limit: number
  /** A share that is left out. */
  readonly hidden?: string | undefined
  /** One of the `request_ids` of an entry. */
  readonly request_id?: string | undefined
}

/** The part of a log that an entry belongs to, and the most entries that this part has. */
interface Share {
  readonly name: string
  readonly most: number
}

interface Options<Entry> {
  /** Created by the caller, with the columns sort, id and record. `sort` is the name of the share. */
  readonly table: string
  readonly prefix: string
  readonly storedMs: number
  readonly getShare: (entry: Entry) => Share
  /** What equal entries have in common. Undefined for an entry of its own. */
  readonly getKind: (entry: Entry) => string | undefined
  /** Since when an entry may have an equal one, in epoch milliseconds. */
  readonly equalSince: (entry: Entry, now: number) => number
  /** One of two equal entries. */
  readonly merge: (one: Entry, other: Entry) => Entry
}

/**
 * Entries in the order of their ids. Each share drops its own oldest entries when it has too many, so that none takes
 * the room of another. Expired entries are deleted.
 */
class BoundedLog<Entry extends { id: string; at: number }> {
  readonly #storage: DurableObjectStorage
  readonly #options: Options<Entry>

  constructor(storage: DurableObjectStorage, options: Options<Entry>) {
    this.#storage = storage
    this.#options = options
  }

  /**
   * Adds entries, each to an equal one that is stored. An existing one is not added again.
   *
   * @param now epoch milliseconds
   * @returns how many requests were counted by entries that made room
   */
  add(entries: readonly Entry[], now: number): number {
    const { added, deleted } = this.#merge(entries, now)
    const { table, prefix, storedMs, getShare } = this.#options
    const { sql } = this.#storage
    const changes = new Map<string, number>()
    const note = (share: string, change: number) => changes.set(share, (changes.get(share) ?? 0) + change)
    const remove = (condition: string, ...values: (string | number)[]): number => {
      const statement = `DELETE FROM ${table} WHERE ${condition} RETURNING sort, json_extract(record, '$.count') AS count`
      const removed = sql.exec<{ sort: string; count: number }>(statement, ...values).toArray()
      for (const { sort } of removed) note(sort, -1)
      return removed.reduce((sum, { count }) => sum + count, 0)
    }
    let displaced = 0
    remove('id < ?', prefix + timeMark(now - storedMs))
    for (const entry of deleted) remove('sort = ? AND id = ?', getShare(entry).name, entry.id)
    const most = new Map<string, number>()
    for (const entry of added) {
      const share = getShare(entry)
      most.set(share.name, share.most)
      const statement = `INSERT OR IGNORE INTO ${table} VALUES (?, ?, ?) RETURNING sort`
      note(share.name, sql.exec(statement, share.name, entry.id, JSON.stringify(entry)).toArray().length)
    }
    for (const share of changes.keys()) {
      // The count is stored, because counting the rows reads all of them.
      const counter = `log count/${table} ${share}`
      const before = this.#storage.kv.get<number>(counter) ?? 0
      const surplus = before + (changes.get(share) ?? 0) - (most.get(share) ?? Infinity)
      if (surplus > 0)
        displaced += remove(
          `sort = ? AND id IN (SELECT id FROM ${table} WHERE sort = ? ORDER BY id LIMIT ?)`,
          share,
          share,
          surplus,
        )
      const count = before + (changes.get(share) ?? 0)
      if (count > 0) this.#storage.kv.put<number>(counter, count)
      else this.#storage.kv.delete(counter)
    }
    return displaced
  }

  #merge(entries: readonly Entry[], now: number): { added: Iterable<Entry>; deleted: Entry[] } {
    const { getShare, getKind, equalSince, merge } = this.#options
    const added = new Map<string, Entry>()
    const deleted: Entry[] = []
    /** The stored entries of each share since a time, by their kind. */
    const stored = new Map<string, Map<string, Entry>>()
    for (const entry of entries) {
      const kind = getKind(entry)
      if (kind === undefined) {
        added.set(entry.id, entry)
        continue
      }
      const share = getShare(entry)
      const since = equalSince(entry, now)
      const name = `${share.name} ${since}`
      const equal = stored.get(name) ?? new Map(this.#since(share, since).map((one) => [getKind(one) ?? one.id, one]))
      stored.set(name, equal)
      const before = equal.get(kind)
      // A batch may come twice.
      if (before?.id === entry.id) continue
      const sum = before ? merge(before, entry) : entry
      if (before && !added.delete(before.id)) deleted.push(before)
      added.set(sum.id, sum)
      equal.set(kind, sum)
    }
    return { added: added.values(), deleted }
  }

  /** The entries of a share since a time. */
  #since(share: Share, at: number): Entry[] {
    const { table, prefix } = this.#options
    return this.#storage.sql
      .exec<{ record: string }>(
        `SELECT record FROM ${table} WHERE sort = ? AND id >= ?`,
        share.name,
        prefix + timeMark(at),
      )
      .toArray()
      .map(({ record }) => JSON.parse(record) as Entry)
  }

  /** Newest first, without expired entries. */
  page({ from = 0, to, before, where, limit, hidden, request_id }: Page, now: number): Entry[] {
    const { table, prefix, storedMs } = this.#options
    const least = prefix + timeMark(Math.max(from, now - storedMs))
    const below = [before, to === undefined ? undefined : prefix + timeMark(to + 1)].filter((id) => id !== undefined)
    const given = where.flatMap(([paths, value]) => (value === undefined ? [] : [{ paths, value }]))
    const conditions = [
      'id >= ?',
      ...below.map(() => 'id < ?'),
      ...given.map(({ paths }) => `(${paths.map((path) => `json_extract(record, '${path}') = ?`).join(' OR ')})`),
      ...(hidden === undefined ? [] : ['sort != ?']),
      ...(request_id === undefined ? [] : ["? IN (SELECT value FROM json_each(record, '$.request_ids'))"]),
    ].join(' AND ')
    const values = [
      least,
      ...below,
      ...given.flatMap(({ paths, value }) => paths.map(() => value)),
      ...[hidden, request_id].filter((value) => value !== undefined),
      limit,
    ]
    return this.#storage.sql
      .exec<{ record: string }>(`SELECT record FROM ${table} WHERE ${conditions} ORDER BY id DESC LIMIT ?`, ...values)
      .toArray()
      .map(({ record }) => JSON.parse(record) as Entry)
  }

  /** How many requests the entries of a share count. */
  count(share: string, now: number): number {
    const { table, prefix, storedMs } = this.#options
    return this.#storage.sql
      .exec<{ sum: number }>(
        `SELECT coalesce(sum(json_extract(record, '$.count')), 0) AS sum FROM ${table} WHERE sort = ? AND id >= ?`,
        share,
        prefix + timeMark(now - storedMs),
      )
      .one().sum
  }
}

const DAY = 86_400_000

/** How many entries could not be recorded, or had to make room, since the deployment was created. */
const LOST = 'audit lost'

/** The audit log, and the last failed requests. */
export class AuditLog extends RpcTarget {
  readonly #storage: DurableObjectStorage
  readonly #now: () => number
  readonly #entries: BoundedLog<AuditEntry>
  readonly #failures: BoundedLog<FailedRequest>

  constructor(storage: DurableObjectStorage, now: () => number) {
    super()
    this.#storage = storage
    this.#now = now
    this.#entries = new BoundedLog(storage, {
      table: 'audit_entries',
      prefix: 'aud_',
      storedMs: 90 * DAY,
      getShare: shareOfEntry,
      getKind: getEqual,
      equalSince: ({ at }) => Math.floor(at / MINUTE_MS) * MINUTE_MS,
      merge: addEqual,
    })
    this.#failures = new BoundedLog(storage, {
      table: 'failed_requests',
      prefix: 'req_',
      storedMs: 7 * DAY,
      getShare: shareOfFailure,
      getKind: getFailureKind,
      equalSince: (_, now) => now - 7 * DAY,
      merge: addFailures,
    })
  }

  /** Records a batch. An entry that is sent twice is stored once. */
  record({ entries, failures, lost }: AuditBatch): void {
    const now = this.#now()
    this.#storage.transactionSync(() => {
      const displaced = this.#entries.add(entries, now)
      this.#failures.add(failures, now)
      if (displaced + lost.entries + lost.failures === 0) return
      const before = this.#lost()
      this.#storage.kv.put<Lost>(LOST, {
        entries: before.entries + displaced + lost.entries,
        failures: before.failures + lost.failures,
      })
    })
  }

  entries({ from, to, actor, action, outcome, limit, before }: AuditQuery): Recording<AuditEntry> {
    const where = [
      [['$.actor.kind', '$.actor.id'], actor],
      [['$.action'], action],
      [['$.outcome'], outcome],
    ] as const
    return { entries: this.#entries.page({ from, to, before, where, limit }, this.#now()), lost: this.#lost().entries }
  }

  /** Failed requests. Those without a key only if they are asked for, by the kind `nobody` or the id of a request. */
  failures(query: FailuresQuery): FoundFailures {
    const now = this.#now()
    const { outcome, request_id, key, group, account, status, reason, limit, before } = query
    const where = [
      [['$.outcome'], outcome],
      [['$.actor.kind', '$.actor.id'], key],
      [['$.group'], group],
      [['$.account'], account],
      [['$.status'], status],
      [['$.reason', '$.code'], reason],
    ] as const
    const hidden = key === undefined && request_id === undefined ? 'nobody' : undefined
    return {
      entries: this.#failures.page({ before, where, limit, hidden, request_id }, now),
      lost: this.#lost().failures,
      without_key: this.#failures.count('nobody', now),
    }
  }

  #lost(): Lost {
    return this.#storage.kv.get<Lost>(LOST) ?? { entries: 0, failures: 0 }
  }
}

const getName = ({ kind, id }: Actor) => `${kind} ${id ?? ''}`.trim()

/**
 * What the owner did with keys, grants and passkeys, and with accounts and their data. With the sign-ins, these have a
 * share of their own each, which settings, names, tests and notifications cannot displace.
 */
export const OWN_SHARES: Readonly<Record<string, readonly string[]>> = {
  'sign-ins': SIGN_INS,
  keys: [
    'admin_make_key',
    'admin_change_key',
    'admin_roll_key',
    'admin_delete_key',
    'admin_get_api_key',
    'admin_make_grant',
    'admin_change_grant',
    'admin_revoke_grant',
    'admin_add_passkey',
    'admin_delete_passkey',
    'admin_make_data_key',
    'admin_restore_keys',
  ],
  accounts: [
    'admin_connect_account',
    'admin_connect_by_click',
    'admin_disconnect_account',
    'admin_make_link',
    'admin_revoke_link',
    'admin_take_webhook_token',
    'admin_export_data',
    'admin_erase_data',
  ],
}

/** The most entries of a share of the owner, and of the rest of what the owner did. */
const MOST_OF_SHARE = 10_000
const MOST_OF_REST = 20_000

/**
 * Nothing displaces what the owner did. Each caller has a share for its changes and one for what was refused or failed,
 * and all unauthenticated requests have one together.
 */
function shareOfEntry({ actor, action, outcome }: AuditEntry): Share {
  if (actor.kind === 'nobody') return { name: 'nobody', most: 2_000 }
  if (outcome !== 'ok') return { name: `not ok ${getName(actor)}`, most: 2_000 }
  if (actor.kind !== 'admin') return { name: getName(actor), most: 18_000 }
  const [own] = Object.entries(OWN_SHARES).find(([, actions]) => actions.includes(action)) ?? []
  return own === undefined ? { name: 'admin', most: MOST_OF_REST } : { name: `admin ${own}`, most: MOST_OF_SHARE }
}

const shareOfFailure = ({ actor }: FailedRequest): Share => ({
  name: getName(actor),
  most: actor.kind === 'nobody' ? 100 : 400,
})
