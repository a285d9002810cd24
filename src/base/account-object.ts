import type { Group } from './groups.ts'
import type { Outcome } from './outcome.ts'

/** The token that an account is used with now, in place of the one that a person connected. */
export interface HeldToken {
  token: string
  /** When to ask for it again, epoch milliseconds. */
  lookAt: number
  /** Where the product says that the account lives, where it says so. */
  origin?: string | undefined
}

/** What a request knows when it asks for a token. */
export interface TokenAsk {
  /** Where the account is thought to live. */
  origin?: string
  /** A token that the product has just refused. */
  refused?: string | undefined
}

/** One query that was searched for. */
export interface SearchHistoryEntry {
  query: string
  count: number
  /** ISO 8601, UTC. */
  last_searched_at: string
}

/**
 * What ACCOUNTS does for one account (decisions.md section 1): it alone exchanges or refreshes the token, and it keeps
 * the account's search history and its unfinished posts.
 */
export interface AccountObject {
  /**
   * The token to use in place of the connected one, renewed when it is time or when the one at hand was refused. A token
   * that was held may be dead by now; one that is fresh was made for this very question.
   */
  token(group: Group, connected: string, ask: TokenAsk): Promise<Outcome<HeldToken & { isFresh: boolean }>>
  recordSearch(query: string): Promise<void>
  searchHistory(limit: number): Promise<SearchHistoryEntry[]>
  /** What the product prepares for a post, by a digest of the post; undefined when there is nothing to go on from. */
  pendingPost(digest: string): Promise<string | undefined>
  keepPendingPost(digest: string, container: string): Promise<void>
  dropPendingPost(digest: string): Promise<void>
}
