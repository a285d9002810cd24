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
