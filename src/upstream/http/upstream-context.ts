import type { ExchangedToken } from '../../base/accounts.ts'
import type { Account, Secrets } from '../../base/groups.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { CallBudget } from './call-budget.ts'
import { Deadline } from './deadline.ts'
import { Redactor } from './redactor.ts'

/** The account whose secrets a request read last, which the outcome of the request is reported for. */
interface UsedAccount {
  account: Account | undefined
  secrets: Secrets | undefined
}

/** What upstream code gets of one request, or of one task of a Durable Object. */
export class UpstreamContext {
  readonly settings: Settings
  readonly platform: Platform
  readonly deadline: Deadline
  readonly budget: CallBudget
  readonly redactor = new Redactor()
  /** Lets work continue after the response. Absent in a Durable Object, which waits for its work. */
  waitUntil: ((work: Promise<unknown>) => void) | undefined
  readonly used: UsedAccount = { account: undefined, secrets: undefined }
  /** Secrets to be tested instead of those that are connected. */
  candidate: { readonly account: Account; readonly secrets: Secrets } | undefined
  /** The token that the product returned for a candidate. It is lost unless the account's object gets it. */
  exchanged: ExchangedToken | undefined
  readonly #parent: UpstreamContext | undefined

  /** @param parent the request that this one is a part of: they share its deadline and its call budget */
  constructor(settings: Settings, platform: Platform, parent?: UpstreamContext) {
    this.settings = settings
    this.platform = platform
    this.#parent = parent
    this.deadline = new Deadline(platform, parent?.deadline)
    this.budget = new CallBudget(settings, parent?.budget)
  }

  /** The request that this one is a part of, otherwise this one itself. */
  get whole(): UpstreamContext {
    return this.#parent?.whole ?? this
  }

  /** Ends the request: work that is still running after a failure starts no further call. */
  close(): void {
    this.budget.close()
    this.deadline.cancel()
  }
}
