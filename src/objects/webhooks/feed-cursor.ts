import { badInput } from '../../base/errors.ts'
import type { FeedOrder } from '../../base/events.ts'

/** Cursors are opaque to callers: a letter for the order, and the sequence number in base 36. */
export const formatCursor = (order: FeedOrder, seq: number) => `${LETTERS[order]}${seq.toString(36)}`

const LETTERS: Readonly<Record<FeedOrder, string>> = { oldest: 'e', newest: 'n' }

/** The sequence number after which a page starts, in its order. */
export function startOf(order: FeedOrder, after: string | undefined, last: number): number {
  if (after === undefined) return order === 'oldest' ? 0 : last + 1
  const isNow = after === 'now'
  if (isNow && order === 'oldest') return last
  if (isNow || !/^[en][0-9a-z]{1,10}$/.test(after) || after[0] !== LETTERS[order])
    throw badInput(`after: must be the next_after of a page in order=${order}${order === 'oldest' ? ', or now' : ''}`)
  return Number.parseInt(after.slice(1), 36)
}
