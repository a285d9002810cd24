import { type Account, isFirst, PRODUCTS } from '../../base/groups.ts'
import { lazy } from '../../base/lazy.ts'
import { ACCESS, callObject } from '../../base/objects.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'

/** The storage name of the further accounts that ACCESS named last. */
const ACCOUNTS = 'accounts'
/** How long ACCESS may take, and how long its answer counts for an alarm, in milliseconds. */
const PATIENCE_MS = 2000
const RECENT_MS = 2000

/**
 * The accounts of the deployment. ACCESS has the list. Until it answers the one that was read last counts, so that no
 * source starts again because ACCESS was silent.
 */
export class AccountList {
  readonly #storage: DurableObjectStorage
  readonly #settings: Settings
  readonly #platform: Platform
  #all: readonly Account[]
  /** Epoch milliseconds. */
  #readAt = Number.NEGATIVE_INFINITY
  /** Counts reads, and has the last one that was answered. */
  #reads = 0
  #lastRead = 0

  constructor(storage: DurableObjectStorage, settings: Settings, platform: Platform) {
    this.#storage = storage
    this.#settings = settings
    this.#platform = platform
    this.#all = [...PRODUCTS, ...(storage.kv.get<Account[]>(ACCOUNTS) ?? [])]
  }

  /** The first accounts, and those with a name. The same array until the list changes. */
  get all(): readonly Account[] {
    return this.#all
  }

  /** Reads the list once. */
  readonly opened = lazy(() => this.refresh())

  /** Reads the list again, unless that was just done. */
  async update(): Promise<void> {
    if (Math.abs(this.#platform.now() - this.#readAt) >= RECENT_MS) await this.refresh()
  }

  /** Reads the list again. Never throws. */
  async refresh(): Promise<void> {
    this.#reads += 1
    const read = this.#reads
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const cancel = this.#platform.timer(PATIENCE_MS, () => resolve(undefined))
    const answer = callObject(this.#settings, ACCESS, (access) => access.ownerSettings()).catch(() => undefined)
    const settings = await Promise.race([answer, promise])
    cancel()
    // A later read knows more.
    if (!settings || read < this.#lastRead) return
    this.#lastRead = read
    this.#readAt = this.#platform.now()
    this.#keep(settings.accounts ?? [])
  }

  /** An erased account is no longer known, until ACCESS names it again. */
  remove(erased: readonly Account[]): void {
    this.#keep(this.#all.filter((account) => !isFirst(account) && !erased.includes(account)))
  }

  #keep(named: readonly Account[]): void {
    const all = [...PRODUCTS, ...named]
    if (all.join() === this.#all.join()) return
    this.#all = all
    this.#storage.kv.put<readonly Account[]>(ACCOUNTS, named)
  }
}
