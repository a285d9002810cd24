import { badInput } from '../../base/errors.ts'
import { ADMIN, type EventsCaller, type EventType, type FeedOrder, type GatewayEvent } from '../../base/events.ts'
import type { Account } from '../../base/groups.ts'
import type { Store } from './store.ts'
import { checkAccounts, seesType } from './subscription-store.ts'

export interface FeedPage {
  after?: string | undefined
  order?: FeedOrder | undefined
  types?: readonly EventType[] | undefined
  accounts?: readonly Account[] | undefined
  limit: number
}

/** A page of the events that a caller sees. The requested types are watched from now on, for a day. */
export async function readFeed(
  store: Store,
  caller: EventsCaller,
  { after, order = 'oldest', types, accounts, limit }: FeedPage,
) {
  const { events, polled, platform } = store
  store.pruneExpired()
  const last = events.last
  const from = startOf(order, after, last)
  const viewer = caller ?? { id: ADMIN }
  checkAccounts(viewer, accounts)
  const scope = accounts ?? store.scopeOf(viewer)
  const found = events.list({ order, from, scope, types, most: limit + 1 })
  const returned = found.slice(0, limit)
  const has_more = found.length > limit
  const end = order === 'oldest' ? Math.max(from, last) : 0
  const next = has_more ? (returned.at(-1)?.seq ?? from) : end
  if (types) {
    polled.noteReader(
      types.filter((type) => seesType(viewer, type)),
      platform.now(),
    )
  }
  const opened: GatewayEvent[] = await Promise.all(returned.map((row) => events.open(row)))
  return { events: opened, next_after: formatCursor(order, next), has_more }
}

/** Cursors are opaque to callers: a letter for the order, and the sequence number in base 36. */
const formatCursor = (order: FeedOrder, seq: number) => `${LETTERS[order]}${seq.toString(36)}`

const LETTERS: Readonly<Record<FeedOrder, string>> = { oldest: 'e', newest: 'n' }

/** The sequence number after which a page starts, in its order. */
function startOf(order: FeedOrder, after: string | undefined, last: number): number {
  if (after === undefined) return order === 'oldest' ? 0 : last + 1
  const isNow = after === 'now'
  if (isNow && order === 'oldest') return last
  if (isNow || !/^[en][0-9a-z]{1,10}$/.test(after) || after[0] !== LETTERS[order])
    throw badInput(`after: must be the next_after of a page in order=${order}${order === 'oldest' ? ', or now' : ''}`)
  return Number.parseInt(after.slice(1), 36)
}
