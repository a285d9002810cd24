/** What became of one customer in a run. */
export interface CustomerOutcome {
  name: string
  result:
    | 'deployed'
    /** It ran this build with these settings before. */
    | 'current'
    /** Something failed, and the version before runs again. */
    | 'rolled back'
    /** Something failed, and nothing had been changed. */
    | 'unchanged'
    /** Something failed, and the new version runs. */
    | 'left'
    /** The command was ended while it was under way. */
    | 'interrupted'
  /** What is to be said of it. */
  notes: readonly string[]
}

/** Whether the fleet may go on. */
export const isWell = ({ result }: CustomerOutcome): boolean => result === 'deployed' || result === 'current'
