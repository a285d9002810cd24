/** The result for one customer in a run. */
export interface CustomerOutcome {
  name: string
  result:
    | 'deployed'
    /** It already ran this build with these settings. */
    | 'current'
    /** Something failed, and the previous version runs again. */
    | 'rolled back'
    /** Something failed, and nothing was changed. */
    | 'unchanged'
    /** Something failed, and the new version runs. */
    | 'left'
    /** The command was interrupted while it was running. */
    | 'interrupted'
  /** Messages about it. */
  notes: readonly string[]
}

/** Whether the fleet may continue. */
export const isWell = ({ result }: CustomerOutcome): boolean => result === 'deployed' || result === 'current'
