import type { Maintenance } from '../answers.ts'

export interface ConsumerSwitches {
  /** The shop is closed for a while. */
  maintenance: Maintenance | null
  /** The session of the cookie has expired. */
  expired: boolean
  /**
   * The response to a visitor without a session (facts 4.4): a redirect to the login host, 401, or the login page with
   * 200.
   */
  signedOut: 'redirect' | 'unauthorized' | 'login-page'
  /** The edge takes every caller for a robot: 403 with its own page. */
  blocked: boolean
  /** The page says that it is incomplete. */
  partial: boolean
  /** The site has changed: the page, its orders or their product lines lack what they used to have. */
  unknownShape: false | 'page' | 'order' | 'product'
  /** The seller's name is beside the delivery, not in `vendor` (facts 4.2). */
  flatVendor: boolean
  /** Who is signed in, as the orders name it. */
  memberId: string | undefined
}

export const consumerSwitches = (): ConsumerSwitches => ({
  maintenance: null,
  expired: false,
  signedOut: 'redirect',
  blocked: false,
  partial: false,
  unknownShape: false,
  flatVendor: false,
  memberId: 'test-shopper',
})
