import { at, number, text } from '../../base/lenient-json.ts'
import type { Json } from './event-source.ts'

/** Where a list goes on: how many rows to pass over, or the product's own cursor. */
export type PageCursor = number | string

/** What is kept of a library between two polls. */
export interface LibraryCursor {
  /** The account at the product. */
  account: string
  /** Where the first walk goes on; absent once it is over. */
  first?: PageCursor | undefined
  /** Where the walk through what is newest goes on, absent where it came to an end. */
  newest?: PageCursor | undefined
  /** Where the walk through the whole library goes on, absent where none is under way. */
  sweep?: PageCursor | undefined
  /** When the last walk through the whole library began, epoch milliseconds. */
  sweptAt: number
}

export const storedCursor = ({ account, first, newest, sweep, sweptAt }: LibraryCursor): Json => ({
  account,
  sweptAt,
  ...(first !== undefined && { first }),
  ...(newest !== undefined && { newest }),
  ...(sweep !== undefined && { sweep }),
})

/** Undefined for none, and for one of another account. */
export function readCursor(cursor: Json | undefined, account: string): LibraryCursor | undefined {
  if (text(at(cursor, 'account')) !== account) return undefined
  const place = (name: 'first' | 'newest' | 'sweep'): PageCursor | undefined => {
    const value = at(cursor, name)
    return typeof value === 'number' || typeof value === 'string' ? value : undefined
  }
  return {
    account,
    first: place('first'),
    newest: place('newest'),
    sweep: place('sweep'),
    sweptAt: number(at(cursor, 'sweptAt')) ?? 0,
  }
}

const UNKNOWN = 'unknown'

/**
 * The account that an answer names, else the one that was known before, and the cursor of that account: some products tell whose
 * a credential is by what the account holds alone, so by nothing as long as it is empty.
 */
export function matchCursorAccount(
  cursor: Json | undefined,
  learned: string | undefined,
): { account: string; cursor: Json | undefined } {
  const before = text(at(cursor, 'account'))
  const account = learned ?? before ?? UNKNOWN
  return { account, cursor: before === UNKNOWN && isObject(cursor) ? { ...cursor, account } : cursor }
}

const isObject = (cursor: Json | undefined): cursor is { readonly [name: string]: Json } =>
  typeof cursor === 'object' && cursor !== null && !Array.isArray(cursor)
