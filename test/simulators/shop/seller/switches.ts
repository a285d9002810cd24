import type { Maintenance } from '../answers.ts'

export class SellerSwitches {
  /** The shop is closed for a while. */
  maintenance: Maintenance | null = null
  /** The caller's IP address is not registered: 403, with one of the known bodies, or this answer (facts 2.5). */
  ipRefused: false | 'message' | 'code' | 'words' | { status: number; body: string | object } = false
  /** The times of returns and exchanges: without an offset, or in one of the other known forms (facts 2.6). */
  claimTimes: 'local' | 'space' | 'offset' = 'local'
  /** Exchanges take no status in the query (facts 2.6). */
  exchangeStatusRefused = false
  /** More calls than this in a second get 429, and so does every call during the recovery that follows. */
  rate: null | { perSecond: number; recoveryMs: number } = null
  /** What a 429 says (facts 2.5). */
  rateWords = 'Too Many Requests'
  /** How long the product works at one window: longer than the gateway waits for it is 504. */
  windowMs = 0
  /** A wider window of days or minutes is 504 at once, in milliseconds (facts 2.4). */
  widestMs = Infinity
  /** Paths that this account is not offered, such as those of version 5 (facts 2.5). */
  notOffered: RegExp | null = null
  /** The documentation contradicts itself about cancellations without the id of an order (facts 2.6). */
  cancellationsRefused = false
  /** The list of questions that this account is refused. */
  inquiriesRefused: null | 'onlineInquiries' | 'callCenterInquiries' = null
  /** The vendor does not use Rocket Growth. How the product says so is an inference. */
  growthRefused = false
  /** Where the days of Rocket Growth begin, in Korea or in UTC, is unknown (facts 2.11). */
  growthDays: '+09:00' | 'Z' = '+09:00'
  /** Whether revenue says what is settled of a delivery: the documentation's sample has null (facts 2.9). */
  deliverySettled = true
  /** Where the results of boxes are. The documentation contradicts itself (facts 2.6). */
  results: 'data.responseList' | 'data' | 'responseList' | 'data[].responseList' = 'data.responseList'
  /** Cancelled in part: the code of the answer, and the name of what failed (facts 2.8). */
  cancelAnswer: { code: '200' | 'PARTIAL'; failed: 'failedVendorItemIds' | 'failedItemIds' } = {
    code: '200',
    failed: 'failedVendorItemIds',
  }
  /** The guide says 400, the FAQ 404 (facts 2.5). */
  wrongVendor: 400 | 404 = 400
  /** A category failure comes with HTTP 200, and only `code` shows it. */
  categoryErrorsInside200 = false
}
