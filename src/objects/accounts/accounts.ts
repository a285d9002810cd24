import { DurableObject } from 'cloudflare:workers'
import type {
  AccountRecord,
  AccountUse,
  BillReading,
  CachedToken,
  Generation,
  KeySearch,
  NewBill,
  TokenAccount,
  TokenRequest,
} from '../../base/accounts.ts'
import type { Env, Exposed } from '../../base/env.ts'
import { type Outcome, outcome } from '../../base/errors.ts'
import { type Account, isAccount } from '../../base/groups.ts'
import { lazy } from '../../base/lazy.ts'
import { type Platform, platform } from '../../base/platform.ts'
import { getSettings, type Settings } from '../../base/settings.ts'
import type { StoredBill } from '../../groups/payment/outputs.ts'
import { CLOSED_MS, isDataClosed } from '../../upstream/data-key.ts'
import { MIGRATIONS, migrate } from '../schema.ts'
import { StoredBills } from './bills.ts'
import {
  AccountGeneration,
  AccountLinks,
  AccountNotices,
  AccountOrigin,
  AccountRecords,
  Registration,
} from './records.ts'
import { SearchHistory } from './search-history.ts'
import { TokenRenewal } from './tokens.ts'

/** The payment account that an object stores bills of, by the name of the object. Others store none. */
function billsAccount(name = ''): Account {
  const account = name.slice(name.lastIndexOf('/') + 1)
  return isAccount(account) ? account : 'payment'
}

/** The parts that the object ACCOUNTS calls. */
function createAccountServices({ storage, id }: DurableObjectState, settings: Settings, platform: Platform) {
  const origin = new AccountOrigin(storage)
  return {
    origin,
    generation: new AccountGeneration(storage),
    renewal: new TokenRenewal(storage, origin, settings, platform),
    searches: new SearchHistory(storage.sql),
    records: new AccountRecords(storage, () => platform.now()),
    notices: new AccountNotices(storage, settings, platform),
    links: new AccountLinks(storage, () => platform.now()),
    bills: new StoredBills(storage, settings, platform, billsAccount(id.name)),
  }
}

/** What an object of an account stores, without credentials. */
interface AccountContents {
  searches: KeySearch[]
  tokens: number
  links: number
  /** The newest 5,000. */
  bills: StoredBill[]
}

/** The numbers of erased records. */
type ErasedContents = { [Name in keyof AccountContents]: number }

type AccountServices = ReturnType<typeof createAccountServices>

/**
 * One object per account: its token, its origin, its generation, its search history. A separate object with the name `state/<account>`
 * stores the state of the account, whichever one is connected. That of the payment account also stores its bills.
 */
