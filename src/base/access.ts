import type { Reason } from './errors.ts'
import type { Account, Group, Licence } from './groups.ts'
import type { Limits } from './usage.ts'

/** A client's request at the token endpoint. */
export interface TokenRequest {
  url: string
  authorization: string | undefined
  contentType: string | undefined
  body: string
  /** The client, as JSON in the format of the OAuth package. Undefined for a client that ACCESS stores itself. */
  client: string | undefined
  /** The mark that grants of this deployment have. */
  ownerMark: string
}

export interface TokenAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** Why the request was refused. */
  reason: Reason | undefined
  /** The grant that the request ended, or of which it ended a token. */
  endedId: string | undefined
}

/** The maximum age of a grant, however often it is refreshed, in seconds. */
export const LONGEST_GRANT_S = 90 * 24 * 3600

/** Why a grant ended that the owner did not revoke. */
export const ENDED_REASONS = ['token reuse', 'code reuse', 'client', 'expired'] as const
export type EndedReason = (typeof ENDED_REASONS)[number]

export interface EndedGrant {
  id: string
  /** Epoch milliseconds. */
  createdAt: number
  endedAt: number
  reason: EndedReason
  /** The grant's metadata, JSON. */
  metadata: string
}

/** A call that waits for a person, or what they decided. `used`: the call was made. */
export const CONFIRMATION_STATES = ['waiting', 'agreed', 'refused', 'used'] as const
export type ConfirmationState = (typeof CONFIRMATION_STATES)[number]

/** A call that a person should agree to. */
export interface Claim {
  id: string
  caller: string
  /** A digest of the call and its caller. */
  fingerprint: string
  /** The details that a page shows, encrypted. Empty when a client shows it. */
  details: string
  /** Epoch milliseconds. */
  expiresAt: number
}

export interface Confirmation extends Pick<Claim, 'details' | 'expiresAt'> {
  state: ConfirmationState
}

/** `new`: nobody was asked, and nobody is, because the claim has no details. */
export type ClaimState = 'agreed' | 'waiting' | 'refused' | 'new'

/** A data key, encrypted by a CREDENTIALS_KEY. */
export interface WrappedDataKey {
  /** The id of the data key, which is no secret. */
  id: string
  iv: string
  data: string
}

/**
 * What a wrap is stored as: of the deployment's first data key; of the one that another CREDENTIALS_KEY has opened; or of
 * an empty one, which the owner wants.
 */
export type DataKeyClaim = 'first' | 'rotation' | 'empty'

/** A change of an account's record in STORE that has begun. */
export interface AccountChange {
  /** Counts the changes of the account. */
  version: number
  /** Whether STORE had a record before. Undefined when nothing was noted. */
  wasStored: boolean | undefined
  /** The digests of the credentials that it had before, as JSON. */
  credentials: string | null
}

/** The fields of a grant that the owner may change. An absent field stays. */
export interface GrantChange {
  /** The accounts that it opens of their products. Null for the first of each product. */
  accounts?: Account[] | null | undefined
  /** The payment limits. Null removes them. */
  limits?: Limits | null | undefined
  /** Whether the owner must agree to each call that pays, sends, publishes or deletes for good. */
  confirm?: boolean | undefined
}

