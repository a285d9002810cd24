import type { HeldToken, TokenRequest } from '../base/account-object.ts'
import type { Outgoing } from './outgoing.ts'

/** What a renewal goes by. */
export interface RenewalRequest extends TokenRequest {
  /** The origin of the account's region, where the product has named it before. */
  origin?: string | undefined
}

/**
 * How the tokens of a group's accounts are kept alive. The group declares it, and the object of an account runs it, one
 * renewal at a time, because a renewal may revoke the token before it.
 */
export interface TokenKeeper {
  /** Whether a request gets the held token without a renewal. */
  serves(held: HeldToken, request: TokenRequest, now: number): boolean
  /** The token to hold before the product was asked anything, where the connected token can be used itself. */
  first?(connected: string, now: number): HeldToken | undefined
  /** The token to hold from now on. Where it throws, the account keeps what it held. */
  renew(outgoing: Outgoing, connected: string, held: HeldToken | undefined, request: RenewalRequest): Promise<HeldToken>
}
