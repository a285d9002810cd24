import { RpcTarget } from 'cloudflare:workers'
import type { DataKeyClaim, WrappedDataKey } from '../../base/access.ts'
import type { Env } from '../../base/env.ts'
import type { Platform } from '../../base/platform.ts'
import { type WrapCopy, wrapRecord } from '../../upstream/data-key.ts'

/** How often the copy of a wrap is written again because somebody asked for it, in milliseconds. */
const COPY_AGAIN_MS = 60_000

interface Row extends WrappedDataKey, Record<string, SqlStorageValue> {
  name: string
  seq: number
}

/**
 * The wraps of the deployment's data key, by a name that derives from the CREDENTIALS_KEY that wraps it
 * (upstream/data-key.ts). This object never sees a key. It copies each wrap to STORE, for all who would have to ask.
 */
export class DataKeys extends RpcTarget {
  readonly #storage: DurableObjectStorage
  readonly #env: Env
  readonly #platform: Platform
  /** What was copied by this object, and when. */
  readonly #copied = new Map<string, { text: string; at: number }>()

  constructor(storage: DurableObjectStorage, env: Env, platform: Platform) {
    super()
    this.#storage = storage
    this.#env = env
    this.#platform = platform
  }

  find(name: string): WrappedDataKey | undefined {
    const row = this.#row(name)
    return row && this.#copy(name, row)
  }

  hasAny(): boolean {
    return this.#exec('SELECT * FROM data_keys LIMIT 1').length > 0
  }

  /**
   * Stores a wrap unless there is one, so that only the first of many counts. Returns the one that counts. Undefined for
   * a CREDENTIALS_KEY without a wrap that claims the first data key, while there are wraps: it is not the right one.
   */
  async claim(
    name: string,
    { id, iv, data }: WrappedDataKey,
    keepsOlder: boolean,
    as: DataKeyClaim = 'first',
  ): Promise<WrappedDataKey | undefined> {
    const row = this.#storage.transactionSync(() => {
      const isKnown = () => this.#exec('SELECT * FROM data_keys WHERE id = ? LIMIT 1', id).length > 0
      // All isolates give a first data key the same id, so the id of one says nothing about its key.
      if (as === 'empty' || (as === 'rotation' ? isKnown() : !this.hasAny()))
        this.#exec('INSERT OR IGNORE INTO data_keys (name, id, iv, data) VALUES (?, ?, ?, ?)', name, id, iv, data)
      return this.#row(name)
    })
    if (!row) return undefined
    if (!keepsOlder) await this.#dropOlder(row)
    return this.#copy(name, row)
  }

  /** Deletes the wraps of keys that this one has replaced. A newer one stays: this key may be that of a roll-back. */
  async #dropOlder({ id, seq }: Row): Promise<void> {
    const drop = async ({ name }: Row) => {
      await this.#env.STORE.delete(wrapRecord(name))
      this.#exec('DELETE FROM data_keys WHERE name = ?', name)
    }
    // What STORE does not take now is deleted when somebody asks again, because the copy still has `hasOlder`.
    await Promise.allSettled(this.#older(id, seq).map(drop))
  }

  #older(id: string, seq: number): Row[] {
    return this.#exec('SELECT * FROM data_keys WHERE id = ? AND seq < ?', id, seq)
  }

  /** In the background. A copy that STORE did not take is written again when somebody asks. */
  #copy(name: string, { id, iv, data, seq }: Row): WrappedDataKey {
    const hasOlder = this.#older(id, seq).length > 0
    const text = JSON.stringify({ id, iv, data, hasOlder } satisfies WrapCopy)
    const at = this.#platform.now()
    const before = this.#copied.get(name)
    if (before?.text !== text || at - before.at >= COPY_AGAIN_MS) {
      this.#copied.set(name, { text, at })
      this.#env.STORE.put(wrapRecord(name), text).catch(() => this.#copied.delete(name))
    }
    return { id, iv, data }
  }

  #row(name: string): Row | undefined {
    return this.#exec('SELECT * FROM data_keys WHERE name = ?', name)[0]
  }

  #exec(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#storage.sql.exec<Row>(query, ...values).toArray()
  }
}
