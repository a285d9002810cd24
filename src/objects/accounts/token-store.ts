import { sha256Hex } from '../../base/digest.ts'
import type { Settings } from '../../base/settings.ts'
import { type Sealed, seal, tryUnseal } from '../../upstream/vault.ts'

/**
 * The token that an account holds now. It was made from the credential that a person connected, so it can be made again.
 * It is stored only under CREDENTIALS_KEY; without that setting the object holds it in memory until it is evicted.
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
   * The token held in place of `source`; undefined where there is none. A record that neither key opens is dropped, so
   * that a changed CREDENTIALS_KEY does not stop the account (decisions.md section 1).
   *
   * @param source the token that a person connected. The record's name has its digest, so that another token has its own.
   */
  async read(source: string): Promise<Held | undefined> {
    if (this.#held?.source === source) return this.#held.value
    const name = await storageKey(source)
    const sealed = this.#isKept ? await this.#storage.get<Sealed>(name) : undefined
    if (!sealed) return undefined
    const unsealed = await tryUnseal(this.#settings.env, name, sealed)
    if (!unsealed) {
      await this.#storage.delete(name)
      return undefined
    }
    const value = JSON.parse(unsealed.text) as Held
    if (unsealed.isOld) await this.write(source, value)
    this.#held = { source, value }
    return value
  }

  /** Throws 500 naming CREDENTIALS_KEY when that is no key; then nothing is held. */
  async write(source: string, value: Held): Promise<void> {
    const name = await storageKey(source)
    const sealed = this.#isKept ? await seal(this.#settings.env, name, JSON.stringify(value)) : undefined
    this.#held = { source, value }
    if (sealed) await this.#storage.put(name, sealed)
  }

  get #isKept(): boolean {
    return Boolean(this.#settings.env.CREDENTIALS_KEY)
  }
}

const storageKey = async (source: string) => `token/${await sha256Hex(source)}`
