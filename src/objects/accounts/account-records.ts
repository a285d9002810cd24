import type { AccountRecord, AccountUse } from '../../base/account-state.ts'

const STATE = 'state'

/** Names of the objects with tokens of the account, to find them when data is erased. */
const OBJECTS = 'objects'
const MOST_OBJECTS = 200

/** How long after a connection an isolate may still report about the previous credential, in milliseconds. */
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
  note({ at, credential, failure, expiresAt, identity, object }: AccountUse): void {
    if (object !== undefined) this.#noteObject(object)
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
    this.replace(next)
  }

  replace(record: AccountRecord): void {
    this.#storage.kv.put<AccountRecord>(STATE, record)
  }

  forget(): void {
    this.#storage.kv.delete(STATE)
  }

  get objects(): string[] {
    return this.#storage.kv.get<string[]>(OBJECTS) ?? []
  }

  erase(): void {
    this.forget()
    this.#storage.kv.delete(OBJECTS)
  }

  #noteObject(name: string): void {
    const names = this.objects
    if (!names.includes(name)) this.#storage.kv.put<string[]>(OBJECTS, [...names, name].slice(-MOST_OBJECTS))
  }
}
