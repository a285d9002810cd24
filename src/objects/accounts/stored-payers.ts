import type { PayerFields } from '../../base/bills.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { encrypt, hasEncryptionKey, tryDecrypt } from '../../upstream/store/encryption.ts'
import { presentNamespace } from '../../upstream/store/key-namespaces.ts'
import { wakeBy } from './alarm.ts'

/** Longer than the record of an Idempotency-Key, whose response these fields complete. In milliseconds. */
const LIFE_MS = 25 * 3_600_000

interface Row {
  [column: string]: SqlStorageValue
  record: string
  until: number
  key_label: string
  iv: string
  data: string
}

/**
 * What recorded responses say about the person who paid. It is apart from the records of LEDGER, so that it can be
 * erased with the account (decisions.md section 7.4). Without CREDENTIALS_KEY nothing is stored.
 */
export class StoredPayers {
  readonly #storage: DurableObjectStorage
  readonly #settings: Settings
  readonly #platform: Platform

  constructor(storage: DurableObjectStorage, settings: Settings, platform: Platform) {
    this.#storage = storage
    this.#settings = settings
    this.#platform = platform
  }

  async note(record: string, fields: PayerFields): Promise<void> {
    if (!hasEncryptionKey(this.#settings)) return
    const { iv, data } = await encrypt(this.#settings.env, formatPlace(record), JSON.stringify(fields))
    const { label } = await presentNamespace(this.#settings)
    this.#exec(
      'INSERT OR REPLACE INTO payers (record, until, key_label, iv, data) VALUES (?, ?, ?, ?, ?)',
      ...[record, this.#platform.now() + LIFE_MS, label, iv, data],
    )
    await this.alarm()
  }

  async find(record: string): Promise<PayerFields | undefined> {
    const [row] = this.#exec('SELECT * FROM payers WHERE record = ? AND until > ?', record, this.#platform.now())
    const decrypted =
      row && hasEncryptionKey(this.#settings)
        ? await tryDecrypt(this.#settings.env, formatPlace(record), row)
        : undefined
    return decrypted && JSON.parse(decrypted.text)
  }

  erase(): void {
    this.#exec('DELETE FROM payers')
  }

  /** Encrypts again what CREDENTIALS_KEY_PREVIOUS encrypted. What neither key decrypts is deleted. */
  async encryptAgain(): Promise<void> {
    if (this.#exec('SELECT * FROM payers LIMIT 1').length === 0) return
    const { label } = await presentNamespace(this.#settings)
    for (const { record, iv, data } of this.#exec('SELECT * FROM payers WHERE key_label <> ?', label)) {
      const place = formatPlace(record)
      const decrypted = await tryDecrypt(this.#settings.env, place, { iv, data })
      if (!decrypted) this.#exec('DELETE FROM payers WHERE record = ?', record)
      else {
        const again = await encrypt(this.#settings.env, place, decrypted.text)
        this.#exec(
          'UPDATE payers SET iv = ?, data = ?, key_label = ? WHERE record = ? AND iv = ?',
          ...[again.iv, again.data, label, record, iv],
        )
      }
    }
  }

  /** Deletes what has expired, and sets the alarm for the rest. */
  async alarm(): Promise<void> {
    this.#exec('DELETE FROM payers WHERE until <= ?', this.#platform.now())
    const [next] = this.#exec('SELECT * FROM payers ORDER BY until LIMIT 1')
    if (next) await wakeBy(this.#storage, next.until, this.#platform.now())
  }

  #exec(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#storage.sql.exec<Row>(query, ...values).toArray()
  }
}

const formatPlace = (record: string) => `payer/${record}`
