import type { Env } from '../../base/env.ts'

const REGISTERED = 'registered'

/**
 * Adds the name of an object to the object with the account's state, once and before the first write, so that export
 * and erasure find it. That object itself is always found.
 */
export class Registration {
  readonly #storage: DurableObjectStorage
  readonly #env: Env
  readonly #name: string
  readonly #stateName: string
  #running: Promise<void> | undefined

  constructor({ storage, id }: DurableObjectState, env: Env) {
    this.#storage = storage
    this.#env = env
    this.#name = id.name ?? ''
    this.#stateName = this.#name.replace(/(recorder|social)\/.*/, 'state/$1')
  }

  /** Whether the object may store data. False after it was erased, until it registers again. */
  get isDone(): boolean {
    return this.#name === this.#stateName || this.#storage.kv.get<boolean>(REGISTERED) === true
  }

  /** @param isConnecting whether somebody is connecting the account now, also after it was erased */
  async register(isConnecting = false): Promise<void> {
    if (this.isDone) return
    if (isConnecting) return this.#send(true)
    // Steps that wait for the same registration continue in their order.
    this.#running ??= this.#send(false).finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  async #send(isConnecting: boolean): Promise<void> {
    const state = this.#env.ACCOUNTS.getByName(this.#stateName)
    if (await state.registerObject(this.#name, isConnecting)) this.#storage.kv.put<boolean>(REGISTERED, true)
  }

  erase(): void {
    this.#storage.kv.delete(REGISTERED)
  }
}
