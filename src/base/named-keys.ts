import type { ApiKeyRef, OwnedSubscription } from './events.ts'
import type { Group } from './groups.ts'
import type { Licence } from './licences.ts'
import type { Outcome } from './outcome.ts'
import type { Limits } from './spending.ts'

/** A named key, as ACCESS stores it and copies it to STORE (decisions.md section 2.2). It never contains the key. */
export interface KeyRecord {
  /** The first digits of the key's digest. */
  id: string
  /** The id of the first key of a series of rotations. Absent for a key that no rotation created. */
  lineage?: string | undefined
  /** The id of the key that replaced it in a rotation. */
  replaced_by?: string | undefined
  /** The first characters of the key. */
  prefix: string
  name: string
  licence: Licence
  /** All groups when absent. */
  groups?: Group[] | undefined
  read_only?: boolean | undefined
  created_at: string
  expires_at?: string | undefined
  disabled?: boolean | undefined
  limits?: Limits | undefined
  /** Whether the owner must agree to each call that pays, sends, publishes or deletes for good. */
  confirm?: boolean | undefined
  /** What it brings to /mcp (key-accounts.ts): a workspace token of its own, encrypted, and the stored payment account. */
  workspace_token?: { iv: string; data: string } | undefined
  stored_payment?: boolean | undefined
}

/** What the owner decides about a key. */
type Terms = Pick<
  KeyRecord,
  'name' | 'licence' | 'groups' | 'read_only' | 'expires_at' | 'limits' | 'confirm' | 'stored_payment'
>

/** A key that was just made. ACCESS never gets the key itself. */
export interface NewKey extends Terms, Pick<KeyRecord, 'prefix'> {
  /** SHA-256 of the key in hex. */
  digest: string
  /** Not encrypted yet. */
  workspace_token?: string | undefined
}

/** What the owner may change of a key. What is absent stays, and null removes. */
export interface KeyChange {
  name?: string | undefined
  licence?: Licence | undefined
  groups?: Group[] | null | undefined
  read_only?: boolean | undefined
  expires_at?: string | null | undefined
  disabled?: boolean | undefined
  limits?: Limits | null | undefined
  confirm?: boolean | undefined
  /** Not encrypted yet. */
  workspace_token?: string | null | undefined
  stored_payment?: boolean | undefined
}

/** A rotation: the key that replaces another one. */
export interface KeyRoll extends Pick<NewKey, 'digest' | 'prefix'> {
  /** How long the previous key is valid beside the new one, in milliseconds. */
  overlapMs: number
  /** False pauses the subscriptions of the lineage. */
  keepsSubscriptions: boolean
}

export interface RolledKey {
  record: KeyRecord
  previous: KeyRecord
  subscriptions: OwnedSubscription[]
}

/** What a key created at a product to open or watch an account, such as an API key or a webhook. */
export interface CreatedCredential {
  /** The operation that created it. */
  operation: string
  /** Its id at the product. */
  target: string
  /** Epoch milliseconds. */
  at: number
}

/** What the keys of the lineage of a deleted key have set up. */
export interface DeletedKey {
  subscriptions: OwnedSubscription[]
  /** At products, oldest first, without what the gateway deleted since. */
  created: CreatedCredential[]
}

/**
 * The part of ACCESS that owns the named keys: it decides every change in order, and then brings the newest state to
 * STORE and EVENTS. Throws 404 for an unknown key, and 503 when the change stands but did not reach them yet.
 */
export interface KeysObject {
  /** Oldest first. */
  listKeys(): Promise<KeyRecord[]>
  /** Throws 409 when there are too many keys, and 503 when STORE does not accept it. Then there is no new key. */
  createKey(key: NewKey): Promise<Outcome<KeyRecord>>
  changeKey(id: string, change: KeyChange): Promise<Outcome<KeyRecord>>
  /**
   * Throws 409 for a key that is disabled, has expired or was replaced, and 503 when STORE or EVENTS cannot be reached.
   * Then the key is as before.
   */
  rollKey(id: string, roll: KeyRoll): Promise<Outcome<RolledKey>>
  /** May be repeated until it has reached STORE and EVENTS. */
  deleteKey(id: string): Promise<Outcome<DeletedKey>>
  /** The owner of what this key may set up now. Undefined for a key that was deleted or disabled, or has expired. */
  findKeyOwner(id: string): Promise<ApiKeyRef | undefined>
  /**
   * Encrypts the workspace tokens of keys again that CREDENTIALS_KEY_PREVIOUS encrypted. Returns how many of its tokens
   * are left, here and in STORE.
   */
  encryptKeysAgain(): Promise<number>
}

/** The id of a key, from its digest. */
export const toKeyId = (digest: string): string => digest.slice(0, 16)
