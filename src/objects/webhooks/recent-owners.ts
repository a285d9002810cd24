import type { ApiKeyRef } from '../../base/events.ts'
import type { Platform } from '../../base/platform.ts'

const RECENT = 'recent_owners'
/** A change of a key or grant is visible everywhere after this time, in milliseconds. */
const VISIBLE_MS = 3 * 60_000

type Recent = Record<string, { at: number; key: ApiKeyRef | null }>

/**
 * Keys and grants that were just changed. Until then another location may accept a request with the access of before,
 * and a subscription that it creates would last longer than that access.
 */
export class RecentOwners {
  readonly #storage: DurableObjectStorage
  readonly #platform: Platform

  constructor(storage: DurableObjectStorage, platform: Platform) {
    this.#storage = storage
    this.#platform = platform
  }

  /** @param key null for an owner that may not subscribe */
  note(id: string, key: ApiKeyRef | null): void {
    this.#storage.kv.put<Recent>(RECENT, { ...this.#all(), [id]: { at: this.#platform.now(), key } })
  }

  /** The state after the change. Undefined for an owner without a recent one. */
  find(id: string): ApiKeyRef | null | undefined {
    return this.#all()[id]?.key
  }

  #all(): Recent {
    const now = this.#platform.now()
    const all = this.#storage.kv.get<Recent>(RECENT) ?? {}
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => Math.abs(now - at) < VISIBLE_MS))
  }
}
