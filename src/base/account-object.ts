import type { AccountStateObject } from './account-state.ts'
import type { Group } from './groups.ts'
import type { Outcome } from './outcome.ts'

/** The groups whose accounts have a token that ACCOUNTS keeps. */
export type KeptGroup = Group & ('recorder' | 'social')

/** The token that calls are made with, in place of the one that a person connected. */
export interface HeldToken {
  token: string
  /** From when on ACCOUNTS is asked for another one, epoch milliseconds. */
  lookAt: number
  /** When this token expires, epoch milliseconds; absent where that is not known. */
  expiresAt?: number | undefined
  /** When the object's alarm renews it, epoch milliseconds; at `lookAt` when absent. */
  renewAt?: number | undefined
  /** When the account has to be connected again, epoch milliseconds; absent where that is not known. */
  endsAt?: number | undefined
  /** The origin of the account's region, once the product has named it. */
  origin?: string | undefined
  /** Whether it stands in for a better token that the product does not give at the moment. */
  isStandIn?: boolean | undefined
}

/** What a request knows when it asks ACCOUNTS for a token. */
export interface TokenRequest {
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

/** What a product holds for a post that is not published yet. */
export interface PendingPost {
  /** The container of the post itself; absent while only its items are prepared. */
  container?: string | undefined
  /** The items of a carousel by their places in it, from 0. */
  items?: Readonly<Record<number, PendingItem>> | undefined
}

export interface PendingItem {
  container: string
  /** Whether the product has said that it is prepared. */
  isReady: boolean
}

/**
 * What ACCOUNTS does for one account (decisions.md section 1): it alone exchanges or refreshes the token, and it keeps
 * the account's origin, its search history and its unfinished posts.
 */
export interface AccountObject extends AccountStateObject {
  /**
   * The token to use in place of the connected one. It is renewed when its time has come, or when the product refused it.
   * `isFresh` says that it was made for this call: one that was only held may have been revoked since.
   */
  token(group: KeptGroup, connected: string, request: TokenRequest): Promise<Outcome<HeldToken & { isFresh: boolean }>>
  /** The origin of the account's region, undefined until the product has named it. */
  origin(): Promise<string | undefined>
  keepOrigin(origin: string): Promise<void>
  recordSearch(query: string): Promise<void>
  searchHistory(limit: number): Promise<SearchHistoryEntry[]>
  /** What the product holds for an unpublished post, by the post's digest; undefined when there is nothing. */
  pendingPost(digest: string): Promise<PendingPost | undefined>
  /**
   * Adds to what is kept of a post, and answers all of it. A container that is kept stays in place of another one, so that
   * two requests for the same post go on with the same.
   */
  keepPendingPost(digest: string, added: PendingPost): Promise<PendingPost>
  /** Forgets a post, or its container and the items at these places. */
  dropPendingPost(digest: string, places?: readonly number[]): Promise<void>
}
