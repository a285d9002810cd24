import { RpcTarget } from 'cloudflare:workers'
import { type OwnerChange, toOwnerEvent } from '../../base/events.ts'
import { callObject, EVENTS } from '../../base/objects.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'

/** How long a change may take that was announced. Then the alarm tells of it, since its request may have been killed. */
const ANNOUNCED_MS = 30_000
/** How long a request waits until EVENTS has a change, in milliseconds. The alarm repeats what is late. */
const PATIENCE_MS = 2_000
/** The wait after a first failure, which doubles with each further one, and the longest one, in milliseconds. */
const RETRY_MS = 5_000
const LONGEST_RETRY_MS = 10 * 60_000
/** How many changes one alarm sends, because an invocation may make a limited number of calls. */
const MOST_SENT = 10

interface Row extends Record<string, SqlStorageValue> {
  id: string
  /** The change and when it was made, JSON. */
  record: string
  due_at: number
  /** Failed attempts in a row. */
  tries: number
}

/**
 * What the owner is told of, until EVENTS has it. A change is announced before it is made, in the transaction that makes
 * it where there is one, so that it is told whenever this object or its caller is killed. EVENTS stores each once.
 */
export class OwnerNews extends RpcTarget {
  readonly #storage: DurableObjectStorage
  readonly #settings: Settings
  readonly #platform: Platform
  /** Sets the alarm of the object. */
  readonly #schedule: () => void

  constructor(storage: DurableObjectStorage, settings: Settings, platform: Platform, schedule: () => void) {
    super()
    this.#storage = storage
    this.#settings = settings
    this.#platform = platform
    this.#schedule = schedule
  }

  /** Stores a change that is about to be made. Returns its id. */
  announce(change: OwnerChange): string {
    const id = this.#platform.uuid()
    const now = this.#platform.now()
    this.#storage.sql.exec(
      'INSERT INTO owner_news (id, record, due_at, tries) VALUES (?, ?, ?, 0)',
      id,
      JSON.stringify({ change, at: now }),
      now + ANNOUNCED_MS,
    )
    this.#schedule()
    return id
  }

  /** Forgets a change that was not made. */
  withdraw(id: string): void {
    this.#storage.sql.exec('DELETE FROM owner_news WHERE id = ?', id)
  }

  /** Reports a change that was made to EVENTS. Never rejects: the alarm repeats what failed. */
  async report(id: string): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const cancel = this.#platform.timer(PATIENCE_MS, resolve)
    await Promise.race([this.#send(id), late])
    cancel()
    this.#schedule()
  }

  /** When something is due next, in epoch milliseconds. Null for never. */
  get nextAt(): number | null {
    return this.#storage.sql.exec<{ at: number | null }>('SELECT MIN(due_at) AS at FROM owner_news').one().at
  }

  async onAlarm(): Promise<void> {
    const due = this.#storage.sql
      .exec<Row>('SELECT * FROM owner_news WHERE due_at <= ? ORDER BY due_at LIMIT ?', this.#platform.now(), MOST_SENT)
      .toArray()
    await Promise.all(due.map(({ id }) => this.report(id)))
  }

  async #send(id: string): Promise<void> {
    const [row] = this.#storage.sql.exec<Row>('SELECT * FROM owner_news WHERE id = ?', id).toArray()
    if (!row) return
    const { change, at } = JSON.parse(row.record) as { change: OwnerChange; at: number }
    try {
      const event = { ...toOwnerEvent(change, at), onceKey: `owner/${id}` }
      await callObject(this.#settings, EVENTS, (events) => events.keep([event]))
      this.withdraw(id)
    } catch {
      const wait = Math.min(RETRY_MS * 2 ** row.tries, LONGEST_RETRY_MS)
      const next = this.#platform.now() + wait
      this.#storage.sql.exec('UPDATE owner_news SET due_at = ?, tries = tries + 1 WHERE id = ?', next, id)
    }
  }
}
