const ORIGIN = 'origin'

/**
 * The API origin of an account, once the product has named it. It is not secret, so it is stored even without
 * CREDENTIALS_KEY.
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
