import type { Settings } from '../env.ts'
import { sha256Hex } from '../gateway/keys.ts'
import { type Sealed, seal, unseal } from '../upstream/vault.ts'

/**
 * The token that an account holds now, with what is known of it. It is written down only under CREDENTIALS_KEY; without
 * that setting the object keeps it in memory, until it is put away.
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
   * @param source the token that a person connected, in whose place the held one came: kept beside it as a digest, so
   *   that another one has another
   */
  async read(source: string): Promise<Held | undefined> {
    if (this.#held?.source === source) return this.#held.value
    const sealed = this.#key && (await this.#storage.get<Sealed>(await place(source)))
    if (!sealed) return undefined
    const value = JSON.parse(await unseal(this.#key, await place(source), sealed)) as Held
    this.#held = { source, value }
    return value
  }

  /** Throws 500 naming CREDENTIALS_KEY when that is no key; then nothing is held. */
  async write(source: string, value: Held): Promise<void> {
    const sealed = this.#key && (await seal(this.#key, await place(source), JSON.stringify(value)))
    this.#held = { source, value }
    if (sealed) await this.#storage.put(await place(source), sealed)
  }

  get #key() {
    return this.#settings.env.CREDENTIALS_KEY
  }
}

const place = async (source: string) => `token/${await sha256Hex(source)}`
