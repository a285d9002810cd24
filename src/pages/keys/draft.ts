import type { NewKey } from '../api/types.ts'

/** A key as it is being filled in. */
export interface Draft {
  name: string
  licence: string
  /** Null: all groups. */
  groups: readonly string[] | null
  readOnly: boolean
  /** A day as YYYY-MM-DD, or empty. */
  expires: string
}

export const EMPTY: Draft = { name: '', licence: 'basic', groups: null, readOnly: false, expires: '' }

/** The groups that a key may be kept to (decisions.md section 11.6). */
export const GROUPS = ['recorder', 'notes', 'workspace', 'shop', 'payment', 'video', 'social', 'events'] as const

/** The body of the request; undefined while the name or the groups are missing. */
export function newKeyOf({ name, licence, groups, readOnly, expires }: Draft): NewKey | undefined {
  if (!name.trim() || groups?.length === 0) return undefined
  return {
    name: name.trim(),
    licence,
    ...(groups && { groups: [...groups] }),
    ...(readOnly && { read_only: true }),
    ...(expires && { expires_at: expires }),
  }
}
