import { DurableObject } from 'cloudflare:workers'
import type { AccountObject, HeldToken, SearchHistoryEntry, TokenRequest } from '../../base/account-object.ts'
import type { Env } from '../../base/env.ts'
import type { Group } from '../../base/groups.ts'
import { type Outcome, outcome } from '../../base/outcome.ts'
import { platform } from '../../base/platform.ts'
import { settingsOf } from '../../base/settings.ts'
import { Outgoing } from '../../upstream/outgoing.ts'
import { KEEPERS } from './keepers.ts'
import { PendingPosts } from './pending-posts.ts'
import { SearchHistory } from './search-history.ts'
import { TokenStore } from './token-store.ts'

/** One object per account: its token, its search history, its unfinished posts (decisions.md section 1). */
export class Accounts extends DurableObject<Env> implements AccountObject {
  readonly #settings = settingsOf(this.env)
  readonly #tokens = new TokenStore<HeldToken>(this.ctx.storage, this.#settings)
  readonly #searches = new SearchHistory(this.ctx.storage.sql)
  readonly #pendingPosts = new PendingPosts(this.ctx.storage)
  /** Renewals under way, by the connected token. All requests of an object share its context, so one may await another's. */
  readonly #renewing = new Map<string, Promise<HeldToken>>()

  async token(
    group: Group,
    connected: string,
    request: TokenRequest,
  ): Promise<Outcome<HeldToken & { isFresh: boolean }>> {
    return outcome(async () => {
      const held = await this.#tokens.read(connected)
      if (held && KEEPERS[group]?.serves(held, request, platform.now())) return { ...held, isFresh: false }
      const renewing = this.#renewing.get(connected) ?? this.#renew(group, connected, held, request)
      this.#renewing.set(connected, renewing)
      try {
        return { ...(await renewing), isFresh: true }
      } finally {
        this.#renewing.delete(connected)
      }
    })
  }

  async #renew(
    group: Group,
    connected: string,
    held: HeldToken | undefined,
    request: TokenRequest,
  ): Promise<HeldToken> {
    const keeper = KEEPERS[group]
    if (!keeper) throw new TypeError(`no token of the ${group} group is kept`)
    const first = held ?? keeper.first?.(connected)
    // Written before the product is asked, so that a CREDENTIALS_KEY that is no key fails while the old token still works.
    if (first && !held) await this.#tokens.write(connected, first)
    const outgoing = new Outgoing(this.#settings, platform)
    try {
      outgoing.secrets.add(connected)
      const renewed = await keeper.renew(outgoing, connected, first, request)
      await this.#tokens.write(connected, renewed)
      return renewed
    } finally {
      outgoing.close()
    }
  }

  async recordSearch(query: string): Promise<void> {
    this.#searches.record(query, platform.now())
  }

  async searchHistory(limit: number): Promise<SearchHistoryEntry[]> {
    return this.#searches.latest(limit)
  }

  pendingPost(digest: string): Promise<string | undefined> {
    return this.#pendingPosts.find(digest, platform.now())
  }

  keepPendingPost(digest: string, container: string): Promise<void> {
    return this.#pendingPosts.keep(digest, container, platform.now())
  }

  dropPendingPost(digest: string): Promise<void> {
    return this.#pendingPosts.drop(digest)
  }
}
