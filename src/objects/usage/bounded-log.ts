import { timeMark } from '../../base/audit.ts'

/** Selects entries. `where` has conditions on fields of the stored JSON, by path. */
interface Page {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly before?: string | undefined
  readonly where: readonly (readonly [paths: readonly string[], value: string | undefined])[]
  readonly limit: number
}

/**
 * The most entries of a log: of authenticated callers and, separately, of unauthenticated ones, who may send any
 * number.
 */
interface Bounds {
  readonly storedMs: number
  readonly most: number
  readonly mostOfNobody: number
}

type Sort = 'caller' | 'nobody'

/** Entries in the order of their ids. The oldest are dropped when there are too many, and expired ones are deleted. */
export class BoundedLog<Entry extends { id: string; actor: { kind: string } }> {
  readonly #storage: DurableObjectStorage
  readonly #table: string
  readonly #prefix: string
  readonly #bounds: Bounds

  /** @param table created by the caller, with the columns sort, id and record */
  constructor(storage: DurableObjectStorage, table: string, prefix: string, bounds: Bounds) {
    this.#storage = storage
    this.#table = table
    this.#prefix = prefix
    this.#bounds = bounds
  }

  /** Adds entries. An existing one is not changed. @param now epoch milliseconds */
  add(entries: readonly Entry[], now: number): void {
    const { sql } = this.#storage
    for (const sort of ['caller', 'nobody'] as const) {
      const own = entries.filter(({ actor }) => getSort(actor) === sort)
      let added = 0
      for (const entry of own) {
        const statement = `INSERT OR IGNORE INTO ${this.#table} VALUES (?, ?, ?) RETURNING id`
        added += sql.exec(statement, sort, entry.id, JSON.stringify(entry)).toArray().length
      }
      this.#keepWithin(sort, added, now)
    }
  }

  /** Newest first, without expired entries. */
  page({ from = 0, to, before, where, limit }: Page, now: number): Entry[] {
    const least = this.#prefix + timeMark(Math.max(from, now - this.#bounds.storedMs))
    const below = [before, to === undefined ? undefined : this.#prefix + timeMark(to + 1)].filter(
      (id) => id !== undefined,
    )
    const given = where.flatMap(([paths, value]) => (value === undefined ? [] : [{ paths, value }]))
    const conditions = [
      'id >= ?',
      ...below.map(() => 'id < ?'),
      ...given.map(({ paths }) => `(${paths.map((path) => `json_extract(record, '${path}') = ?`).join(' OR ')})`),
    ].join(' AND ')
    const values = [least, ...below, ...given.flatMap(({ paths, value }) => paths.map(() => value))]
    const select = (sort: Sort) => `SELECT id, record FROM ${this.#table} WHERE sort = '${sort}' AND ${conditions}`
    return this.#storage.sql
      .exec<{ record: string }>(
        `SELECT record FROM (${select('caller')} UNION ALL ${select('nobody')}) ORDER BY id DESC LIMIT ?`,
        ...[...values, ...values, limit],
      )
      .toArray()
      .map(({ record }) => JSON.parse(record) as Entry)
  }

  /** The count is stored, because counting the rows reads all of them. */
  #keepWithin(sort: Sort, added: number, now: number): void {
    const { sql } = this.#storage
    const counter = `log count/${this.#table} ${sort}`
    const before = this.#storage.kv.get<number>(counter) ?? 0
    const oldest = this.#prefix + timeMark(now - this.#bounds.storedMs)
    const remove = (condition: string, value: string | number) =>
      sql.exec(`DELETE FROM ${this.#table} WHERE sort = ? AND ${condition} RETURNING 1`, sort, value).toArray().length
    let count = before + added - remove('id < ?', oldest)
    const surplus = count - (sort === 'caller' ? this.#bounds.most : this.#bounds.mostOfNobody)
    if (surplus > 0) {
      const oldestIds = `id IN (SELECT id FROM ${this.#table} WHERE sort = '${sort}' ORDER BY id LIMIT ?)`
      count -= remove(oldestIds, surplus)
    }
    if (count !== before) this.#storage.kv.put<number>(counter, count)
  }
}

const getSort = ({ kind }: { kind: string }): Sort => (kind === 'nobody' ? 'nobody' : 'caller')
