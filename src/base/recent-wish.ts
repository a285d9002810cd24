/** A request for money that was sent a short time ago. */
export interface RecentWish {
  /** The same for all runs of one Idempotency-Key. */
  id: string
  billId: string
  /** Epoch milliseconds. */
  at: number
}

/** How long a wish is recent, in milliseconds. */
export const RECENT_MS = 10 * 60_000
