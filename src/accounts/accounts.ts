import { DurableObject } from 'cloudflare:workers'
import { type Env, settingsOf } from '../env.ts'
import { exchangeToken, type WorkspaceToken } from '../groups/recorder/workspace-token.ts'
import { type SocialToken, tendToken } from '../groups/social/token.ts'
import { platform } from '../platform.ts'
import { Outgoing } from '../upstream/outgoing.ts'
import { type Outcome, outcome } from './outcome.ts'
import { PendingPosts } from './pending-posts.ts'
import { SearchHistory, type SearchHistoryEntry } from './search-history.ts'
import { TokenStore } from './token-store.ts'

/** How long looking after a social token may take, in milliseconds: a request waits for it, and has its own call to make. */
const TENDING_MS = 10_000

/**
 * One object per account (decisions.md section 1): the only one to exchange or refresh its token, since that may revoke
 * the token before it, and the keeper of its search history and its unfinished posts.
 */
export class Accounts extends DurableObject<Env> {
  readonly #settings = settingsOf(this.env)
  readonly #workspaceTokens = new TokenStore<WorkspaceToken>(this.ctx.storage, this.#settings)
  readonly #socialTokens = new TokenStore<SocialToken>(this.ctx.storage, this.#settings)
  readonly #searches = new SearchHistory(this.ctx.storage.sql)
  readonly #pendingPosts = new PendingPosts(this.ctx.storage)
  #exchanging: Promise<WorkspaceToken> | undefined
  #tending: Promise<SocialToken> | undefined

  /**
   * The workspace token of a recorder account, exchanged when there is none, when it ran out, or when `refused` is the
   * one at hand. However many ask at once, one exchange is made. It says whether the token comes of an exchange just
   * now: one that was held may be dead by now, and its refusal is worth another question.
   */
  async workspaceToken(
    userToken: string,
    origin: string,
    refused: string | undefined,
  ): Promise<Outcome<WorkspaceToken & { isFresh: boolean }>> {
    return outcome(async () => {
      const held = await this.#workspaceTokens.read(userToken)
      if (held && held.token !== refused && held.expiresAt > platform.now()) return { ...held, isFresh: false }
      this.#exchanging ??= this.#exchange(userToken, origin).finally(() => {
        this.#exchanging = undefined
      })
      return { ...(await this.#exchanging), isFresh: true }
    })
  }

  async #exchange(userToken: string, origin: string): Promise<WorkspaceToken> {
    return this.#goOut(async (outgoing) => {
      outgoing.secrets.add(userToken)
      const token = await exchangeToken(outgoing, userToken, origin)
      await this.#workspaceTokens.write(userToken, token)
      return token
    })
  }

  /**
   * The token that the connected token of a social account has become, refreshed when it is time. However many ask at
   * once, one refresh is made. Needs CREDENTIALS_KEY: what could not be kept is not refreshed.
   */
  async socialToken(connected: string): Promise<Outcome<SocialToken>> {
    return outcome(() => {
      this.#tending ??= this.#tend(connected).finally(() => {
        this.#tending = undefined
      })
      return this.#tending
    })
  }

  async #tend(connected: string): Promise<SocialToken> {
    let held = await this.#socialTokens.read(connected)
    if (held && platform.now() < held.lookAt) return held
    if (!held) {
      held = { token: connected, lookAt: 0 }
      // Before any refresh: a CREDENTIALS_KEY that is no key must show while the old token is still good.
      await this.#socialTokens.write(connected, held)
    }
    const due = held
    return this.#goOut(async (outgoing) => {
      outgoing.extend(TENDING_MS)
      const token = await tendToken(outgoing, due)
      await this.#socialTokens.write(connected, token)
      return token
    })
  }

  async #goOut<Value>(work: (outgoing: Outgoing) => Promise<Value>): Promise<Value> {
    const outgoing = new Outgoing(this.#settings, platform)
    try {
      return await work(outgoing)
    } finally {
      outgoing.close()
    }
  }

  recordSearch(query: string): void {
    this.#searches.record(query, platform.now())
  }

  searchHistory(limit: number): SearchHistoryEntry[] {
    return this.#searches.latest(limit)
  }

  /** What the product prepares for a social post, undefined when there is nothing to go on from. */
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
