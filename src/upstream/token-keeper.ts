import type { HeldToken, TokenAsk } from '../base/account-object.ts'
import type { Outgoing } from './outgoing.ts'

/**
 * How the tokens of a group's accounts are kept alive. A group declares it, and the object of an account alone runs it,
 * one renewal at a time: each may end the token before it.
 */
export interface TokenKeeper {
  /** Whether a request is given what is held as it is. */
  serves(held: HeldToken, ask: TokenAsk, now: number): boolean
  /** What is held before the product was asked anything, where the connected token itself is of use. */
  first?(connected: string): HeldToken
  /** What is held from now on. Throws the product's failure; what was held stays then. */
  renew(outgoing: Outgoing, connected: string, held: HeldToken | undefined, ask: TokenAsk): Promise<HeldToken>
}
