import { at, number, text } from '../../base/loose-json.ts'
import type { Json } from '../../upstream/event-source.ts'

/** What is kept between two polls. Places are numbers of rows to pass over. */
export interface Cursor {
  /** The account at the product. */
  account: string
  /** Where the first walk through the library goes on; absent once it is over. */
  first?: number | undefined
  /** Where the walk through the newest recordings goes on, absent where it came to an end. */
  newest?: number | undefined
  /** Where the walk through the library goes on, absent where none is under way. */
  sweep?: number | undefined
  /** When the last walk through the library began, epoch milliseconds. */
  sweptAt: number
}

export const keptCursor = ({ account, first, newest, sweep, sweptAt }: Cursor): Json => ({
  account,
  sweptAt,
  ...(first !== undefined && { first }),
  ...(newest !== undefined && { newest }),
  ...(sweep !== undefined && { sweep }),
})

/** Undefined for none, and for one of another account. */
export function readCursor(cursor: Json | undefined, account: string): Cursor | undefined {
  if (text(at(cursor, 'account')) !== account) return undefined
  const place = (name: 'first' | 'newest' | 'sweep') => number(at(cursor, name)) ?? undefined
  return {
    account,
    first: place('first'),
    newest: place('newest'),
    sweep: place('sweep'),
    sweptAt: number(at(cursor, 'sweptAt')) ?? 0,
  }
}
