import type { Product } from '../api/accounts.ts'

/** The products of each wish, in the order in which their accounts are connected. The list shows their marks. */
export const WISH_PRODUCTS = {
  'notes-to-notion': ['notes', 'workspace'],
  'recordings-to-notion': ['recorder', 'workspace'],
  'sales-to-slack': ['shop-seller'],
  'unpaid-to-slack': ['payment'],
  'ask-recordings': ['recorder'],
  'ask-notes': ['notes'],
  'video-summaries': ['video'],
  'replies-to-slack': ['social'],
} as const satisfies Record<string, readonly Product[]>

export type WishId = keyof typeof WISH_PRODUCTS

/** The accounts that have to be connected: subtitles need none. */
export const getAccounts = (id: WishId): readonly Product[] => (id === 'video-summaries' ? [] : WISH_PRODUCTS[id])

/**
 * The wishes in the order in which they fit what is connected: those for which everything is there, then those for which a
 * part is. Equal ones stay in the order of the page, and so do all while nothing is connected.
 */
export function sortByFit(connected: ReadonlySet<Product>): WishId[] {
  const getRank = (id: WishId) => {
    const needed = getAccounts(id)
    if (connected.size === 0) return 0
    const missing = needed.filter((product) => !connected.has(product)).length
    return missing === 0 ? 0 : missing < needed.length ? 1 : 2
  }
  return (Object.keys(WISH_PRODUCTS) as WishId[]).toSorted((one, other) => getRank(one) - getRank(other))
}
