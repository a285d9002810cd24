/** How much a key or grant may request or move, in won (decisions.md section 7.5). */
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

/** What one lineage has spent on the current day in Korea. */
export interface SpendingObject {
  /** Counts an amount, unless it exceeds the daily limit. `spent` is what was counted before. */
  reserve(reservation: Reservation, dailyAmount: number): Promise<{ isReserved: boolean; spent: number }>
  /** Removes what this run reserved, when nothing was requested or moved. */
  cancelReservation(id: string, run: string): Promise<void>
}
