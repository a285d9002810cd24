import type { NewKey } from '../api/types.ts'
import { areAmounts, getLimits, type LimitDraft, NO_LIMITS } from './limits.ts'

/** A key while it is being filled in. */
export interface Draft extends LimitDraft {
  name: string
  licence: string
  /** Null for all groups. */
  groups: readonly string[] | null
  readOnly: boolean
  confirm: boolean
  /** A day as YYYY-MM-DD, or empty. */
  expires: string
}

export const EMPTY: Draft = {
  name: '',
  licence: 'basic',
  groups: null,
  readOnly: false,
  confirm: false,
  expires: '',
  ...NO_LIMITS,
}

/** The groups that a key may be limited to (decisions.md section 11.6). */
export const GROUPS = ['recorder', 'notes', 'workspace', 'shop', 'payment', 'video', 'social', 'events'] as const

/** Whether the key may make payments, so that limits apply. */
export const makesPayments = ({ licence, groups, readOnly }: Pick<Draft, 'licence' | 'groups' | 'readOnly'>): boolean =>
  licence !== 'basic' && !readOnly && (groups?.includes('payment') ?? true)

/** The body of the request. Undefined while the name or groups are missing, or an amount is invalid. */
export function toNewKey(draft: Draft): NewKey | undefined {
  const { name, licence, groups, readOnly, confirm, expires } = draft
  if (!name.trim() || groups?.length === 0) return undefined
  const limited = makesPayments(draft)
  if (limited && !areAmounts(draft)) return undefined
  const limits = limited ? getLimits(draft) : undefined
  return {
    name: name.trim(),
    licence,
    ...(groups && { groups: [...groups] }),
    ...(readOnly && { read_only: true }),
    ...(expires && { expires_at: expires }),
    ...(limits && { limits }),
    ...(confirm && !readOnly && { confirm }),
  }
}
