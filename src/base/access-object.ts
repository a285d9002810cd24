import type { Reason } from './errors.ts'
import type { Limits } from './spending.ts'

/** A request of a client at the token endpoint. */
export interface TokenRequest {
  url: string
  authorization: string | undefined
  contentType: string | undefined
  body: string
  /** The client, as JSON in the form of the OAuth package; undefined for one that ACCESS stores itself. */
  client: string | undefined
  /** What a grant of this deployment bears. */
  ownerMark: string
}

export interface TokenAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** Why the request was refused. */
  reason: Reason | undefined
  /** The grant that it belongs to, where its tokens may have ended. */
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
  /** As the grant had it, JSON. */
  metadata: string
}

/** What ACCESS does for the deployment: it stores what must be seen everywhere at once. */
export interface AccessObject {
  isSessionEnded(id: string): Promise<boolean>
  /** Ends a session. @param until when it would have ended at the latest, epoch milliseconds */
  endSession(id: string, until: number): Promise<void>
  /** Counts the registration of a client; false where the limit of the deployment is reached. */
  admitRegistration(): Promise<boolean>
  /** A record of the OAuth package, null where there is none. */
  readRecord(name: string): Promise<string | null>
  /** @param expiresAt epoch milliseconds; undefined for a record that stays */
  writeRecord(name: string, value: string, expiresAt: number | undefined): Promise<void>
  deleteRecord(name: string): Promise<void>
  listRecords(prefix: string): Promise<string[]>
  /** Answers a client at the token endpoint: one at a time, so that no two use one refresh token. */
  answerToken(request: TokenRequest): Promise<TokenAnswer>
  /** Changes the limits of payments of a grant, null for none. False where there is no record of this name. */
  limitGrant(name: string, limits: Limits | null): Promise<boolean>
  /** The grants that ended by themselves in the last 30 days. */
  endedGrants(): Promise<EndedGrant[]>
  /** Takes an ended grant off the list; false where it was not on it. */
  dismissEndedGrant(id: string): Promise<boolean>
}

/** The name of the one object of the deployment. */
export const ACCESS_NAME = 'access'