export class Accounts extends DurableObject<Env> {
  readonly #open = lazy(() => createAccountServices(this.ctx, getSettings(this.env), platform))
  readonly #registration: Registration

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, MIGRATIONS.accounts)
    this.#registration = new Registration(ctx, env)
  }

  get origin(): Exposed<AccountOrigin, 'read'> {
    return this.#open().origin
  }

  get generation(): Exposed<AccountGeneration, 'read'> {
    return this.#open().generation
  }

  get searches(): Exposed<SearchHistory, 'latest'> {
    return this.#open().searches
  }

  get records(): Exposed<
    AccountRecords,
    'read' | 'forget' | 'register' | 'objects' | 'startErasing' | 'isLimited' | 'limit'
  > {
    return this.#open().records
  }

  get links(): Exposed<AccountLinks, 'add' | 'list' | 'try' | 'use' | 'release' | 'revoke'> {
    return this.#open().links
  }

  get bills(): Exposed<StoredBills, 'find' | 'list' | 'drop'> {
    return this.#open().bills
  }

  /**
   * The token to use instead of the connected one. It is renewed when that is due, or when the product refused it.
   * `isFresh` means that it was created for this call. A cached one may have been revoked since.
   */
  token(
    account: TokenAccount,
    connected: string,
    request: TokenRequest,
  ): Promise<Outcome<CachedToken & { isFresh: boolean }>> {
    return outcome(() =>
      this.#store(async ({ renewal, generation }) => {
        const token = await renewal.token(account, connected, request)
        return { ...token, generation: generation.read() }
      }),
    )
  }

  /** Stores the token that a test of the account got for the connected one. */
  adoptToken(account: TokenAccount, connected: string, held: CachedToken): Promise<void> {
    return this.#store(({ renewal }) => renewal.adopt(account, connected, held), true)
  }

  override async alarm(): Promise<void> {
    const { notices, renewal, bills } = this.#open()
    await notices.alarm()
    // Renewals and bills wait for the right CREDENTIALS_KEY.
    if (await isDataClosed(getSettings(this.env)).catch(() => true))
      return this.ctx.storage.setAlarm(platform.now() + CLOSED_MS)
    await this.#store(() => renewal.alarm())
    await bills.alarm()
  }

  keepOrigin(origin: string): Promise<void> {
    return this.#store((services) => services.origin.keep(origin))
  }

  keepGeneration(generation: Generation): Promise<void> {
    return this.#store((services) => services.generation.keep(generation))
  }

  /** @param key the lineage of the caller, who has a separate history */
  recordSearch(key: string, query: string): Promise<void> {
    return this.#store(({ searches }) => searches.record(key, query, platform.now()))
  }

  async contents(): Promise<AccountContents> {
    const { searches, renewal, links, bills } = this.#open()
    return {
      searches: searches.all,
      tokens: await renewal.count(),
      links: links.count(),
      bills: await bills.all(),
    }
  }

  /** Deletes everything that the object stores. */
  async erase(): Promise<ErasedContents> {
    const { origin, generation, renewal, searches, records, notices, links, bills } = this.#open()
    const { searches: found, bills: _, ...counts } = await this.contents()
    const billCount = bills.count
    bills.erase()
    await renewal.erase()
    searches.erase()
    origin.erase()
    generation.erase()
    links.erase()
    records.erase()
    notices.erase()
    this.#registration.erase()
    return { ...counts, searches: found.length, bills: billCount }
  }

  /** Stores a bill before it is sent. A stored bill is not changed. Fails without a usable CREDENTIALS_KEY. */
  beginBill(account: string, run: string, bill: NewBill): Promise<Outcome<null>> {
    return outcome(async () => {
      await this.#storeBills(({ bills }) => bills.begin(account, run, bill))
      return null
    })
  }

  /** Stores a reading of a bill. @param bill is stored if the bill is not stored yet */
  noteBill(account: string, billId: string, reading: BillReading, bill?: NewBill): Promise<void> {
    return this.#storeBills(({ bills }) => bills.note(account, billId, reading, bill))
  }

  /** Stores the result of a use. EVENTS is notified if it turns the account from well to refused, or back. */
  async noteUse(use: AccountUse): Promise<void> {
    const { records, notices } = this.#open()
    await notices.add(records.note(use))
  }

  /** Starts a new record for a credential that was just connected, and notifies EVENTS. */
  async noteConnected(record: AccountRecord): Promise<void> {
    const { records, notices } = this.#open()
    records.replace(record)
    await notices.add(platform.now())
  }

  /**
   * Runs a step that stores data of the account. A request that started before the account was erased may end after it:
   * it gets its result, and what it stored is erased again.
   */
  async #store<Result>(step: (services: AccountServices) => Result | Promise<Result>, isConnecting = false) {
    const services = this.#open()
    await this.#registration.register(isConnecting)
    try {
      return await step(services)
    } finally {
      if (!this.#registration.isDone) await this.erase()
    }
  }

  /** The same for bills. They are in the object with the account's state, which is always found. */
  async #storeBills(step: (services: AccountServices) => Promise<void>): Promise<void> {
    const services = this.#open()
    const { bills, records } = services
    await step(services)
    if (records.isErased()) bills.erase()
  }
}
