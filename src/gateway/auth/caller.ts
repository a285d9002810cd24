import type { Account, Group, Licence } from '../../base/groups.ts'
import type { Limits } from '../../base/usage.ts'

/** The caller, and what the key opens. */
export interface Caller {
  /** The id in the named key's record, or `deployment`. */
  readonly id: string
  /**
   * Stays the same when the caller gets a new key: the id that survives rotations, `deployment` for any value of
   * API_KEY, or `client:` and the id of an OAuth client. Idempotency records use it.
   */
  readonly lineage: string
  readonly name: string
  readonly licence: Licence
  /** SHA-256 of the key in hex. It identifies the caller in all storage by caller. */
  readonly digest: string
  /** The groups that the key is limited to. All when absent. */
  readonly groups?: readonly Group[] | undefined
  /** The accounts that the key is limited to, of the products that they are of. Of others it opens the first one. */
  readonly accounts?: readonly Account[] | undefined
  /** Whether the key opens only operations that read. */
  readonly readOnly: boolean
  /** Whether it is a named key or a grant, not the key of the deployment. */
  readonly isNamed: boolean
  /** Whether it is the grant of an OAuth client. */
  readonly isGrant?: boolean
  /** Whether a person must agree to each call that has an `effect`. */
  readonly confirms?: boolean | undefined
  /** How much it may request or move. No limit when absent. */
  readonly limits?: Limits | undefined
  /** The OAuth scopes of an access token. Absent for a key. */
  readonly scopes?: readonly string[]
  /** Whether operations of the payment group that change something are closed. */
  readonly withoutPayments?: boolean
  /** When the key or the access token expires, in epoch milliseconds. */
  readonly expiresAt?: number | undefined
}

/** A valid link that connects one account without the admin key. */
export interface OpenLink {
  readonly account: Account
  /** Identifies the link. The link itself is not stored. */
  readonly digest: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** The sender, and the message. Null when nothing was given. */
  readonly ownerName: string | null
  readonly note: string | null
}
