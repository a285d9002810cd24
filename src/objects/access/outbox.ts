import type { Platform } from '../../base/platform.ts'

/** When a change counts as not finished by its own request, in milliseconds. Then the alarm continues. */
const OWN_TRY_MS = 10_000
/** The wait after a first failure, which doubles with each further one, and the longest one, in milliseconds. */
const RETRY_MS = 5_000
const LONGEST_RETRY_MS = 10 * 60_000
/** How late something may arrive whose sending seemed to fail, in milliseconds. */
const LATE_MS = 60_000

interface Task extends Record<string, SqlStorageValue> {
  subject: string
  /** Counts the changes of the subject. */
  version: number
  due_at: number
  /** Failed attempts in a row. */
  tries: number
  /** Whether the newest state has arrived, and is only repeated. */
  is_done: number
  /** Whether an attempt ended without an answer, so that an older state may still arrive. */
  is_uncertain: number
}

/** Brings the present state of a subject there. Returns when this must be repeated in any case. */
type Work<Value> = (subject: string) => Promise<{ value: Value; retryAt?: number | undefined }>

/**
 * What the object still has to tell to another store or object: one task for each subject that has changed. A task is
 * stored in the transaction of the change, and deleted once the newest state has arrived, so that it survives the end of
 * the object. At most one attempt for a subject runs at a time, and an older state never follows a newer one. If an
 * attempt ends without an answer, it may still arrive late: then the newest state is sent once more after a minute.
 */
export class Outbox<Value> {
  readonly #sql: SqlStorage
  readonly #table: string
  readonly #platform: Platform
  readonly #work: Work<Value>
  readonly #running = new Map<string, Promise<Value>>()

  /** @param table created by the caller, with the columns of `Task` */
  constructor({ sql }: DurableObjectStorage, table: string, platform: Platform, work: Work<Value>) {
    this.#sql = sql
    this.#table = table
    this.#platform = platform
    this.#work = work
    // Attempts of an earlier life of the object may still be on their way.
    sql.exec(`UPDATE ${table} SET is_uncertain = 1 WHERE is_done = 0 AND is_uncertain = 0`)
  }

  /** Call it in the transaction of the change. */
  add(subject: string): void {
    this.#sql.exec(
      `INSERT INTO ${this.#table} VALUES (?, 1, ?, 0, 0, 0) ON CONFLICT DO UPDATE
       SET version = version + 1, due_at = excluded.due_at, tries = 0, is_done = 0`,
      subject,
      this.#platform.now() + OWN_TRY_MS,
    )
  }

  drop(subject: string): void {
    this.#sql.exec(`DELETE FROM ${this.#table} WHERE subject = ?`, subject)
  }

  /** Whether the newest state of a subject has not arrived yet. */
  isPending(subject: string): boolean {
    return this.#find(subject)?.is_done === 0
  }

  get pending(): string[] {
    return this.#sql
      .exec<Task>(`SELECT * FROM ${this.#table} WHERE is_done = 0`)
      .toArray()
      .map(({ subject }) => subject)
  }

  /** When something is due next, in epoch milliseconds. Null for never. */
  get nextAt(): number | null {
    return this.#sql.exec<{ at: number | null }>(`SELECT MIN(due_at) AS at FROM ${this.#table}`).one().at
  }

  due(now: number, most: number): string[] {
    return this.#sql
      .exec<Task>(`SELECT * FROM ${this.#table} WHERE due_at <= ? ORDER BY due_at LIMIT ?`, now, most)
      .toArray()
      .map(({ subject }) => subject)
  }

  /** Returns once the newest state of a subject has arrived. Rejects when it could not be sent; the task stays. */
  finish(subject: string): Promise<Value> {
    const running = this.#running.get(subject) ?? this.#send(subject)
    this.#running.set(subject, running)
    return running
  }

  async #send(subject: string): Promise<Value> {
    for (;;) {
      const version = this.#find(subject)?.version
      const isNewest = () => this.#find(subject)?.version === version
      try {
        const { value, retryAt } = await this.#work(subject)
        if (!isNewest()) continue
        this.#running.delete(subject)
        this.#settle(subject, retryAt)
        return value
      } catch (error) {
        this.#sql.exec(`UPDATE ${this.#table} SET is_uncertain = 1 WHERE subject = ?`, subject)
        if (!isNewest()) continue
        this.#running.delete(subject)
        this.#postpone(subject)
        throw error
      }
    }
  }

  #settle(subject: string, retryAt = Infinity): void {
    const lateAt = this.#find(subject)?.is_uncertain === 1 ? this.#platform.now() + LATE_MS : Infinity
    const at = Math.min(retryAt, lateAt)
    if (at === Infinity) this.drop(subject)
    else
      this.#sql.exec(
        `UPDATE ${this.#table} SET due_at = ?, tries = 0, is_done = 1, is_uncertain = 0 WHERE subject = ?`,
        at,
        subject,
      )
  }

  #postpone(subject: string): void {
    const wait = Math.min(RETRY_MS * 2 ** (this.#find(subject)?.tries ?? 0), LONGEST_RETRY_MS)
    this.#sql.exec(
      `UPDATE ${this.#table} SET due_at = ?, tries = tries + 1 WHERE subject = ?`,
      this.#platform.now() + wait,
      subject,
    )
  }

  #find(subject: string): Task | undefined {
    return this.#sql.exec<Task>(`SELECT * FROM ${this.#table} WHERE subject = ?`, subject).toArray()[0]
  }
}
