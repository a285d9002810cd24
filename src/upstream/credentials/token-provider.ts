import type { CachedToken, TokenRequest } from '../../base/accounts.ts'
import type { UpstreamContext } from '../http/upstream-context.ts'

/** The input of a renewal. */
export interface RenewalRequest extends TokenRequest {
  /** The origin of the account's region, if the product has named it before. */
  origin?: string | undefined
  /**
   * Stores a token before the renewal continues. A new refresh token is stored this way at once, so that no later
   * failure of the same renewal can lose it.
   */
  store(held: CachedToken): Promise<void>
}

/**
 * When a token is renewed, in epoch milliseconds: a tenth of its lifetime before its expiry, so that a short-lived
 * token is not renewed in a loop.
 */
export const getRenewalTime = (expiresAt: number, lifetimeMs: number): number => expiresAt - lifetimeMs / 10

/**
 * How the tokens of a group's accounts are renewed. The group declares it, and the object of an account runs it, one
 * renewal at a time, because a renewal may revoke the previous token.
 */
export interface TokenProvider {
  /** Whether a request gets the cached token without a renewal. */
  isUsable(held: CachedToken, request: TokenRequest, now: number): boolean
  /** The token to cache before the product was called, if the connected token can be used itself. */
  first?(connected: string, now: number): CachedToken | undefined
  /** Returns the new token to cache. If it throws, the account keeps its previous one. */
  renew(
    upstream: UpstreamContext,
    connected: string,
    held: CachedToken | undefined,
    request: RenewalRequest,
  ): Promise<CachedToken>
}
