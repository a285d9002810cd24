import { DurableObject } from 'cloudflare:workers'
import type {
  AccountContents,
  AccountObject,
  AttemptEnding,
  CachedToken,
  ErasedContents,
  PendingPost,
  SearchHistoryEntry,
  TokenGroup,
  TokenRequest,
} from '../../base/account-object.ts'
import type { AccountRecord, AccountUse, NewLink, StoredLink } from '../../base/account-state.ts'
import type { BillPage, BillQuery, BillReading, NewBill, PayerFields, StoredBill } from '../../base/bills.ts'
import type { Env } from '../../base/env.ts'
import { type Outcome, outcome } from '../../base/outcome.ts'
import { platform } from '../../base/platform.ts'
import { getSettings } from '../../base/settings.ts'
import { migrate } from '../schema.ts'
import { AccountLinks } from './account-links.ts'
import { AccountOrigin } from './account-origin.ts'
import { AccountRecords } from './account-records.ts'
import { PendingPosts } from './pending-posts.ts'
import { SearchHistory } from './search-history.ts'
import { StoredBills } from './stored-bills.ts'
import { StoredPayers } from './stored-payers.ts'
import { TokenRenewal } from './token-renewal.ts'

/**
 * One object per account: its token, its origin, its search history, its unfinished posts (decisions.md section 1). A
 * separate object with the name `state/<account>` stores the state of the account, whichever one is connected. That of
 * the payment account also stores its bills.
 */
export class Accounts extends DurableObject<Env> implements AccountObject {
  readonly #origin = new AccountOrigin(this.ctx.storage)
  readonly #renewal = new TokenRenewal(this.ctx.storage, this.#origin, getSettings(this.env), platform)
  readonly #searches = new SearchHistory(this.ctx.storage.sql)
  readonly #pendingPosts = new PendingPosts(this.ctx.storage)
  readonly #records = new AccountRecords(this.ctx.storage)
  readonly #links = new AccountLinks(this.ctx.storage)
  readonly #bills = new StoredBills(this.ctx.storage, getSettings(this.env), platform)
  readonly #payers = new StoredPayers(this.ctx.storage, getSettings(this.env), platform)

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, env, 'accounts')
  }

  token(
    group: TokenGroup,
    connected: string,
    request: TokenRequest,
  ): Promise<Outcome<CachedToken & { isFresh: boolean }>> {
    return outcome(() => this.#renewal.token(group, connected, request))
  }

  adoptToken(group: TokenGroup, connected: string, held: CachedToken): Promise<void> {
    return this.#renewal.adopt(group, connected, held)
  }

  override async alarm(): Promise<void> {
    await this.#pendingPosts.dropOver(platform.now())
    await this.#renewal.alarm()
    await this.#bills.alarm()
    await this.#payers.alarm()
  }

  async encryptAgain(): Promise<number> {
    await this.#payers.encryptAgain()
    return (await this.#renewal.encryptAgain()) + (await this.#bills.encryptAgain())
  }

  async origin(): Promise<string | undefined> {
    return this.#origin.read()
  }

  async keepOrigin(origin: string): Promise<void> {
    this.#origin.keep(origin)
  }

  async recordSearch(key: string, query: string): Promise<void> {
    this.#searches.record(key, query, platform.now())
  }

  async searchHistory(key: string, limit: number): Promise<SearchHistoryEntry[]> {
    return this.#searches.latest(key, limit)
  }

  async contents(): Promise<AccountContents> {
    return {
      searches: this.#searches.all,
      pending_posts: await this.#pendingPosts.count(),
      tokens: await this.#renewal.count(),
      links: this.#links.count,
      bills: await this.#bills.all(),
    }
  }

  async erase(): Promise<ErasedContents> {
    const { searches, bills: _, ...counts } = await this.contents()
    const bills = this.#bills.count
    this.#bills.erase()
    this.#payers.erase()
    await this.#renewal.erase()
    await this.#pendingPosts.erase()
    this.#searches.erase()
    this.#origin.erase()
    this.#links.erase()
    this.#records.erase()
    return { ...counts, searches: searches.length, bills }
  }

  async objectNames(): Promise<string[]> {
    return this.#records.objects
  }

  pendingPost(digest: string, repeatedMs?: number): Promise<PendingPost | undefined> {
    return this.#pendingPosts.find(digest, platform.now(), repeatedMs)
  }

  keepPendingPost(digest: string, added: PendingPost): Promise<PendingPost> {
    return this.#pendingPosts.keep(digest, added, platform.now())
  }

  claimPendingPost(digest: string, run: string, added: PendingPost): Promise<PendingPost> {
    return this.#pendingPosts.claim(digest, run, added, platform.now())
  }

  settlePendingPost(digest: string, run: string, ending: AttemptEnding): Promise<void> {
    return this.#pendingPosts.settle(digest, run, ending, platform.now())
  }

  dropPendingPost(digest: string, places?: readonly number[]): Promise<void> {
    return this.#pendingPosts.drop(digest, places)
  }

  beginBill(account: string, run: string, bill: NewBill): Promise<Outcome<null>> {
    return outcome(async () => {
      await this.#bills.begin(account, run, bill)
      return null
    })
  }

  dropBill(account: string, run: string, billId: string): Promise<void> {
    return this.#bills.drop(account, run, billId)
  }

  noteBill(account: string, billId: string, reading: BillReading, bill?: NewBill): Promise<void> {
    return this.#bills.note(account, billId, reading, bill)
  }

  findBill(account: string, billId: string): Promise<StoredBill | undefined> {
    return this.#bills.find(account, billId)
  }

  listBills(account: string, query: BillQuery): Promise<BillPage> {
    return this.#bills.page(account, query)
  }

  notePayer(record: string, fields: PayerFields): Promise<void> {
    return this.#payers.note(record, fields)
  }

  findPayer(record: string): Promise<PayerFields | undefined> {
    return this.#payers.find(record)
  }

  async accountRecord(): Promise<AccountRecord | undefined> {
    return this.#records.read()
  }

  async noteUse(use: AccountUse): Promise<void> {
    this.#records.note(use)
  }

  async noteConnected(record: AccountRecord): Promise<void> {
    this.#records.replace(record)
  }

  async noteDisconnected(): Promise<void> {
    this.#records.forget()
  }

  async addLink(link: NewLink): Promise<void> {
    this.#links.add(link, platform.now())
  }

  async links(): Promise<StoredLink[]> {
    return this.#links.all(platform.now())
  }

  async tryLink(digest: string): Promise<boolean> {
    return this.#links.try(digest, platform.now())
  }

  async revokeLink(digest: string): Promise<boolean> {
    return this.#links.revoke(digest)
  }

  async useLink(digest: string): Promise<boolean> {
    return this.#links.use(digest, platform.now())
  }

  async releaseLink(digest: string): Promise<void> {
    this.#links.release(digest)
  }
}
