import { type ErrorCode, getErrorCode } from './error-codes.ts'
import type { Reason } from './errors.ts'

/** How an account is doing. */
export const STATES = [
  ...(['ok', 'not_connected', 'rejected', 'unreachable', 'misconfigured', 'expires_soon', 'untested'] as const),
] as const
export type State = (typeof STATES)[number]

/** What a failure says about an account. */
export type FailureKind = 'rejected' | 'unreachable' | 'misconfigured'

/** A failed request or test of an account. */
export interface AccountFailure {
  kind: FailureKind
  /** The status that the caller got. */
  status: number
  /** The message that the caller got. */
  message: string
  /** The code that the caller got. */
  code: ErrorCode
  /** The HTTP status of the service. Undefined when it did not answer, or when its status is not the cause. */
  service_status?: number | undefined
  request_id: string
}

/** What a failure is, for a program: its code, and the status of the service. */
export function describeFailure(reason: Reason, status: number): Pick<AccountFailure, 'code' | 'service_status'> {
  const service = /^upstream (\d{3})$/.exec(reason)?.[1]
  return { code: getErrorCode(reason, status), ...(service && { service_status: Number(service) }) }
}

/** The result of testing or using an account. */
export interface AccountUse {
  /** Epoch milliseconds. */
  at: number
  /** A digest of the used secrets. The result applies only to them. */
  credential: string
  /** Absent for a success. */
  failure?: AccountFailure | undefined
  /** When the credential expires, in epoch milliseconds. Absent when unknown. */
  expiresAt?: number | undefined
  /** The owner of the credential in the product's words. Absent when unknown. */
  identity?: string | undefined
}

/** What is known about an account besides its secrets. Times are epoch milliseconds. */
export interface AccountRecord {
  credential: string
  /** When it was connected through the app or API. */
  connectedAt?: number | undefined
  lastOkAt?: number | undefined
  lastFailure?: (AccountFailure & { at: number }) | undefined
  expiresAt?: number | undefined
  /** The owner of the credential in the product's words. Absent when unknown. */
  identity?: string | undefined
}

/** A link with which another person connects an account. Times are epoch milliseconds. */
export interface NewLink {
  /** The SHA-256 of its token. The token itself is not stored. */
  digest: string
  createdAt: number
  expiresAt: number
  /** Ties the link to ADMIN_KEY. */
  mark: string
  /** The sender, and the message to the recipient. */
  ownerName: string
  note: string | null
}

export const LINK_STATES = ['open', 'used', 'ended', 'spent'] as const

/** A stored link. A `spent` one has no attempts left. */
export interface StoredLink extends NewLink {
  state: (typeof LINK_STATES)[number]
  triesLeft: number
}
