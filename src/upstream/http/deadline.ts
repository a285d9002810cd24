import type { Platform } from '../../base/platform.ts'

/** The longest that a request may take, in milliseconds, unless its operation says otherwise. */
const DEADLINE_MS = 25_000

/** When a request ends: at its deadline, or earlier if the caller of a read leaves. */
export class Deadline {
  /**
   * The caller's own signal, set for operations that only read. Calls carry this signal, and the timer is separate from
   * it, because one signal made of both (AbortSignal.any) cost a request more than its routing.
   */
  callerSignal: AbortSignal | undefined
  readonly #platform: Platform
  #at: number
  readonly #waiting = new Set<() => void>()
  #controller: AbortController | undefined
  #cancelTimer: (() => void) | undefined
  #hasPassed = false

  /** @param parent the deadline of the request that this one is a part of, which counts for the part, too */
  constructor(platform: Platform, parent: Deadline | undefined) {
    this.#platform = platform
    this.#at = parent ? parent.#at : platform.now() + DEADLINE_MS
  }

  /** Sets another deadline, so many milliseconds from now, for operations that wait by their nature. */
  extend(ms: number): void {
    this.#at = this.#platform.now() + ms
    if (this.#cancelTimer) this.#startTimer()
  }

  /** Milliseconds left. */
  get leftMs(): number {
    return this.#at - this.#platform.now()
  }

  /** Whether the time is up, as opposed to a caller that left. */
  get hasPassed(): boolean {
    return this.#hasPassed
  }

  /** Whether the request has ended, because of its deadline or because the caller disconnected. Then no call is made. */
  get isOver(): boolean {
    return this.#hasPassed || (this.callerSignal?.aborted ?? false)
  }

  /** Aborts a call under way: the caller's signal for a read, otherwise one that aborts when the time is up. */
  get signal(): AbortSignal {
    if (this.callerSignal) return this.callerSignal
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  /**
   * The result of the work, or undefined if the time is up first. Each call of this has a promise of its own: a promise
   * shared by the whole request would keep every response in memory until the request ends.
   */
  async race<Value>(work: Promise<Value>): Promise<Value | undefined> {
    if (!this.#cancelTimer) this.#startTimer()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const giveUp = () => resolve(undefined)
    this.#waiting.add(giveUp)
    try {
      return await Promise.race([work, promise])
    } finally {
      this.#waiting.delete(giveUp)
    }
  }

  /** Stops the timer. */
  cancel(): void {
    this.#cancelTimer?.()
  }

  #startTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#platform.timer(this.leftMs, () => {
      this.#hasPassed = true
      for (const giveUp of this.#waiting) giveUp()
      this.#controller?.abort()
    })
  }
}
