/** The time that simulators, and the gateway under test, go by: it stands still until a test moves it. */
export class Clock {
  #now: number

  /** @param start epoch milliseconds, or anything that `Date` reads */
  constructor(start: number | string = '2026-11-21T09:00:00Z') {
    this.#now = new Date(start).getTime()
  }

  /** Epoch milliseconds. */
  readonly now = (): number => this.#now

  advance(ms: number): void {
    this.#now += ms
  }
}

/** A clock that runs as the real one does, from the same start: for a gateway whose time passes. */
export class RunningClock {
  readonly #start = new Clock().now()
  readonly #realStart = Date.now()

  readonly now = (): number => this.#start + Date.now() - this.#realStart
}

/** The wall clock, for simulators that a person runs. */
export const wallClock = { now: () => Date.now() }
