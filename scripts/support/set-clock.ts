/** A clock that is set and then runs on, for simulated products of a gateway with a set clock. */
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
