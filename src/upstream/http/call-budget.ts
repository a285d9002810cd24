import { GatewayError } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'

/** The request would need more calls than SUBREQUESTS allows. */
export class BudgetSpent extends GatewayError {
  constructor() {
    super(502, 'this request needs more outgoing calls than SUBREQUESTS allows', { reason: 'budget' })
  }
}

/** How many outgoing calls a request may still make. A part of a request spends from the budget of the whole. */
export class CallBudget {
  /** Outgoing calls made so far, retries included. */
  calls = 0
  /** Those of them that have not ended yet. */
  callsInFlight = 0
  /** Milliseconds spent waiting for products, summed over calls. */
  waitedMs = 0
  readonly #settings: Settings
  readonly #parent: CallBudget | undefined
  #isClosed = false

  constructor(settings: Settings, parent: CallBudget | undefined) {
    this.#settings = settings
    this.#parent = parent
  }

  /** Calls left in the budget of SUBREQUESTS, none once the request is answered. */
  get callsLeft(): number {
    if (this.#isClosed) return 0
    return this.#parent ? this.#parent.callsLeft : this.#settings.subrequests - this.calls
  }

  /** Takes one call from the budget. Throws BudgetSpent. */
  spend(): void {
    if (this.callsLeft <= 0) throw new BudgetSpent()
    for (let each: CallBudget | undefined = this; each; each = each.#parent) {
      each.calls += 1
      each.callsInFlight += 1
    }
  }

  /** Counts the end of a call, and the milliseconds that it took. */
  endCall(ms: number): void {
    for (let each: CallBudget | undefined = this; each; each = each.#parent) {
      each.waitedMs += ms
      each.callsInFlight -= 1
    }
  }

  /** From now on no call is left. */
  close(): void {
    this.#isClosed = true
  }
}
