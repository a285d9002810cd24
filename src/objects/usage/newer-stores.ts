import type { NewerStore } from '../../base/stores.ts'
import { MIGRATIONS } from '../migrations.ts'

const NEWER = 'newer'

/** How long a report is valid, in milliseconds. An object in use reports again whenever it starts. */
const STORED_MS = 7 * 24 * 3_600_000

/** The stores that newer code has written, of all objects of the deployment: one report for each class. */
export class NewerStores {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  note(newer: NewerStore): void {
    this.#storage.kv.put<NewerStore[]>(NEWER, [...this.#all().filter(({ store }) => store !== newer.store), newer])
  }

  /** Reports of stores newer than this code, which may be newer than the code that reported them. */
  current(now: number): NewerStore[] {
    return this.#all().flatMap((newer) => {
      const known = MIGRATIONS[newer.store].length
      return newer.version > known && now < newer.seenAt + STORED_MS ? [{ ...newer, known }] : []
    })
  }

  #all(): NewerStore[] {
    return this.#storage.kv.get<NewerStore[]>(NEWER) ?? []
  }
}
