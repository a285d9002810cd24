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
  tokens: number
  links: number
  /** The newest 5,000. */
  bills: StoredBill[]
}

/** The numbers of erased records. */
export type ErasedContents = { [Name in keyof AccountContents]: number }
