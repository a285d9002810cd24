import type { AccountStateObject } from './account-state.ts'
import type { BillObject, StoredBill } from './bills.ts'
import type { Group } from './groups.ts'
import type { Outcome } from './outcome.ts'

/** The groups whose accounts have a token in ACCOUNTS. */
export type TokenGroup = Group & ('recorder' | 'social')

/** The token for calls, which replaces the one that a person connected. */
export interface CachedToken {
  token: string
  /** From when on ACCOUNTS is asked for a new one, in epoch milliseconds. */
  lookAt: number
  /** When this token expires, in epoch milliseconds. Absent when unknown. */
  expiresAt?: number | undefined
  /** When the object's alarm renews it, in epoch milliseconds. Defaults to `lookAt`. */
  renewAt?: number | undefined
  /** When the account has to be reconnected, in epoch milliseconds. Absent when unknown. */
  endsAt?: number | undefined
  /** The origin of the account's region, once the product has named it. */
  origin?: string | undefined
  /** Whether it is a fallback, because the product does not issue the proper token at the moment. */
  isStandIn?: boolean | undefined
}

/** A token that the product issued for an account before it was connected. */
export interface ExchangedToken {
  group: TokenGroup
  /** The account's name within its group. */
  name: string
  connected: string
  held: CachedToken
}

/** What a request sends to ACCOUNTS to get a token. */
export interface TokenRequest {
  /** A token that the product has just refused. */
  refused?: string | undefined
}

/** A query in the search history. */
export interface SearchHistoryEntry {
  query: string
  count: number
  /** ISO 8601, UTC. */
  last_searched_at: string
}

/** A query in an export. */
export interface KeySearch extends SearchHistoryEntry {
  /** The key's lineage. */
  key: string
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

/** The numbers of erased records. */
export type ErasedContents = { [Name in keyof AccountContents]: number }

/** What is known about a requested post: its parts at the product, and whether it is published. */
export interface PendingPost {
  /** When this was first stored, in epoch milliseconds. */
  since?: number | undefined
  /** The container of the post itself. Absent while only its items are being prepared. */
  container?: string | undefined
  /** When the container was created, in epoch milliseconds. */
  containerAt?: number | undefined
  /** The items of a carousel by index. */
  items?: Readonly<Record<number, PendingItem>> | undefined
  /** The last attempt to publish it. Absent when there was none, or when it proved to have done nothing. */
  attempt?: PublishAttempt | undefined
  /** The published post, and when that became known, in epoch milliseconds. */
  published?: { readonly id: string; readonly at: number } | undefined
}

export interface PendingItem {
  container: string
  /** Whether the product has reported that it is prepared. */
  isReady: boolean
  /** When it was created, in epoch milliseconds. Set by the object. */
  madeAt?: number | undefined
}

/** A request that publishes a post. */
export interface PublishAttempt {
  /** The id of the request. */
  readonly run: string
  /** When it started, in epoch milliseconds. */
  readonly at: number
  /** Whether it has ended without showing whether the post is published. */
  readonly isOver?: boolean | undefined
}

/** How an attempt to publish ended: with the id of the post, with nothing published, or unknown. */
export type AttemptEnding = { readonly published: string } | 'unknown' | 'nothing'

/**
 * What ACCOUNTS does for one account (decisions.md section 1). Only it exchanges or refreshes the token. It also stores
 * the account's origin, its search history and its unfinished posts.
 */
export interface AccountObject extends AccountStateObject, BillObject {
  /**
   * The token to use instead of the connected one. It is renewed when that is due, or when the product refused it.
   * `isFresh` means that it was created for this call. A cached one may have been revoked since.
   */
  token(
    group: TokenGroup,
    connected: string,
    request: TokenRequest,
  ): Promise<Outcome<CachedToken & { isFresh: boolean }>>
  /** Encrypts its tokens with CREDENTIALS_KEY. Returns how many are still encrypted with CREDENTIALS_KEY_PREVIOUS. */
  encryptAgain(): Promise<number>
  /** Stores the token that a test of the account got for the connected one. */
  adoptToken(group: TokenGroup, connected: string, held: CachedToken): Promise<void>
  /** The origin of the account's region. Undefined until the product has named it. */
  origin(): Promise<string | undefined>
  keepOrigin(origin: string): Promise<void>
  /** @param key the lineage of the caller, who has a separate history */
  recordSearch(key: string, query: string): Promise<void>
  searchHistory(key: string, limit: number): Promise<SearchHistoryEntry[]>
  contents(): Promise<AccountContents>
  /** Deletes everything that the object stores. */
  erase(): Promise<ErasedContents>
  /**
   * What is known about a post, by the post's digest. Undefined when nothing is.
   *
   * @param repeatedMs a post that was published longer ago is deleted
   */
  pendingPost(digest: string, repeatedMs?: number): Promise<PendingPost | undefined>
  /**
   * Adds to what is stored about a post, and returns all of it. A stored container is not replaced, so that two
   * requests for the same post continue with the same container.
   */
  keepPendingPost(digest: string, added: PendingPost): Promise<PendingPost>
  /**
   * Stores more and gives this run the claim to publish, unless another run is publishing the post or has published it.
   * Returns everything that is stored. The run has the claim if `attempt.run` is its id.
   */
  claimPendingPost(digest: string, run: string, added: PendingPost): Promise<PendingPost>
  /** Stores how a run's attempt ended. Does not change what another run has stored in the meantime. */
  settlePendingPost(digest: string, run: string, ending: AttemptEnding): Promise<void>
  /** Deletes a post, or only its container and the items at these indexes. */
  dropPendingPost(digest: string, places?: readonly number[]): Promise<void>
}
