/** What a test may turn, beside the faults that every product can have. */
export interface Switches {
  /** Where the message stands; absent: `msg` in the first generation, `message` in the second, as a live host had it. */
  messageKey?: 'msg' | 'message'
  /** Whether the partner may still call: `expired` has no contract, `v1-only` is no partner of the second generation. */
  connection: 'open' | 'expired' | 'v1-only'
  /** Answers every call with this code, without doing the work, or after it: a bank that answered too late. */
  answerCode?: OwnAnswer & { code: string; message?: string }
  /** What stands between answers in its place, with an HTTP status and no code: it gave up, whatever became of the work. */
  plainStatus?: OwnAnswer & { status: number }
  /** Every answer that names a bill names this one. */
  anotherBill?: string
}

interface OwnAnswer {
  /** Whether the work is done all the same. */
  worked: boolean
  /** The HTTP status, 200 when absent. */
  status?: number
  /** Only of calls whose path ends so; of all of them when absent. */
  at?: string
}

export const usualSwitches = (): Switches => ({ connection: 'open' })
