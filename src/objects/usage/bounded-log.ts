import { timeMark } from '../../base/usage.ts'

/** Selects entries. `where` has conditions on fields of the stored JSON, by path. */
interface Page {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly before?: string | undefined
  readonly where: readonly (readonly [paths: readonly string[], value: string | undefined])[]
  readonly limit: number
}

/** The part of a log that an entry belongs to, and the most entries that this part has. */
export interface Share {
  readonly name: string
  readonly most: number
}

interface Options<Entry> {
  /** Created by the caller, with the columns sort, id and record. `sort` is the name of the share. */
  readonly table: string
  readonly prefix: string
  readonly storedMs: number
  readonly getShare: (entry: Entry) => Share
}

/**
 * Entries in the order of their ids. Each share drops its own oldest entries when it has too many, so that none takes
 * the room of another. Expired entries are deleted.
 */
export class BoundedLog<Entry extends { id: string; at: number }> {
  readonly #storage: DurableObjectStorage
  readonly #options: Options<Entry>

  constructor(storage: DurableObjectStorage, options: Options<Entry>) {
    this.#storage = storage
    this.#options = options
  }

  /** Adds and deletes entries. An existing one is not added again. @param now epoch milliseconds */
  change(added: Iterable<Entry>, deleted: readonly Entry[], now: number): void {
    const { table, prefix, storedMs, getShare } = this.#options
    const { sql } = this.#storage
    const changes = new Map<string, number>()
    const note = (share: string, change: number) => changes.set(share, (changes.get(share) ?? 0) + change)
    const remove = (condition: string, ...values: (string | number)[]) => {
      const statement = `DELETE FROM ${table} WHERE ${condition} RETURNING sort`
      for (const { sort } of sql.exec<{ sort: string }>(statement, ...values).toArray()) note(sort, -1)
    }
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
        remove(`sort = ? AND id IN (SELECT id FROM ${table} WHERE sort = ? ORDER BY id LIMIT ?)`, share, share, surplus)
      const count = before + (changes.get(share) ?? 0)
      if (count > 0) this.#storage.kv.put<number>(counter, count)
      else this.#storage.kv.delete(counter)
    }
  }

  /** The entries of a share since a time. */
  since(share: Share, at: number): Entry[] {
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
  page({ from = 0, to, before, where, limit }: Page, now: number): Entry[] {
    const { table, prefix, storedMs } = this.#options
    const least = prefix + timeMark(Math.max(from, now - storedMs))
    const below = [before, to === undefined ? undefined : prefix + timeMark(to + 1)].filter((id) => id !== undefined)
    const given = where.flatMap(([paths, value]) => (value === undefined ? [] : [{ paths, value }]))
    const conditions = [
      'id >= ?',
      ...below.map(() => 'id < ?'),
      ...given.map(({ paths }) => `(${paths.map((path) => `json_extract(record, '${path}') = ?`).join(' OR ')})`),
    ].join(' AND ')
    const values = [least, ...below, ...given.flatMap(({ paths, value }) => paths.map(() => value)), limit]
    return this.#storage.sql
      .exec<{ record: string }>(`SELECT record FROM ${table} WHERE ${conditions} ORDER BY id DESC LIMIT ?`, ...values)
      .toArray()
      .map(({ record }) => JSON.parse(record) as Entry)
  }
}
