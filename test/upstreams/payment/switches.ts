/** What a test may turn, beside the faults that every product can have. */
export interface Switches {
  /** Where the message stands; absent: `msg` in the first generation, `message` in the second, as a live host had it. */
  messageKey?: 'msg' | 'message'
  /** Whether the partner may still call: `expired` has no contract, `v1-only` is no partner of the second generation. */
  connection: 'open' | 'expired' | 'v1-only'
  /** Answers every call with this code, without doing the work, or after it: a bank that answered too late. */
  answerCode?: { code: string; worked: boolean }
}

export const usualSwitches = (): Switches => ({ connection: 'open' })
