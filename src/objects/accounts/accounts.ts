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
import type { AccountParts } from './compose.ts'

/**
 * One object per account: its token, its origin, its search history, its unfinished posts (decisions.md section 1). A
 * separate object with the name `state/<account>` stores the state of the account, whichever one is connected. That of
 * the payment account also stores its bills.
 */
export class Accounts extends DurableObject<Env> implements AccountObject {
  #parts!: AccountParts

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, env, 'accounts')
    // Loaded with the first object, because every isolate evaluates everything that this module imports at its start. No
    // call is delivered before.
    ctx.blockConcurrencyWhile(async () => {
      const { createAccountParts } = await import('./compose.ts')
      this.#parts = createAccountParts(ctx.storage, getSettings(env), platform)
    })
  }

  token(
    group: TokenGroup,
    connected: string,
    request: TokenRequest,
  ): Promise<Outcome<CachedToken & { isFresh: boolean }>> {
    return outcome(() => this.#parts.renewal.token(group, connected, request))
  }

  adoptToken(group: TokenGroup, connected: string, held: CachedToken): Promise<void> {
    return this.#parts.renewal.adopt(group, connected, held)
  }

  override async alarm(): Promise<void> {
    await this.#parts.pendingPosts.dropOver(platform.now())
    await this.#parts.renewal.alarm()
    await this.#parts.bills.alarm()
    await this.#parts.payers.alarm()
  }

  async encryptAgain(): Promise<number> {
    await this.#parts.payers.encryptAgain()
    return (await this.#parts.renewal.encryptAgain()) + (await this.#parts.bills.encryptAgain())
  }

  async origin(): Promise<string | undefined> {
    return this.#parts.origin.read()
  }

  async keepOrigin(origin: string): Promise<void> {
    this.#parts.origin.keep(origin)
  }

  async recordSearch(key: string, query: string): Promise<void> {
    this.#parts.searches.record(key, query, platform.now())
  }

  async searchHistory(key: string, limit: number): Promise<SearchHistoryEntry[]> {
    return this.#parts.searches.latest(key, limit)
  }

  async contents(): Promise<AccountContents> {
    return {
      searches: this.#parts.searches.all,
      pending_posts: await this.#parts.pendingPosts.count(),
      tokens: await this.#parts.renewal.count(),
      links: this.#parts.links.count,
      bills: await this.#parts.bills.all(),
    }
  }

  async erase(): Promise<ErasedContents> {
    const { searches, bills: _, ...counts } = await this.contents()
    const bills = this.#parts.bills.count
    this.#parts.bills.erase()
    this.#parts.payers.erase()
    await this.#parts.renewal.erase()
    await this.#parts.pendingPosts.erase()
    this.#parts.searches.erase()
    this.#parts.origin.erase()
    this.#parts.links.erase()
    this.#parts.records.erase()
    return { ...counts, searches: searches.length, bills }
  }

  async objectNames(): Promise<string[]> {
    return this.#parts.records.objects
  }

  pendingPost(digest: string, repeatedMs?: number): Promise<PendingPost | undefined> {
    return this.#parts.pendingPosts.find(digest, platform.now(), repeatedMs)
  }

  keepPendingPost(digest: string, added: PendingPost): Promise<PendingPost> {
    return this.#parts.pendingPosts.keep(digest, added, platform.now())
  }

  claimPendingPost(digest: string, run: string, added: PendingPost): Promise<PendingPost> {
    return this.#parts.pendingPosts.claim(digest, run, added, platform.now())
  }

  settlePendingPost(digest: string, run: string, ending: AttemptEnding): Promise<void> {
    return this.#parts.pendingPosts.settle(digest, run, ending, platform.now())
  }

  dropPendingPost(digest: string, places?: readonly number[]): Promise<void> {
    return this.#parts.pendingPosts.drop(digest, places)
  }

  beginBill(account: string, run: string, bill: NewBill): Promise<Outcome<null>> {
    return outcome(async () => {
      await this.#parts.bills.begin(account, run, bill)
      return null
    })
  }

  dropBill(account: string, run: string, billId: string): Promise<void> {
    return this.#parts.bills.drop(account, run, billId)
  }

  noteBill(account: string, billId: string, reading: BillReading, bill?: NewBill): Promise<void> {
    return this.#parts.bills.note(account, billId, reading, bill)
  }

  findBill(account: string, billId: string): Promise<StoredBill | undefined> {
    return this.#parts.bills.find(account, billId)
  }

  listBills(account: string, query: BillQuery): Promise<BillPage> {
    return this.#parts.bills.page(account, query)
  }

  notePayer(record: string, fields: PayerFields): Promise<void> {
    return this.#parts.payers.note(record, fields)
  }

  findPayer(record: string): Promise<PayerFields | undefined> {
    return this.#parts.payers.find(record)
  }

  async accountRecord(): Promise<AccountRecord | undefined> {
    return this.#parts.records.read()
  }

  async noteUse(use: AccountUse): Promise<void> {
    this.#parts.records.note(use)
  }

  async noteConnected(record: AccountRecord): Promise<void> {
    this.#parts.records.replace(record)
  }

  async noteDisconnected(): Promise<void> {
    this.#parts.records.forget()
  }

  async addLink(link: NewLink): Promise<void> {
    this.#parts.links.add(link, platform.now())
  }

  async links(): Promise<StoredLink[]> {
    return this.#parts.links.all(platform.now())
  }

  async tryLink(digest: string): Promise<boolean> {
    return this.#parts.links.try(digest, platform.now())
  }

  async revokeLink(digest: string): Promise<boolean> {
    return this.#parts.links.revoke(digest)
  }

  async useLink(digest: string): Promise<boolean> {
    return this.#parts.links.use(digest, platform.now())
  }

  async releaseLink(digest: string): Promise<void> {
    this.#parts.links.release(digest)
  }
}
