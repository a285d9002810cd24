import type { Maintenance } from '../answers.ts'

export class ConsumerSwitches {
  /** The shop is closed for a while. */
  maintenance: Maintenance | null = null
  /** The session of the cookie has expired. */
  expired = false
  /**
   * The response to a visitor without a session (facts 4.4): a redirect to the login host, 401, or the login page with
   * 200.
   */
  signedOut: 'redirect' | 'unauthorized' | 'login-page' = 'redirect'
  /** The edge takes every caller for a robot: 403 with its own page. */
  blocked = false
  /** The page says that it is incomplete. */
  partial = false
  /** The site has changed: the page, its orders or their product lines lack what they used to have. */
  unknownShape: false | 'page' | 'order' | 'product' = false
  /** The seller's name is beside the delivery, not in `vendor` (facts 4.2). */
  flatVendor = false
  /** Who is signed in, as the orders name it. */
  memberId: string | undefined = 'test-shopper'
}
