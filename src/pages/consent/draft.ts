import type { Terms } from '../api/grant-types.ts'

/** The terms as they are being chosen. */
export interface Draft {
  /** Null: all groups. */
  groups: readonly string[] | null
  changes: boolean
  payments: boolean
  workspaceToken: string
}

/** As the page opens: whoever only presses the button gives the least. */
export const STRICTEST: Draft = { groups: null, changes: false, payments: false, workspaceToken: '' }

export const opensGroup = ({ groups }: Draft, group: string): boolean => groups === null || groups.includes(group)

/** The terms to send; undefined while no group is chosen. What a choice has put out of sight is left out. */
export function termsOf(draft: Draft): Terms | undefined {
  const { groups, changes, payments, workspaceToken } = draft
  if (groups?.length === 0) return undefined
  const token = opensGroup(draft, 'workspace') ? workspaceToken.trim() : ''
  return {
    ...(groups && { groups: [...groups] }),
    read_only: !changes,
    payments: changes && payments && opensGroup(draft, 'payment'),
    ...(token && { workspace_token: token }),
  }
}
