/** How much a key or grant may request or move, in won. */
export interface Limits {
  /** Per request. */
  readonly max_amount?: number | undefined
  /** Per day in Korea, for all requests together. */
  readonly daily_amount?: number | undefined
}

/** An amount that a request is about to request or move. */
export interface Reservation {
  /** The same for all runs of one Idempotency-Key, so that its amount counts once. */
  id: string
  /** The current run. */
  run: string
  /** In won. */
  amount: number
}
