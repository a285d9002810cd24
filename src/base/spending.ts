/** How much a key or a grant may ask for or move, in won (decisions.md section 7.5). */
export interface Limits {
  /** By one request. */
  readonly max_amount?: number | undefined
  /** On one day in Korea, all requests together. */
  readonly daily_amount?: number | undefined
}

/** An amount that a request is about to ask for or to move. */
export interface Reservation {
  /** The same for all runs of one Idempotency-Key, whose amount counts once. */
  id: string
  /** The run that asks. */
  run: string
  /** Won. */
  amount: number
}

/** What one lineage has spent on the present day in Korea. */
export interface SpendingObject {
  /** Counts an amount, unless it leads over the limit of the day. `spent` is what was counted before it. */
  reserve(reservation: Reservation, dailyAmount: number): Promise<{ isReserved: boolean; spent: number }>
  /** Takes back what this run reserved, where nothing was asked for or moved. */
  cancelReservation(id: string, run: string): Promise<void>
}
