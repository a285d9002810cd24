import { sha256Hex } from '../../base/crypto.ts'
import type { Settings } from '../../base/settings.ts'
import { type Encrypted, encrypt, tryDecrypt } from '../../upstream/store.ts'

/**
 * The token that replaces the one that a person connected. It is stored only with CREDENTIALS_KEY. Without that setting
 * the object keeps it in memory until it is evicted.
 */
export class TokenStore<Held> {
  readonly #storage: DurableObjectStorage
  readonly #settings: Settings
  #held: { source: string; value: Held } | undefined

  constructor(storage: DurableObjectStorage, settings: Settings) {
    this.#storage = storage
    this.#settings = settings
  }

  /**
   * The token that replaces `source`. Undefined when there is none. A record that cannot be decrypted counts as none,
   * so that a CREDENTIALS_KEY without the previous one does not break the account. It stays until there is a new token,
   * because the previous key may still be restored.
   *
   * @param source the token that a person connected. Its digest is part of the record's name, so each connected token
   * has its own.
   */
  async read(source: string): Promise<Held | undefined> {
    if (this.#held?.source === source) return this.#held.value
    const name = await storageKey(source)
    const encrypted = this.canStore ? await this.#storage.get<Encrypted>(name) : undefined
    if (!encrypted) return undefined
    const text = await tryDecrypt(this.#settings, name, encrypted)
    if (text === undefined) return undefined
    const value = JSON.parse(text) as Held
    this.#held = { source, value }
    return value
  }

  /** Throws 500 with CREDENTIALS_KEY when that is invalid. Then nothing is stored. */
  async write(source: string, value: Held): Promise<void> {
    const name = await storageKey(source)
    const encrypted = this.canStore ? await encrypt(this.#settings, name, JSON.stringify(value)) : undefined
    this.#held = { source, value }
    if (encrypted) await this.#storage.put(name, encrypted)
  }

  /** Throws 500 with CREDENTIALS_KEY when that is set but invalid. */
  async check(): Promise<void> {
    if (this.canStore) await encrypt(this.#settings, PREFIX, '')
  }

  /** The names of all records, without their content. */
  async names(): Promise<string[]> {
    return [...(await this.#storage.list({ prefix: PREFIX })).keys()]
  }

  async forget(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#storage.delete(name)
    this.#held = undefined
  }

  get canStore(): boolean {
    return Boolean(this.#settings.env.CREDENTIALS_KEY)
  }
}

const PREFIX = 'token/'

/** The record name of a connected token. */
export const storageKey = async (source: string) => PREFIX + (await sha256Hex(source))
