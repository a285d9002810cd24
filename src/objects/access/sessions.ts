import { RpcTarget } from 'cloudflare:workers'
import { endOfSession, type Passkey, type Session } from '../../base/access.ts'

/** The most sessions. The next one replaces the one whose last use is the longest ago. */
const MOST = 500

/** How many changes a session makes in a minute. */
const MOST_CHANGES = 60
const MINUTE_MS = 60_000

/** The sessions of the management app. */
export class Sessions extends RpcTarget {
  readonly #sql: SqlStorage
  readonly #now: () => number

  constructor(sql: SqlStorage, now: () => number) {
    super()
    this.#sql = sql
    this.#now = now
  }

  /** Stores a session, and deletes what has expired. */
  start(session: Session): void {
    const kept = this.#all()
      .filter((each) => this.#isOpen(each))
      .slice(0, MOST - 1)
    this.#deleteAllBut(kept)
    this.#write(session)
  }

  /** Undefined for a session that has ended. */
  find(id: string): Session | undefined {
    const [row] = this.#sql.exec<{ record: string }>('SELECT record FROM sessions WHERE id = ?', id).toArray()
    const session: Session | undefined = row && JSON.parse(row.record)
    return session && this.#isOpen(session) ? session : undefined
  }

  /**
   * Stores a use of a session, and returns it. Undefined when it has ended.
   *
   * @param isProof whether the admin key or a passkey was given
   */
  use(id: string, isProof: boolean): Session | undefined {
    const found = this.find(id)
    if (!found) return undefined
    const now = this.#now()
    const session = { ...found, seenAt: now, ...(isProof && { provedAt: now }) }
    this.#write(session)
    return session
  }

  /**
   * Counts a change, of which a session makes 60 a minute. Returns how long it has to wait for it, in milliseconds: 0 for
   * one that is admitted. Undefined for a session that has ended.
   */
  admitChange(id: string): number | undefined {
    const session = this.find(id)
    if (!session) return undefined
    const now = this.#now()
    const recent = (session.changes ?? []).filter((at) => Math.abs(now - at) < MINUTE_MS)
    if (recent.length >= MOST_CHANGES) return Math.min(MINUTE_MS, Math.min(...recent) + MINUTE_MS - now)
    this.#write({ ...session, changes: [...recent, now] })
    return 0
  }

  /** The sessions of this ADMIN_KEY, the last used one first. */
  list(mark: string): Session[] {
    return this.#all().filter((session) => session.mark === mark && this.#isOpen(session))
  }

  /** False when it had ended. */
  end(id: string): boolean {
    const isOpen = this.find(id) !== undefined
    this.#sql.exec('DELETE FROM sessions WHERE id = ?', id)
    return isOpen
  }

  /** Ends all sessions of this ADMIN_KEY but one. Returns how many. */
  endOthers(id: string | undefined, mark: string): number {
    const others = this.list(mark).filter((session) => session.id !== id)
    for (const other of others) this.end(other.id)
    return others.length
  }

  /** Ends the session that added a passkey, and those that the passkey opened. */
  endOfPasskey({ id, addedIn }: Pick<Passkey, 'id' | 'addedIn'>, but: string | undefined): void {
    this.#deleteAllBut(
      this.#all().filter((session) => session.id === but || (session.id !== addedIn && session.passkeyId !== id)),
    )
  }

  endOfOtherKeys(mark: string): void {
    this.#deleteAllBut(this.#all().filter((session) => session.mark === mark))
  }

  #isOpen(session: Session): boolean {
    return endOfSession(session) > this.#now()
  }

  /** The last used one first. */
  #all(): Session[] {
    return this.#sql
      .exec<{ record: string }>('SELECT record FROM sessions')
      .toArray()
      .map(({ record }): Session => JSON.parse(record))
      .sort((one, other) => other.seenAt - one.seenAt)
  }

  #deleteAllBut(kept: readonly Session[]): void {
    const ids = JSON.stringify(kept.map(({ id }) => id))
    this.#sql.exec('DELETE FROM sessions WHERE id NOT IN (SELECT value FROM json_each(?))', ids)
  }

  #write(session: Session): void {
    this.#sql.exec('INSERT OR REPLACE INTO sessions VALUES (?, ?)', session.id, JSON.stringify(session))
  }
}
