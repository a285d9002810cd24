/** The instant at which the time of every suite starts, whatever the real date. */
const START = Date.parse('2026-11-21T09:00:00Z')

const DAY_MS = 86_400_000

/** Milliseconds from the machine's clock to the running clock of this process's suites. */
export const CLOCK_SHIFT = START - Date.now()

/** The time of simulators, and of the gateway under test. It does not pass until a test advances it. */
export class Clock {
  #now: number

  /** @param start epoch milliseconds, or anything that `Date` reads */
  constructor(start: number | string = START) {
    this.#now = new Date(start).getTime()
  }

  /** Epoch milliseconds. */
  readonly now = (): number => this.#now

  advance(ms: number): void {
    this.#now += ms
  }
}

/**
 * The clock of a gateway on the real runtime, whose time passes. `clockModule(CLOCK_SHIFT)` gives the gateway the same
 * one.
 */
export const runningClock = { now: (): number => Date.now() + CLOCK_SHIFT }

/** How many milliseconds a clock is ahead of the start of the suites, in whole days: seeded data keeps its time of day. */
export const msSinceStart = ({ now }: { now(): number }): number => Math.floor((now() - START) / DAY_MS) * DAY_MS

/** The wall clock, for simulators that a person runs. */
export const wallClock = { now: () => Date.now() }
