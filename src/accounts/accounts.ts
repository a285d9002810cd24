import { DurableObject } from 'cloudflare:workers'
import { type Env, settingsOf } from '../env.ts'
import { exchangeToken, type WorkspaceToken } from '../groups/recorder/workspace-token.ts'
import { platform } from '../platform.ts'
import { Outgoing } from '../upstream/outgoing.ts'
import { type Outcome, outcome } from './outcome.ts'
import { SearchHistory, type SearchHistoryEntry } from './search-history.ts'
import { TokenStore } from './token-store.ts'

/**
 * One object per account (decisions.md section 1): the only one to exchange or refresh its token, since that may revoke
 * the token before it, and the keeper of its search history.
 */
export class Accounts extends DurableObject<Env> {
  readonly #settings = settingsOf(this.env)
  readonly #workspaceTokens = new TokenStore<WorkspaceToken>(this.ctx.storage, this.#settings)
  readonly #searches = new SearchHistory(this.ctx.storage.sql)
  #exchanging: Promise<WorkspaceToken> | undefined

  /**
   * The workspace token of a recorder account, exchanged when there is none, when it ran out, or when `refused` is the
   * one at hand. However many ask at once, one exchange is made.
   */
  async workspaceToken(
    userToken: string,
    origin: string,
    refused: string | undefined,
  ): Promise<Outcome<WorkspaceToken>> {
    return outcome(async () => {
      const held = await this.#workspaceTokens.read(userToken)
      if (held && held.token !== refused && held.expiresAt > platform.now()) return held
      this.#exchanging ??= this.#exchange(userToken, origin).finally(() => {
        this.#exchanging = undefined
      })
      return this.#exchanging
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
}
