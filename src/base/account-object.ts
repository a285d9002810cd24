import type { StoredBill } from './bills.ts'
import type { Group } from './groups.ts'

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
