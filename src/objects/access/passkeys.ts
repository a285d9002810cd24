import { RpcTarget } from 'cloudflare:workers'
import type { Passkey } from '../../base/access.ts'
import { conflict, type Outcome, outcome } from '../../base/errors.ts'

const MOST = 20

/** What may change of a passkey: its name, and with each use its counter. */
export type PasskeyChange = Partial<Pick<Passkey, 'name' | 'counter' | 'usedAt'>>

/** The passkeys of the owner, and the challenges that were answered. */
export class Passkeys extends RpcTarget {
  readonly #sql: SqlStorage
  readonly #now: () => number

  constructor(sql: SqlStorage, now: () => number) {
    super()
    this.#sql = sql
    this.#now = now
  }

  /** The passkeys of this ADMIN_KEY, the oldest first. */
  list(mark: string): Passkey[] {
    return this.#sql
      .exec<{ record: string }>('SELECT record FROM passkeys')
      .toArray()
      .map(({ record }): Passkey => JSON.parse(record))
      .filter((passkey) => passkey.mark === mark)
      .sort((one, other) => one.createdAt - other.createdAt)
  }

  /** Refuses with 409 a passkey that is stored already, and one too many. */
  add(passkey: Passkey): Promise<Outcome<void>> {
    return outcome(async () => {
      const present = this.list(passkey.mark)
      if (present.some(({ id }) => id === passkey.id)) throw conflict('this passkey is registered already')
      if (present.length >= MOST) throw conflict(`there are ${MOST} passkeys: remove one first`)
      this.#write(passkey)
    })
  }

  /** Undefined when there is no such passkey of this ADMIN_KEY. */
  change(id: string, mark: string, change: PasskeyChange): Passkey | undefined {
    const found = this.list(mark).find((passkey) => passkey.id === id)
    if (!found) return undefined
    const changed = { ...found, ...change }
    this.#write(changed)
    return changed
  }

  /** Returns what it deletes. Undefined when there is no such passkey of this ADMIN_KEY. */
  delete(id: string, mark: string): Passkey | undefined {
    const found = this.list(mark).find((passkey) => passkey.id === id)
    if (found) this.#sql.exec('DELETE FROM passkeys WHERE id = ?', id)
    return found
  }

  deleteOfOtherKeys(mark: string): void {
    const kept = JSON.stringify(this.list(mark).map(({ id }) => id))
    this.#sql.exec('DELETE FROM passkeys WHERE id NOT IN (SELECT value FROM json_each(?))', kept)
  }

  /**
   * Uses up a challenge. False when it was used before. It need not be stored after its expiry.
   *
   * @param until when it expires, in epoch milliseconds
   */
  useChallenge(challenge: string, until: number): boolean {
    this.#sql.exec('DELETE FROM used_challenges WHERE until <= ?', this.#now())
    const rows = this.#sql.exec(
      'INSERT OR IGNORE INTO used_challenges VALUES (?, ?) RETURNING challenge',
      challenge,
      until,
    )
    return rows.toArray().length > 0
  }

  #write(passkey: Passkey): void {
    this.#sql.exec('INSERT OR REPLACE INTO passkeys VALUES (?, ?)', passkey.id, JSON.stringify(passkey))
  }
}
