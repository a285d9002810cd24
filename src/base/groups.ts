/** The groups of the contract, section 1. A named key's scope is a list of these. */
export const GROUPS = ['recorder', 'notes', 'workspace', 'shop', 'payment', 'video', 'social'] as const
export type Group = (typeof GROUPS)[number]
