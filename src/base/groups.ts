/** The groups with a product behind them. */
export const PRODUCT_GROUPS = ['recorder', 'notes', 'workspace', 'shop', 'payment', 'video', 'social'] as const
export type ProductGroup = (typeof PRODUCT_GROUPS)[number]

/** Plus events, which covers the others. A named key's scope is a list of these. */
export const GROUPS = [...PRODUCT_GROUPS, 'events'] as const
export type Group = (typeof GROUPS)[number]

/** What operations belong to: a group of the contract, the gateway itself, or the management app. */
export const AREAS = [...GROUPS, 'gateway', 'admin'] as const
export type Area = (typeof AREAS)[number]

export const isGroup = (area: Area): area is Group => area !== 'gateway' && area !== 'admin'
