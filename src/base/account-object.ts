import type { AccountStateObject } from './account-state.ts'
import type { BillObject, StoredBill } from './bills.ts'
import type { Group } from './groups.ts'
import type { Outcome } from './outcome.ts'

/** The groups whose accounts have a token that ACCOUNTS keeps. */
export type TokenGroup = Group & ('recorder' | 'social')

/** The token that calls are made with, in place of the one that a person connected. */
export interface CachedToken {
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

/** A token that the product gave for an account before the account was connected. */
export interface ExchangedToken {
  group: TokenGroup
  /** The account's name among those of its group. */
  name: string
  connected: string
  held: CachedToken
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

/** A query as it is exported. */
export interface KeySearch extends SearchHistoryEntry {
  /** By the key's lineage; null where it is not known. */
  key: string | null
}

/** What an object of an account stores, without credentials. */
export interface AccountContents {
  searches: KeySearch[]
  pending_posts: number
  tokens: number
  links: number
  /** The newest 5,000. */
  bills: StoredBill[]
}

/** How much of each was erased. */
export type ErasedContents = { [Name in keyof AccountContents]: number }

/** What is known of a post that was asked for: what the product holds for it, and whether it is published. */
export interface PendingPost {
  /** When the first part of this was stored, epoch milliseconds. */
  since?: number | undefined
  /** The container of the post itself; absent while only its items are prepared. */
  container?: string | undefined
  /** When the container was made, epoch milliseconds. */
  containerAt?: number | undefined
  /** The items of a carousel by their places in it, from 0. */
  items?: Readonly<Record<number, PendingItem>> | undefined
  /** The last attempt to publish it; absent where there was none, and where it proved to have done nothing. */
  attempt?: PublishAttempt | undefined
  /** The post, once it is published, and when that became known, epoch milliseconds. */
  published?: { readonly id: string; readonly at: number } | undefined
}

export interface PendingItem {
  container: string
  /** Whether the product has said that it is prepared. */
  isReady: boolean
  /** When it was made, epoch milliseconds; set by the object. */
  madeAt?: number | undefined
}

/** A request that publishes a post. */
export interface PublishAttempt {
  /** The request's own id. */
  readonly run: string
  /** When it began, epoch milliseconds. */
  readonly at: number
  /** Whether it has ended, and left open whether the post is published. */
  readonly isOver?: boolean | undefined
}

/** How an attempt to publish ended: with the id of the post, with nothing published, or with neither proved. */
export type AttemptEnding = { readonly published: string } | 'unknown' | 'nothing'

/**
 * What ACCOUNTS does for one account (decisions.md section 1): it alone exchanges or refreshes the token, and it keeps
 * the account's origin, its search history and its unfinished posts.
 */
export interface AccountObject extends AccountStateObject, BillObject {
  /**
   * The token to use in place of the connected one. It is renewed when its time has come, or when the product refused it.
   * `isFresh` says that it was made for this call: one that was only held may have been revoked since.
   */
  token(
    group: TokenGroup,
    connected: string,
    request: TokenRequest,
  ): Promise<Outcome<CachedToken & { isFresh: boolean }>>
  /** Encrypts its tokens under CREDENTIALS_KEY; answers how many CREDENTIALS_KEY_PREVIOUS has still encrypted. */
  encryptAgain(): Promise<number>
  /** Takes over the token that a test of the account got for the connected one. */
  adoptToken(group: TokenGroup, connected: string, held: CachedToken): Promise<void>
  /** The origin of the account's region, undefined until the product has named it. */
  origin(): Promise<string | undefined>
  keepOrigin(origin: string): Promise<void>
  /** @param key the lineage of the caller, whose own history it is */
  recordSearch(key: string, query: string): Promise<void>
  searchHistory(key: string, limit: number): Promise<SearchHistoryEntry[]>
  contents(): Promise<AccountContents>
  /** Deletes everything that the object stores. */
  erase(): Promise<ErasedContents>
  /**
   * What is known of a post, by the post's digest; undefined when that is nothing.
   *
   * @param repeatedMs a post that was published longer ago is forgotten
   */
  pendingPost(digest: string, repeatedMs?: number): Promise<PendingPost | undefined>
  /**
   * Adds to what is kept of a post, and answers all of it. A container that is kept stays in place of another one, so that
   * two requests for the same post go on with the same.
   */
  keepPendingPost(digest: string, added: PendingPost): Promise<PendingPost>
  /**
   * Stores more, and gives the right to publish to this run, unless another run publishes the post at the moment or has
   * done so. Answers all that is stored: the right is given where `attempt.run` is the run.
   */
  claimPendingPost(digest: string, run: string, added: PendingPost): Promise<PendingPost>
  /** Stores how the attempt of a run ended. What another run stored meanwhile stays. */
  settlePendingPost(digest: string, run: string, ending: AttemptEnding): Promise<void>
  /** Forgets a post, or its container and the items at these places. */
  dropPendingPost(digest: string, places?: readonly number[]): Promise<void>
}
