import type { ExchangedToken } from '../base/accounts.ts'
import { GatewayError } from '../base/errors.ts'
import { type Account, type AccountOf, type Product, productOf, type Secrets } from '../base/groups.ts'
import type { Platform } from '../base/platform.ts'
import type { Settings } from '../base/settings.ts'

/** The account whose secrets a request read last, which the outcome of the request is reported for. */
interface UsedAccount {
  account: Account | undefined
  secrets: Secrets | undefined
  /**
   * How the calls of each kind did, for a product whose calls have kinds (base/accounts.ts): the error if all of a kind
   * failed. In the order of the calls.
   */
  readonly kinds: Map<string, GatewayError | undefined>
}

/**
 * Notes how a call of a kind did. One success counts more than failures, which may be about single items.
 *
 * @param isPassedOn which failures are not noted, because another call decides
 */
export async function noteKind<Value>(
  { used: { kinds } }: UpstreamContext,
  kind: string,
  call: Promise<Value>,
  isPassedOn: (error: GatewayError) => boolean = () => false,
) {
  try {
    const value = await call
    kinds.set(kind, undefined)
    return value
  } catch (error) {
    if (error instanceof GatewayError && !isPassedOn(error) && (!kinds.has(kind) || kinds.get(kind)))
      kinds.set(kind, error)
    throw error
  }
}

/** The credentials that a request used, masked in everything that a caller reads. */
class Redactor {
  readonly #secrets = new Set<string>()

  get secrets(): ReadonlySet<string> {
    return this.#secrets
  }

  add(secret: string): void {
    this.#secrets.add(secret)
  }

  redact(text: string): string {
    // A credential is masked as it is and as a URL holds it. The longest comes first: where one credential is a part of
    // another, masking the part first would leave the rest readable.
    return [...this.#secrets]
      .flatMap((secret) => [secret, encodeURIComponent(secret)])
      .filter(({ length }) => length >= LEAST_MASKED)
      .sort((a, b) => b.length - a.length)
      .reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
  }
}

/** The context of upstream code, for one request or for one task of a Durable Object. */
export class UpstreamContext {
  readonly settings: Settings
  readonly platform: Platform
  readonly deadline: Deadline
  readonly budget: CallBudget
  readonly redactor = new Redactor()
  /** Lets work continue after the response. Absent in a Durable Object, which waits for its work. */
  waitUntil: ((work: Promise<unknown>) => void) | undefined
  readonly used: UsedAccount = { account: undefined, secrets: undefined, kinds: new Map() }
  /**
   * Secrets to be tested instead of those that are connected. `isConnected` means that they are the same credential, with
   * another part of the account chosen, so that the object of the account has its tokens.
   */
  candidate: { readonly account: Account; readonly secrets: Secrets; readonly isConnected: boolean } | undefined
  /** The token that the product returned for a candidate. It is lost unless the account's object gets it. */
  exchanged: ExchangedToken | undefined
  /** The account that is used of each product, or why none is. The first one of a product that is not here. */
  readonly #accounts: Map<Product, Account | (() => GatewayError)>
  readonly #parent: UpstreamContext | undefined

  /** @param parent the request that this one is a part of: they share its deadline, its call budget and its accounts */
  constructor(settings: Settings, platform: Platform, parent?: UpstreamContext) {
    this.settings = settings
    this.platform = platform
    this.#parent = parent
    this.#accounts = new Map(parent ? parent.#accounts : [])
    this.deadline = new Deadline(platform, parent?.deadline)
    this.budget = new CallBudget(settings, parent?.budget)
  }

  /** The request that this one is a part of, otherwise this one itself. */
  get whole(): UpstreamContext {
    return this.#parent?.whole ?? this
  }

  /** Uses these accounts of their products from now on. */
  use(...accounts: readonly Account[]): this {
    for (const account of accounts) this.#accounts.set(productOf(account), account)
    return this
  }

  /** Uses no account of a product: the request fails as soon as it needs one. */
  refuse(product: Product, why: () => GatewayError): void {
    this.#accounts.set(product, why)
  }

  /** Whether the request or its key names an account of the product. */
  isNamed(product: Product): boolean {
    return this.#accounts.has(product)
  }

  /** The same without an error: undefined where none is used. */
  findAccount(product: Product): Account | undefined {
    const account = this.#accounts.get(product) ?? product
    return typeof account === 'string' ? account : undefined
  }

  /** The account of a product that this request uses. Throws 409 when it has to say which. */
  accountOf<P extends Product>(product: P): AccountOf<P> {
    const account = this.#accounts.get(product) ?? product
    if (typeof account === 'function') throw account()
    return account as AccountOf<P>
  }

  /** Ends the request: work that is still running after a failure starts no further call. */
  close(): void {
    this.budget.close()
    this.deadline.cancel()
  }
}

/** The longest that a request may take, in milliseconds, unless its operation says otherwise. */
const DEADLINE_MS = 25_000

/** When a request ends: at its deadline, or earlier if the caller of a read leaves. */
class Deadline {
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
   *
   * @param limitMs the time of this work, if it is less than the request's
   */
  async race<Value>(work: Promise<Value>, limitMs?: number): Promise<Value | undefined> {
    if (!this.#cancelTimer) this.#startTimer()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const giveUp = () => resolve(undefined)
    this.#waiting.add(giveUp)
    const cancelLimit = limitMs === undefined ? undefined : this.#platform.timer(limitMs, giveUp)
    try {
      return await Promise.race([work, promise])
    } finally {
      cancelLimit?.()
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

/** The request would need more calls than SUBREQUESTS allows. */
export class BudgetSpent extends GatewayError {
  constructor() {
    super(502, 'this request needs more outgoing calls than SUBREQUESTS allows', { reason: 'budget' })
  }
}

/** How many outgoing calls a request may still make. A part of a request spends from the budget of the whole. */
class CallBudget {
  /** Outgoing calls made so far, retries included. */
  calls = 0
  /** The calls that have not ended yet. */
  callsInFlight = 0
  /** Milliseconds spent waiting for products, summed over calls. */
  waitedMs = 0
  /** The status of the last answer of a product that was an error. */
  lastErrorStatus: number | undefined
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

  /** Counts the end of a call, and the milliseconds that it took. @param status what the product answered, if it did */
  endCall(ms: number, status: number | undefined): void {
    for (let each: CallBudget | undefined = this; each; each = each.#parent) {
      if (status !== undefined && status >= 400) each.lastErrorStatus = status
      each.waitedMs += ms
      each.callsInFlight -= 1
    }
  }

  /** From now on no call is left. */
  close(): void {
    this.#isClosed = true
  }
}

/** A shorter value occurs in many texts by chance: masking it would garble them, and show what it is. */
const LEAST_MASKED = 4

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

/**
 * Runs the same work once for all parts of a request that need it at the same time. Running work is stored in the
 * request's own state, because the runtime does not allow a request to await another request's promise
 * (base/per-isolate-cache.ts).
 */
export function dedupePerRequest<Value>() {
  const running = new WeakMap<UpstreamContext, Map<string, Promise<Value>>>()
  return (upstream: UpstreamContext, name: string, work: () => Promise<Value>): Promise<Value> => {
    const own = running.get(upstream) ?? new Map<string, Promise<Value>>()
    running.set(upstream, own)
    const promise = own.get(name) ?? work().finally(() => own.delete(name))
    own.set(name, promise)
    return promise
  }
}
