import type { Group } from '../base/groups.ts'

type Failure = (error: string) => Record<string, unknown>

const bare: Failure = (error) => ({ error })
const flagged: Failure = (error) => ({ success: false, error })

/** The failure body of each group: exactly the fields of contract 2.13 and decisions.md section 2. */
const FAILURES: Record<Group, Failure> = {
  recorder: bare,
  notes: flagged,
  workspace: flagged,
  shop: (error) => ({ status: 'error', error, result: null }),
  payment: flagged,
  video: flagged,
  social: flagged,
}

/** The failure body for a path, `{ error }` outside the groups. */
export const failureBody = (group: Group | undefined, error: string) => (group ? FAILURES[group] : bare)(error)
