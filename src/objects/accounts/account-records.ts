import type { AccountRecord, AccountUse } from '../../base/accounts.ts'

const STATE = 'state'

/** Names of the objects that store data of the account, to find them when it is exported or erased. */
const OBJECTS = 'objects'

/** When the account was erased, in epoch milliseconds. */
const ERASED = 'erased'

/** How long after a change an isolate may still use the previous credential, in milliseconds. */
const LATE_MS = 120_000

/** The results of an account's last uses. Results for one credential do not apply to the next. */
export class AccountRecords {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  read(): AccountRecord | undefined {
    return this.#storage.kv.get<AccountRecord>(STATE)
  }

  /** Reports may arrive in another order than the uses, so each counts by its own time. */
  note({ at, credential, failure, expiresAt, identity }: AccountUse): void {
    if (this.isErased(at)) return
    const known = this.read()
    const isSame = known?.credential === credential
    if (known && !isSame && at < (known.connectedAt ?? 0) + LATE_MS) return
    const before: AccountRecord = isSame ? known : { credential }
    const next: AccountRecord = {
      ...before,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(identity !== undefined && { identity }),
    }
    if (failure && at >= (before.lastFailure?.at ?? 0)) next.lastFailure = { ...failure, at }
    if (!failure) next.lastOkAt = Math.max(at, before.lastOkAt ?? 0)
    this.#write(next)
  }

  /** Starts a record for a credential that was just connected. */
  replace(record: AccountRecord): void {
    this.#storage.kv.delete(ERASED)
    this.#write(record)
  }

  forget(): void {
    this.#storage.kv.delete(STATE)
  }

  get objects(): string[] {
    return this.#storage.kv.get<string[]>(OBJECTS) ?? []
  }

  /** Adds the name of an object. False while the account is erased. */
  register(name: string, isConnecting: boolean, now: number): boolean {
    if (isConnecting) this.#storage.kv.delete(ERASED)
    if (this.isErased(now)) return false
    const names = this.objects
    if (!names.includes(name)) this.#storage.kv.put<string[]>(OBJECTS, [...names, name])
    return true
  }

  beginErasing(now: number): void {
    this.#storage.kv.put<number>(ERASED, now)
  }

  /**
   * Whether the account was erased and not connected since. This ends when no isolate can use the erased credential any
   * more, because secrets of the deployment may then be in use again.
   */
  isErased(now: number): boolean {
    const at = this.#storage.kv.get<number>(ERASED)
    return at !== undefined && now < at + LATE_MS
  }

  erase(): void {
    this.forget()
    this.#storage.kv.delete(OBJECTS)
  }

  #write(record: AccountRecord): void {
    this.#storage.kv.put<AccountRecord>(STATE, record)
  }
}
