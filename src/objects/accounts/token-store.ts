import { sha256Hex } from '../../base/digest.ts'
import type { Settings } from '../../base/settings.ts'
import { type Encrypted, encrypt, tryDecrypt } from '../../upstream/store/encryption.ts'

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
   * The token that replaces `source`. Undefined when there is none. A record that neither key decrypts counts as none,
   * so that a changed CREDENTIALS_KEY does not break the account (decisions.md section 1). It stays until there is a
   * new token, because the previous key may still be restored.
   *
   * @param source the token that a person connected. Its digest is part of the record's name, so each connected token
   * has its own.
   */
  async read(source: string): Promise<Held | undefined> {
    if (this.#held?.source === source) return this.#held.value
    const name = await storageKey(source)
    const encrypted = this.canStore ? await this.#storage.get<Encrypted>(name) : undefined
    if (!encrypted) return undefined
    const decrypted = await tryDecrypt(this.#settings.env, name, encrypted)
    if (!decrypted) return undefined
    const value = JSON.parse(decrypted.text) as Held
    if (decrypted.isOld) await this.write(source, value)
    this.#held = { source, value }
    return value
  }

  /** Throws 500 with CREDENTIALS_KEY when that is invalid. Then nothing is stored. */
  async write(source: string, value: Held): Promise<void> {
    const name = await storageKey(source)
    const encrypted = this.canStore ? await encrypt(this.#settings.env, name, JSON.stringify(value)) : undefined
    this.#held = { source, value }
    if (encrypted) await this.#storage.put(name, encrypted)
  }

  /** Throws 500 with CREDENTIALS_KEY when that is set but invalid. */
  async check(): Promise<void> {
    if (this.canStore) await encrypt(this.#settings.env, PREFIX, '')
  }

  /** Encrypts with the current key what the previous key encrypted. Returns how much is left. */
  async encryptAgain(): Promise<number> {
    if (!this.canStore) return 0
    let left = 0
    for (const name of await this.names()) {
      const encrypted = await this.#storage.get<Encrypted>(name)
      const decrypted = encrypted && (await tryDecrypt(this.#settings.env, name, encrypted))
      if (!encrypted || !decrypted?.isOld) continue
      const again = await encrypt(this.#settings.env, name, decrypted.text)
      // It may have been renewed in the meantime.
      if ((await this.#storage.get<Encrypted>(name))?.data === encrypted.data) await this.#storage.put(name, again)
      else left += 1
    }
    return left
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