/** How the owner signed in. */
export const SIGN_IN_METHODS = ['key', 'passkey'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** A session of the management app. Times are epoch milliseconds. */
export interface Session {
  /** The same from sign-in to sign-out. It opens nothing without the signature of its cookie. */
  readonly id: string
  /** Ties it to ADMIN_KEY: a new one ends all sessions. */
  readonly mark: string
  /** The device that signed in, as it named itself. */
  readonly device: string | null
  readonly method: SignInMethod
  /** The name of that passkey. */
  readonly passkey: string | null
  /** The id of that passkey. */
  readonly passkeyId: string | null
  /** Whether the device was trusted, so that it stays signed in longer. */
  readonly isTrusted: boolean
  readonly startedAt: number
  /** The last use that was stored: a use within `SEEN_AGAIN_MS` is not. */
  readonly seenAt: number
  /** When the admin key or a passkey was given last. */
  readonly provedAt: number
  /** When it changed something in the last minute. Absent before its first change. */
  readonly changes?: readonly number[]
}

const HOUR_MS = 3_600_000
/** How long a session is valid after its last use, and at most. */
const IDLE_MS = HOUR_MS
const LONGEST_MS = 12 * HOUR_MS
/** The same on a trusted device, used or not. */
const TRUSTED_MS = 30 * 24 * HOUR_MS

/** After what time a use of a session is stored, and renews it. */
export const SEEN_AGAIN_MS = 10 * 60_000

/** When a session expires unless it is used. */
export const endOfSession = ({ isTrusted, startedAt, seenAt }: Session): number =>
  isTrusted ? startedAt + TRUSTED_MS : Math.min(seenAt + IDLE_MS, startedAt + LONGEST_MS)

/** A passkey of the owner. Times are epoch milliseconds. */
export interface Passkey {
  /** The first digits of the digest of its credential id. */
  readonly id: string
  readonly credentialId: string
  /** In base64url, in the format of the credential (COSE). */
  readonly publicKey: string
  /** How often it was used, as the device counts. Some devices always say 0. */
  readonly counter: number
  /** How a browser reaches the device, in its own words. */
  readonly transports: readonly string[]
  /** The host that it opens, its RP ID. */
  readonly host: string
  readonly name: string
  /** Ties it to ADMIN_KEY: a new one ends all passkeys. */
  readonly mark: string
  /** The session in which it was added, probably that of its device. Absent when the admin key itself added it. */
  readonly addedIn?: string | undefined
  readonly createdAt: number
  readonly usedAt: number | null
}
/** Settings that the owner changes in the app. Absent where nothing was chosen. */
export interface OwnerSettings {
  allowed_origins?: readonly string[] | undefined
  service_name?: string | undefined
  time_zone?: string | undefined
  /** The further accounts, in the order in which they were added. An account stays here until it is erased. */
  accounts?: readonly Account[] | undefined
  /** Ids that have invite links and were not connected yet. */
  invited?: readonly Account[] | undefined
}

export const SETTING_SOURCES = ['deployment', 'app', 'default'] as const
export type SettingSource = (typeof SETTING_SOURCES)[number]

/** The name of the deployment's only object. */
export const ACCESS_NAME = 'access'

/** A named key, as ACCESS stores it and copies it to STORE. It never contains the key. */
export interface KeyRecord {
  /** The first digits of the key's digest. */
  id: string
  /** The id of the first key of a series of rotations. Absent for a key that no rotation created. */
  lineage?: string | undefined
  /** The ids of the keys that it replaced in rotations, oldest first. Their usage is part of its own. */
  previous_ids?: string[] | undefined
  /** The id of the key that replaced it in a rotation. */
  replaced_by?: string | undefined
  /** The first characters of the key. */
  prefix: string
  name: string
  licence: Licence
  /** All groups when absent. */
  groups?: Group[] | undefined
  /** The accounts that it opens of their products. Of other products it opens the first one. */
  accounts?: Account[] | undefined
  read_only?: boolean | undefined
  created_at: string
  expires_at?: string | undefined
  disabled?: boolean | undefined
  limits?: Limits | undefined
  /** Whether the owner must agree to each call that pays, sends, publishes or deletes for good. */
  confirm?: boolean | undefined
}

/** The terms of a key, which the owner decides. */
type Terms = Pick<
  KeyRecord,
  'name' | 'licence' | 'groups' | 'accounts' | 'read_only' | 'expires_at' | 'limits' | 'confirm'
>

/** A key that was just made. ACCESS never gets the key itself. */
export interface NewKey extends Terms, Pick<KeyRecord, 'prefix'> {
  /** SHA-256 of the key in hex. */
  digest: string
}

/** The fields of a key that the owner may change. An absent field stays, and null removes. */
export interface KeyChange {
  name?: string | undefined
  licence?: Licence | undefined
  groups?: Group[] | null | undefined
  accounts?: Account[] | null | undefined
  read_only?: boolean | undefined
  expires_at?: string | null | undefined
  disabled?: boolean | undefined
  limits?: Limits | null | undefined
  confirm?: boolean | undefined
}

/** A rotation: the key that replaces another one. */
export interface KeyRoll extends Pick<NewKey, 'digest' | 'prefix'> {
  /** How long the previous key is valid in addition to the new one, in milliseconds. */
  overlapMs: number
  /** False pauses the subscriptions of the lineage. */
  keepsSubscriptions: boolean
}

/** What a key created at a product to open or watch an account, such as an API key or a webhook. */
export interface CreatedCredential {
  operation: string
  /** Its id at the product. */
  target: string
  /** Epoch milliseconds. */
  at: number
}

/** The record of a key's copy in STORE. Only ACCESS writes it (src/objects/access/keys.ts). */
export const keyCopy = (digest: string) => `keys/${digest}`

/** The id of a key, from its digest. */
export const toKeyId = (digest: string): string => digest.slice(0, 16)
