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
import { lazy } from '../../base/lazy.ts'
import { type Outcome, outcome } from '../../base/outcome.ts'
import { platform } from '../../base/platform.ts'
import { getSettings } from '../../base/settings.ts'
import { migrate } from '../schema.ts'

/**
 * One object per account: its token, its origin, its search history, its unfinished posts (decisions.md section 1). A
 * separate object with the name `state/<account>` stores the state of the account, whichever one is connected. That of
 * the payment account also stores its bills.
 */
export class Accounts extends DurableObject<Env> implements AccountObject {
  /** Loaded at first use, because every isolate runs everything that this module imports at start-up. */
  readonly #open = lazy(async () => {
    const { createAccountServices } = await import('./compose.ts')
    return createAccountServices(this.ctx.storage, getSettings(this.env), platform)
  })

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    migrate(ctx, env, 'accounts')
  }

  token(
    group: TokenGroup,
    connected: string,
    request: TokenRequest,
  ): Promise<Outcome<CachedToken & { isFresh: boolean }>> {
    return outcome(async () => (await this.#open()).renewal.token(group, connected, request))
  }

  async adoptToken(group: TokenGroup, connected: string, held: CachedToken): Promise<void> {
    return (await this.#open()).renewal.adopt(group, connected, held)
  }

  override async alarm(): Promise<void> {
    const { pendingPosts, renewal, bills, payers } = await this.#open()
    await pendingPosts.dropOver(platform.now())
    await renewal.alarm()
    await bills.alarm()
    await payers.alarm()
  }

  async encryptAgain(): Promise<number> {
    const { renewal, bills, payers } = await this.#open()
    await payers.encryptAgain()
    return (await renewal.encryptAgain()) + (await bills.encryptAgain())
  }

  async origin(): Promise<string | undefined> {
    return (await this.#open()).origin.read()
  }

  async keepOrigin(origin: string): Promise<void> {
    return (await this.#open()).origin.keep(origin)
  }

  async recordSearch(key: string, query: string): Promise<void> {
    return (await this.#open()).searches.record(key, query, platform.now())
  }

  async searchHistory(key: string, limit: number): Promise<SearchHistoryEntry[]> {
    return (await this.#open()).searches.latest(key, limit)
  }

  async contents(): Promise<AccountContents> {
    const { searches, pendingPosts, renewal, links, bills } = await this.#open()
    return {
      searches: searches.all,
      pending_posts: await pendingPosts.count(),
      tokens: await renewal.count(),
      links: links.count,
      bills: await bills.all(),
    }
  }

  async erase(): Promise<ErasedContents> {
    const { origin, renewal, searches, pendingPosts, records, links, bills, payers } = await this.#open()
    const { searches: found, bills: _, ...counts } = await this.contents()
    const billCount = bills.count
    bills.erase()
    payers.erase()
    await renewal.erase()
    await pendingPosts.erase()
    searches.erase()
    origin.erase()
    links.erase()
    records.erase()
    return { ...counts, searches: found.length, bills: billCount }
  }

  async objectNames(): Promise<string[]> {
    return (await this.#open()).records.objects
  }

  async pendingPost(digest: string, repeatedMs?: number): Promise<PendingPost | undefined> {
    return (await this.#open()).pendingPosts.find(digest, platform.now(), repeatedMs)
  }

  async keepPendingPost(digest: string, added: PendingPost): Promise<PendingPost> {
    return (await this.#open()).pendingPosts.keep(digest, added, platform.now())
  }

  async claimPendingPost(digest: string, run: string, added: PendingPost): Promise<PendingPost> {
    return (await this.#open()).pendingPosts.claim(digest, run, added, platform.now())
  }

  async settlePendingPost(digest: string, run: string, ending: AttemptEnding): Promise<void> {
    return (await this.#open()).pendingPosts.settle(digest, run, ending, platform.now())
  }

  async dropPendingPost(digest: string, places?: readonly number[]): Promise<void> {
    return (await this.#open()).pendingPosts.drop(digest, places)
  }

  beginBill(account: string, run: string, bill: NewBill): Promise<Outcome<null>> {
    return outcome(async () => {
      await (await this.#open()).bills.begin(account, run, bill)
      return null
    })
  }

  async dropBill(account: string, run: string, billId: string): Promise<void> {
    return (await this.#open()).bills.drop(account, run, billId)
  }

  async noteBill(account: string, billId: string, reading: BillReading, bill?: NewBill): Promise<void> {
    return (await this.#open()).bills.note(account, billId, reading, bill)
  }

  async findBill(account: string, billId: string): Promise<StoredBill | undefined> {
    return (await this.#open()).bills.find(account, billId)
  }

  async listBills(account: string, query: BillQuery): Promise<BillPage> {
    return (await this.#open()).bills.page(account, query)
  }

  async notePayer(record: string, fields: PayerFields): Promise<void> {
    return (await this.#open()).payers.note(record, fields)
  }

  async findPayer(record: string): Promise<PayerFields | undefined> {
    return (await this.#open()).payers.find(record)
  }

  async accountRecord(): Promise<AccountRecord | undefined> {
    return (await this.#open()).records.read()
  }

  async noteUse(use: AccountUse): Promise<void> {
    return (await this.#open()).records.note(use)
  }

  async noteConnected(record: AccountRecord): Promise<void> {
    return (await this.#open()).records.replace(record)
  }

  async noteDisconnected(): Promise<void> {
    return (await this.#open()).records.forget()
  }

  async addLink(link: NewLink): Promise<void> {
    return (await this.#open()).links.add(link, platform.now())
  }

  async links(): Promise<StoredLink[]> {
    return (await this.#open()).links.all(platform.now())
  }

  async tryLink(digest: string): Promise<boolean> {
    return (await this.#open()).links.try(digest, platform.now())
  }

  async revokeLink(digest: string): Promise<boolean> {
    return (await this.#open()).links.revoke(digest)
  }

  async useLink(digest: string): Promise<boolean> {
    return (await this.#open()).links.use(digest, platform.now())
  }

  async releaseLink(digest: string): Promise<void> {
    return (await this.#open()).links.release(digest)
  }
}
