import type { Reason } from './errors.ts'
import type { CreatedCredential, KeysObject } from './named-keys.ts'
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

/** What ACCESS does for the deployment: it stores what must be consistent everywhere at once. */
export interface AccessObject extends KeysObject {
  isSessionEnded(id: string): Promise<boolean>
  /** Ends a session. @param until its latest expiry, in epoch milliseconds */
  endSession(id: string, until: number): Promise<void>
  /** Counts the registration of a client. False when the limit of the deployment is reached. */
  admitRegistration(): Promise<boolean>
  /** A record of the OAuth package. Null when there is none. */
  readRecord(name: string): Promise<string | null>
  /** @param expiresAt epoch milliseconds; undefined for a record that does not expire */
  writeRecord(name: string, value: string, expiresAt: number | undefined): Promise<void>
  deleteRecord(name: string): Promise<void>
  listRecords(prefix: string): Promise<string[]>
  /**
   * Responds to a client at the token endpoint. Runs one request at a time, so that no two use the same refresh token.
   */
  answerToken(request: TokenRequest): Promise<TokenAnswer>
  /** Changes terms of a grant. False when there is no record with this name. */
  changeGrant(name: string, change: GrantChange): Promise<boolean>
  /** The grants that ended in the last 30 days without being revoked by the owner. */
  endedGrants(): Promise<EndedGrant[]>
  /** Removes an ended grant from the list. False when it was not listed. */
  dismissEndedGrant(id: string): Promise<boolean>
  /** Stores a call that the user of a client should agree to. */
  openConfirmation(claim: Claim): Promise<void>
  /** Ends a confirmation, so that it allows one call. False when it is not one of this call, was used or has expired. */
  takeConfirmation(id: string, fingerprint: string): Promise<boolean>
  /**
   * What the owner decided about this call, which an agreement allows once. Stores the call as waiting if nothing was
   * decided and the claim has details.
   *
   * @param isRepeatable whether repeating the call has no further effect, so that it may be repeated
   */
  claimConfirmation(claim: Claim, isRepeatable: boolean): Promise<{ state: ClaimState; id: string }>
  readConfirmation(id: string): Promise<Confirmation | undefined>
  /** Decides a call that is waiting. Only the first decision counts. */
  decideConfirmation(id: string, isAgreed: boolean): Promise<void>
  /** Records what a key of this lineage created at a product. */
  noteCredential(lineage: string, credential: CreatedCredential): Promise<void>
  /** Removes what was deleted at the product, by any caller. */
  forgetCredential(operation: string, target: string): Promise<void>
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
