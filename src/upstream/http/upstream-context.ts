import type { ExchangedToken } from '../../base/account-object.ts'
import type { Account } from '../../base/connected-accounts.ts'
import { GatewayError } from '../../base/errors.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import type { Secrets } from '../credentials/stored-credentials.ts'

/** The longest that a request may take, in milliseconds, unless its operation says otherwise (decisions.md section 2). */
const DEADLINE_MS = 25_000

/** The request would need more calls than SUBREQUESTS allows. */
export class BudgetSpent extends GatewayError {
  constructor() {
    super(502, 'this request needs more outgoing calls than SUBREQUESTS allows', { reason: 'budget' })
  }
}

/**
 * What one request, or one task of a Durable Object, may do towards products: its deadline, its budget of calls, and
 * the credentials that must not show in anything that a caller reads.
 */
export class UpstreamContext {
  readonly settings: Settings
  readonly platform: Platform
  /** Outgoing calls made so far, retries included. */
  calls = 0
  /** Those of them that have not ended yet. */
  callsUnderWay = 0
  /** Milliseconds spent waiting for products, summed over calls. */
  waitedMs = 0
  /** Credentials used on the way out, masked in upstream messages. */
  readonly secrets = new Set<string>()
  /**
   * The caller's own signal, set for operations that only read. Calls carry this signal, and the deadline is kept apart
   * from it, because one signal made of both (AbortSignal.any) cost a request more than its routing.
   */
  callerSignal: AbortSignal | undefined
  /** Lets work go on after the answer. Absent in a Durable Object, which waits for its work. */
  after: ((work: Promise<unknown>) => void) | undefined
  /** The account whose secrets were read last, and those: what the request's outcome tells of (gateway/account-use.ts). */
  usedAccount: Account | undefined
  usedSecrets: Secrets | undefined
  /** The object that keeps the token of that account, where it was asked. */
  usedObject: string | undefined
  /** The token that the product gave for a candidate, which is lost unless the account's object gets it. */
  exchanged: ExchangedToken | undefined
  /** Secrets to be tried in place of those that are connected. */
  candidate: { readonly account: Account; readonly secrets: Secrets } | undefined
  #deadlineAt: number
  readonly #parent: UpstreamContext | undefined
  readonly #waiting = new Set<() => void>()
  #controller: AbortController | undefined
  #cancelTimer: (() => void) | undefined
  #expired = false
  #closed = false

  /** @param parent the request that this one is a part of: they share its deadline and its budget of calls */
  constructor(settings: Settings, platform: Platform, parent?: UpstreamContext) {
    this.settings = settings
    this.platform = platform
    this.#parent = parent
    this.#deadlineAt = parent ? parent.#deadlineAt : platform.now() + DEADLINE_MS
  }

  /** Sets another deadline, so many milliseconds from now, for operations that wait by their nature. */
  extend(ms: number): void {
    this.#deadlineAt = this.platform.now() + ms
    if (this.#cancelTimer) this.#startTimer()
  }

  /** The request that this one is a part of, else this one itself. */
  get whole(): UpstreamContext {
    return this.#parent?.whole ?? this
  }

  /** Milliseconds left before the deadline. */
  get leftMs(): number {
    return this.#deadlineAt - this.platform.now()
  }

  /** Calls left in the budget of SUBREQUESTS, none once the request is answered. */
  get callsLeft(): number {
    if (this.#closed) return 0
    return this.#parent ? this.#parent.callsLeft : this.settings.subrequests - this.calls
  }

  /** Whether the deadline passed, as opposed to a caller that left. */
  get expired(): boolean {
    return this.#expired
  }

  /** Whether the request is over, by its deadline or because the caller left: then no call is made. */
  get over(): boolean {
    return this.#expired || (this.callerSignal?.aborted ?? false)
  }

  /** Aborts a call under way: the caller's signal for a read, else one that the deadline sets off. */
  get signal(): AbortSignal {
    if (this.callerSignal) return this.callerSignal
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  /**
   * The result of the work, or undefined when the deadline passes first. Each call of this has a promise of its own: a
   * promise shared by the whole request would keep every answer in memory until the request ends.
   */
  async beforeDeadline<Value>(work: Promise<Value>): Promise<Value | undefined> {
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

  /** Takes one call from the budget. */
  spend(): void {
    if (this.callsLeft <= 0) throw new BudgetSpent()
    for (let each: UpstreamContext | undefined = this; each; each = each.#parent) {
      each.calls += 1
      each.callsUnderWay += 1
    }
  }

  /** Counts the end of a call, and the milliseconds of waiting for it. */
  wait(ms: number): void {
    for (let each: UpstreamContext | undefined = this; each; each = each.#parent) {
      each.waitedMs += ms
      each.callsUnderWay -= 1
    }
  }

  /** Ends the request: work that still runs beside a call that failed starts no further call. */
  close(): void {
    this.#closed = true
    this.#cancelTimer?.()
  }

  #startTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.platform.timer(this.leftMs, () => {
      this.#expired = true
      for (const giveUp of this.#waiting) giveUp()
      this.#controller?.abort()
    })
  }
}
