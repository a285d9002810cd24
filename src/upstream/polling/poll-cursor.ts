import { at, number, text } from '../../base/json.ts'
import type { Json } from './event-source.ts'

/** The cursor in a list: how many rows to skip, or the product's own cursor. */
export type PageCursor = number | string

/** What is stored about a library between two polls. */
export interface LibraryCursor {
  /** The account at the product. */
  account: string
  /** Where the first walk continues. Absent once it has ended. */
  first?: PageCursor | undefined
  /** Where the walk through the newest rows continues. Absent when it has ended. */
  newest?: PageCursor | undefined
  /** Where the full sync continues. Absent when none is running. */
  sweep?: PageCursor | undefined
  /** When the last full sync started, in epoch milliseconds. */
  sweptAt: number
}

export const storedCursor = ({ account, first, newest, sweep, sweptAt }: LibraryCursor): Json => ({
  account,
  sweptAt,
  ...(first !== undefined && { first }),
  ...(newest !== undefined && { newest }),
  ...(sweep !== undefined && { sweep }),
})

/** Undefined without one, and for a cursor of another account. */
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
 * The account in a response, or the one that was known before, and its cursor. Some products show the account only in
 * its content, so not while it is empty.
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
