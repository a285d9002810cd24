import type { Platform } from '../../base/platform.ts'

/**
 * Limits the concurrent calls of one request. Each request has its own queue. Calls that wait here leave a connection
 * free for urgent calls, which the platform's own first-come queue does not.
 */
export class CallQueue {
  readonly #platform: Platform
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #open = 0

  constructor(platform: Platform, most: number) {
    this.#platform = platform
    this.#most = most
  }

  /** Makes the call when a slot is free, in the order of arrival. */
  async withSlot<Value>(call: () => Promise<Value>): Promise<Value> {
    if (this.#open >= this.#most) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    return this.atOnce(call)
  }

  /** Makes the call without waiting, because others wait for it. It counts like any other. */
  async atOnce<Value>(call: () => Promise<Value>): Promise<Value> {
    this.#open += 1
    try {
      return await call()
    } finally {
      this.#open -= 1
      // A turn later, so that an urgent call that follows from this response gets the slot first.
      if (this.#waiting.length > 0) this.#platform.timer(0, () => this.#open < this.#most && this.#waiting.shift()?.())
    }
  }
}
