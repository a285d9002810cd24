/** A request for money that was sent a short time ago. */
export interface RecentWish {
  /** The same for all runs of one Idempotency-Key. */
  id: string
  billId: string
  /** Epoch milliseconds. */
  at: number
}

/** The object of one customer, product and amount: it knows whether the same was requested a short time ago. */
export interface RecentWishObject {
  /** Stores the wish, and returns undefined. If another one is recent, and `isConfirmed` is false, returns that one. */
  claimWish(wish: Omit<RecentWish, 'at'>, isConfirmed: boolean): Promise<RecentWish | undefined>
  /** Forgets a wish when nothing was sent. */
  dropWish(id: string): Promise<void>
}

/** How long a wish is recent, in milliseconds. */
export const RECENT_MS = 10 * 60_000
