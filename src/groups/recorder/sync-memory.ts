import { perIsolateCache } from '../../base/per-isolate-cache.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'

/**
 * How many bytes of responses the syncs of an isolate may hold at the same time. An isolate has 128 MB for all
 * requests. Reading and serializing recordings takes the rest.
 */
const MOST_HELD = 40 * 1024 * 1024

/** Counted for at most this long, in milliseconds: a response that nobody reads to the end is freed as well. */
const LONGEST_MS = 60_000

interface Holding {
  bytes: number
  since: number
}

const getHoldings = perIsolateCache(() => new Set<Holding>())

/** The share of one sync in the memory that the syncs of an isolate share. */
export class SyncMemory {
  readonly #holdings: Set<Holding>
  readonly #own: Holding
  readonly #platform: Platform

  constructor(settings: Settings, platform: Platform) {
    this.#holdings = getHoldings(settings)
    this.#platform = platform
    this.#own = { bytes: 0, since: platform.now() }
    this.#holdings.add(this.#own)
  }

  /** Whether no further recording should be started. */
  get isFull(): boolean {
    const now = this.#platform.now()
    let held = 0
    for (const holding of this.#holdings) {
      if (now - holding.since > LONGEST_MS) this.#holdings.delete(holding)
      else held += holding.bytes
    }
    return held >= MOST_HELD
  }

  hold(bytes: number): void {
    this.#own.bytes += bytes
  }

  release(): void {
    this.#holdings.delete(this.#own)
  }

  /** The parts as one stream, without a second copy. Each is freed when it is sent. */
  stream(parts: Uint8Array[]): ReadableStream<Uint8Array> {
    parts.reverse()
    return new ReadableStream({
      pull: (controller) => {
        const part = parts.pop()
        if (part) {
          controller.enqueue(part)
          this.#own.bytes -= part.byteLength
        } else {
          this.release()
          controller.close()
        }
      },
      cancel: () => this.release(),
    })
  }
}
