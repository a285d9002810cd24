import { isObject, type JsonObject } from '../../../base/json-object.ts'
import { GROUP_LEVELS, GROUP_SIZE, groupItems, type NativeFilter, nesting } from '../filters/native-filter.ts'
import type { Way } from './position.ts'

const MINUTE_MS = 60_000

/** The sorts of a walk by windows, unless the caller gives their like. */
export const OLDEST_FIRST: readonly JsonObject[] = [{ timestamp: 'created_time', direction: 'ascending' }]

/** The way through the rows that these sorts and this filter allow. */
export function getWay(sorts: readonly JsonObject[] | null | undefined, filter: NativeFilter | undefined): Way {
  const [{ timestamp, direction } = { timestamp: 'created_time', direction: 'ascending' }] = sorts ?? []
  const way = timestamp !== 'created_time' ? 'rows' : direction === 'descending' ? 'until' : 'from'
  return way === 'rows' || within(filter, windowLeaf(way, 0)) ? way : 'rows'
}

/** The condition that a row stands in the window. Times are cut to the minute (facts 2), and compared exactly. */
export const windowLeaf = (way: Way, edge: number): NativeFilter => ({
  timestamp: 'created_time',
  created_time:
    way === 'until'
      ? { before: new Date(edge + MINUTE_MS).toISOString() }
      : { on_or_after: new Date(edge).toISOString() },
})

/** Whether a row that was created then stands before the window. */
export const isBefore = (way: Way, created: number, edge: number) => (way === 'until' ? created > edge : created < edge)

/** The edge of the window behind all rows that were created in the minute. */
export const edgeAfter = (way: Way, minute: number) => minute + (way === 'until' ? -MINUTE_MS : MINUTE_MS)

/**
 * The filter, and the leaf beside it: two levels of groups with 100 items each are all that the product takes (facts 4).
 * Undefined where that leaves no room.
 */
export function within(filter: NativeFilter | undefined, leaf: NativeFilter): NativeFilter | undefined {
  if (!filter || Object.keys(filter).length === 0) return leaf
  const joined = joinedTo(filter, leaf)
  if (joined) return joined
  if (nesting(filter) < GROUP_LEVELS) return { and: [filter, leaf] }
  // Of any of several groups each must hold with the leaf.
  const items = groupItems(filter, 'or')?.flatMap((item) => groupItems(item, 'or') ?? [item])
  if (!items || items.length > GROUP_SIZE || Object.keys(filter).length > 1) return undefined
  const each = items.map((item) => (isObject(item) ? (joinedTo(item, leaf) ?? alone(item, leaf)) : undefined))
  return each.every((item) => item !== undefined) ? { or: each } : undefined
}

/** The items of an `and` with one more, where they are no more than the product takes. */
function joinedTo(filter: NativeFilter, leaf: NativeFilter): NativeFilter | undefined {
  const items = groupItems(filter, 'and')
  return items && items.length < GROUP_SIZE && Object.keys(filter).length === 1 ? { and: [...items, leaf] } : undefined
}

const alone = (item: JsonObject, leaf: NativeFilter) => (nesting(item) === 0 ? { and: [item, leaf] } : undefined)
