import type { Reason } from './errors.ts'
import type { Limits } from './spending.ts'

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
  /** The id of the caller. */
  caller: string
  /** A digest of the call and its caller. */
  fingerprint: string
  /** What a page shows, encrypted. Empty when a client shows it. */
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

/** What the owner may change of a grant. What is absent stays. */
export interface GrantChange {
  /** The payment limits. Null removes them. */
  limits?: Limits | null | undefined
  /** Whether the owner must agree to each call that pays, sends, publishes or deletes for good. */
  confirm?: boolean | undefined
}

/** The name of the deployment's only object. */
export const ACCESS_NAME = 'access'
