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
  /** The grant of the request, if its tokens may have expired. */
  grantId: string | undefined
}

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

/** What ACCESS does for the deployment: it stores what must be consistent everywhere at once. */
export interface AccessObject {
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
  /** Changes the payment limits of a grant. Null removes them. False when there is no record with this name. */
  limitGrant(name: string, limits: Limits | null): Promise<boolean>
  /** The grants that ended in the last 30 days without being revoked by the owner. */
  endedGrants(): Promise<EndedGrant[]>
  /** Removes an ended grant from the list. False when it was not listed. */
  dismissEndedGrant(id: string): Promise<boolean>
}

/** The name of the deployment's only object. */
export const ACCESS_NAME = 'access'
