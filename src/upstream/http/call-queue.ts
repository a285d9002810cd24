import type { Platform } from '../../base/platform.ts'

/**
 * Lets at most so many calls of one request go on at once. Each request makes its own queue. What waits here leaves a
 * connection to what must not wait, which the platform's own queue, in the order of coming, does not.
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

  /** Makes the call when fewer than the most are under way, in the order in which calls came here. */
  async inTurn<Value>(call: () => Promise<Value>): Promise<Value> {
    if (this.#open >= this.#most) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    return this.atOnce(call)
  }

  /** Makes the call without waiting, for what others wait for. It counts like any other. */
  async atOnce<Value>(call: () => Promise<Value>): Promise<Value> {
    this.#open += 1
    try {
      return await call()
    } finally {
      this.#open -= 1
      // A turn later, so that a call that must not wait and follows from this answer has the place first.
      if (this.#waiting.length > 0) this.#platform.timer(0, () => this.#open < this.#most && this.#waiting.shift()?.())
    }
  }
}
