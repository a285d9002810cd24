import type { OwnedSubscription } from './events.ts'
import type { Group } from './groups.ts'
import type { Licence } from './licences.ts'
import type { Limits } from './spending.ts'

/** A named key, as ACCESS stores it and copies it to STORE. It never contains the key. */
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

/** The record of a key's copy in STORE. Only ACCESS writes it (src/objects/access/named-keys.ts). */
export const keyCopy = (digest: string) => `keys/${digest}`

/** The id of a key, from its digest. */
export const toKeyId = (digest: string): string => digest.slice(0, 16)
