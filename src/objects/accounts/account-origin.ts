const ORIGIN = 'origin'

/**
 * The origin at which the product keeps an account, once the product has told. It is no secret, so it outlives the object's
 * memory without CREDENTIALS_KEY as well.
 */
export class AccountOrigin {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  read(): string | undefined {
    return this.#storage.kv.get<string>(ORIGIN)
  }

  erase(): void {
    this.#storage.kv.delete(ORIGIN)
  }

  keep(origin: string): void {
    if (origin !== this.read()) this.#storage.kv.put(ORIGIN, origin)
  }
}
