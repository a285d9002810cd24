/** A clock that is set, and runs on from there: for simulated products beside a gateway whose clock is set as well. */
export class SetClock {
  #ahead = 0

  constructor(start: number) {
    this.set(start)
  }

  /** @param now epoch milliseconds */
  set(now: number): void {
    this.#ahead = now - Date.now()
  }

  readonly now = (): number => Date.now() + this.#ahead
}
