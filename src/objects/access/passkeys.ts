import type { Passkey } from '../../base/access.ts'
import { conflict } from '../../base/errors.ts'

const MOST = 20

/** What may change of a passkey: its name, and with each use its counter. */
export type PasskeyChange = Partial<Pick<Passkey, 'name' | 'counter' | 'usedAt'>>

/** The passkeys of the owner, and the challenges that were answered. */
export class Passkeys {
  readonly #sql: SqlStorage
  readonly #now: () => number

  constructor(sql: SqlStorage, now: () => number) {
    this.#sql = sql
    this.#now = now
  }

  list(mark: string): Passkey[] {
    return this.#sql
      .exec<{ record: string }>('SELECT record FROM passkeys')
      .toArray()
      .map(({ record }): Passkey => JSON.parse(record))
      .filter((passkey) => passkey.mark === mark)
      .sort((one, other) => one.createdAt - other.createdAt)
  }

  /** Throws 409. */
  add(passkey: Passkey): void {
    const present = this.list(passkey.mark)
    if (present.some(({ id }) => id === passkey.id)) throw conflict('this passkey is registered already')
    if (present.length >= MOST) throw conflict(`there are ${MOST} passkeys: remove one first`)
    this.#write(passkey)
  }

  change(id: string, mark: string, change: PasskeyChange): Passkey | undefined {
    const found = this.list(mark).find((passkey) => passkey.id === id)
    if (!found) return undefined
    const changed = { ...found, ...change }
    this.#write(changed)
    return changed
  }

  delete(id: string, mark: string): boolean {
    const found = this.list(mark).some((passkey) => passkey.id === id)
    if (found) this.#sql.exec('DELETE FROM passkeys WHERE id = ?', id)
    return found
  }

  deleteOfOtherKeys(mark: string): void {
    const kept = JSON.stringify(this.list(mark).map(({ id }) => id))
    this.#sql.exec('DELETE FROM passkeys WHERE id NOT IN (SELECT value FROM json_each(?))', kept)
  }

  /** False for a challenge that was answered before. It need not be stored after its expiry. */
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
