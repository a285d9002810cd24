/** Test switches, in addition to the faults that every product can have. */
export interface Switches {
  /** Whether the partner may still call: `expired` has no contract, `v1-only` may not use v2. */
  connection: 'open' | 'expired' | 'v1-only'
  /** Answers every call with this code, without doing the work, or after it: a bank that answered too late. */
  answerCode?: OwnAnswer & { code: string; message?: string }
  /** A proxy responds instead, with an HTTP status and no code: it gave up, whatever happened to the work. */
  plainStatus?: OwnAnswer & { status: number }
  /** Version 1 reads a bill without `code` and `msg`, as production does (facts, section 4.2). */
  codeless?: boolean
  /** The name of the payment link (facts, section 4.1). By default `shortURL` in v1, and `shortUrl` in v2. */
  linkName?: string
  /** The objects around the data, from the outside. By default none in v1, and `data` in v2 (facts, section 2). */
  nesting?: readonly string[]
  /** Version 1 answers with the points in `info`, as a number, instead of beside the code (facts, section 4.5). */
  pointsAsInfo?: boolean
  /** Every answer that names a bill names this one. */
  anotherBill?: string
}

interface OwnAnswer {
  /** Whether the work is done anyway. */
  worked: boolean
  /** The HTTP status, 200 when absent. */
  status?: number
  /** Only for calls whose path has this end. For all calls when absent. */
  at?: string
}

export const usualSwitches = (): Switches => ({ connection: 'open' })
