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
  /** What it brings to AI clients: an integration token or empty, and the connected payment account. */
  workspaceToken: string
  storedPayment: boolean
  /** A day as YYYY-MM-DD, or empty. */
  expires: string
}

export const EMPTY: Draft = {
  name: '',
  licence: 'basic',
  groups: null,
  readOnly: false,
  confirm: false,
  workspaceToken: '',
  storedPayment: false,
  expires: '',
  ...NO_LIMITS,
}

/** The groups that a key may be limited to (decisions.md section 11.6). */
export const GROUPS = ['recorder', 'notes', 'workspace', 'shop', 'payment', 'video', 'social', 'events'] as const

type Access = Pick<Draft, 'licence' | 'groups'>

export const opensWorkspace = ({ licence, groups }: Access): boolean =>
  licence !== 'payment' && (groups?.includes('workspace') ?? true)

export const opensPayment = ({ licence, groups }: Access): boolean =>
  licence !== 'basic' && (groups?.includes('payment') ?? true)

/** Whether the key may make payments, so that limits apply. */
export const makesPayments = ({ readOnly, ...access }: Access & Pick<Draft, 'readOnly'>): boolean =>
  !readOnly && opensPayment(access)

/** Days are Korean. Empty is never past. */
export const isPast = (day: string, now = Date.now()): boolean =>
  day !== '' && day < new Date(now + 9 * 3_600_000).toISOString().slice(0, 10)

/** The body of the request. Undefined while the name or groups are missing, the expiry is past, or an amount is invalid. */
export function toNewKey(draft: Draft, now?: number): NewKey | undefined {
  const { name, licence, groups, readOnly, confirm, expires } = draft
  const token = draft.workspaceToken.trim()
  if (!name.trim() || groups?.length === 0 || isPast(expires, now)) return undefined
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
    ...(token && opensWorkspace(draft) && { workspace_token: token }),
    ...(draft.storedPayment && opensPayment(draft) && { stored_payment: true }),
  }
}
