/** Lets at most so many calls of one request go on at once. Each request makes its own. */
export class CallQueue {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #open = 0

  constructor(most: number) {
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
      if (this.#open < this.#most) this.#waiting.shift()?.()
    }
  }
}
