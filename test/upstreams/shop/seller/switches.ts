export interface SellerSwitches {
  /** The caller's address is not registered: 403, in one of the two bodies seen (facts 2.5). */
  ipRefused: false | 'message' | 'code'
  /** More calls than this in a second are 429, and so is every call of the recovery that follows. */
  rate: null | { perSecond: number; recoveryMs: number }
  /** How long the product works at one window: longer than the gateway waits for it is 504. */
  windowMs: number
  /** The guide says 400, the FAQ 404 (facts 2.5). */
  wrongVendor: 400 | 404
  /** A category failure comes with HTTP 200, `code` alone telling of it. */
  categoryErrorsInside200: boolean
}

export const sellerSwitches = (): SellerSwitches => ({
  ipRefused: false,
  rate: null,
  windowMs: 0,
  wrongVendor: 400,
  categoryErrorsInside200: false,
})
