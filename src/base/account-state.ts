/** What a failure says of an account (decisions.md section 10.2). */
export type FailureKind = 'rejected' | 'unreachable' | 'misconfigured'

/** A request or a test that an account failed at. */
export interface AccountFailure {
  kind: FailureKind
  /** The status that the caller got. */
  status: number
  /** What the caller read. */
  message: string
  request_id: string
}

/** What a test or a use of an account came to. */
export interface AccountUse {
  /** Epoch milliseconds. */
  at: number
  /** Digest of the secrets that were used: what was learned holds for these alone. */
  credential: string
  /** Absent for a success. */
  failure?: AccountFailure | undefined
  /** When the credential ends, epoch milliseconds; absent where that was not learned. */
  expiresAt?: number | undefined
  /** Whose credential it is, in the product's words; absent where that was not learned. */
  identity?: string | undefined
  /** The name of the object that keeps the account's token, where the request used it. */
  object?: string | undefined
}

/** What is known of an account beside its secrets; times in epoch milliseconds. */
export interface AccountRecord {
  credential: string
  /** When it was connected at run time. */
  connectedAt?: number | undefined
  lastOkAt?: number | undefined
  lastFailure?: (AccountFailure & { at: number }) | undefined
  expiresAt?: number | undefined
  /** Absent in records of earlier versions. */
  identity?: string | undefined
}

/** A link by which somebody else connects an account. Times in epoch milliseconds. */
export interface NewLink {
  /** The SHA-256 of its token, which is stored nowhere. */
  digest: string
  createdAt: number
  expiresAt: number
  /** Ties it to ADMIN_KEY. */
  mark: string
  /** Who sends it, and what they say to whom it is sent. */
  ownerName: string
  note: string | null
}

export const LINK_STATES = ['open', 'used', 'ended', 'spent'] as const

/** A link as it is stored: those of earlier versions have less. A `spent` one was tried too often. */
export interface StoredLink extends Partial<NewLink> {
  digest: string
  expiresAt: number
  state: (typeof LINK_STATES)[number]
  triesLeft: number
}

/** What ACCOUNTS does for the state of an account, in an object of its own. */
export interface AccountStateObject {
  accountRecord(): Promise<AccountRecord | undefined>
  /** Keeps what a use came to. */
  noteUse(use: AccountUse): Promise<void>
  /** Begins anew with a credential that was just connected. */
  noteConnected(record: AccountRecord): Promise<void>
  noteDisconnected(): Promise<void>
  /** The names of the objects that kept tokens of this account, the present one and those before it. */
  objectNames(): Promise<string[]>
  addLink(link: NewLink): Promise<void>
  /** The links that were made in the last week, the newest last. */
  links(): Promise<StoredLink[]>
  /** Counts a try to connect by a link; false where it has none left. */
  tryLink(digest: string): Promise<boolean>
  /** Forgets a link; false where there is none. */
  revokeLink(digest: string): Promise<boolean>
  /** Uses a link up; false where it was not open any more. */
  useLink(digest: string): Promise<boolean>
  /** Gives a used link back, after what it was used for failed. */
  releaseLink(digest: string): Promise<void>
}
