import type { CachedToken, TokenRequest } from '../../base/account-object.ts'
import type { UpstreamContext } from '../http/upstream-context.ts'

/** What a renewal goes by. */
export interface RenewalRequest extends TokenRequest {
  /** The origin of the account's region, where the product has named it before. */
  origin?: string | undefined
  /**
   * Stores a token before the renewal goes on. A refresh token that replaces another one is stored this way at once, so
   * that no later failure of the same renewal can lose it.
   */
  store(held: CachedToken): Promise<void>
}

/**
 * When a token is renewed, epoch milliseconds: ahead of its end by a tenth of its lifetime, so that a short-lived token
 * is not renewed in a loop.
 */
export const getRenewalTime = (expiresAt: number, lifetimeMs: number): number => expiresAt - lifetimeMs / 10

/**
 * How the tokens of a group's accounts are kept alive. The group declares it, and the object of an account runs it, one
 * renewal at a time, because a renewal may revoke the token before it.
 */
export interface TokenProvider {
  /** Whether a request gets the held token without a renewal. */
  isUsable(held: CachedToken, request: TokenRequest, now: number): boolean
  /** The token to hold before the product was asked anything, where the connected token can be used itself. */
  first?(connected: string, now: number): CachedToken | undefined
  /** The token to hold from now on. Where it throws, the account keeps what it held. */
  renew(
    upstream: UpstreamContext,
    connected: string,
    held: CachedToken | undefined,
    request: RenewalRequest,
  ): Promise<CachedToken>
}
