import { isObject, type JsonObject } from '../../../base/json.ts'
import { GROUP_LEVELS, GROUP_SIZE, groupItems, type NativeFilter, nesting } from '../filters/native-filter.ts'
import type { WalkOrder } from './position.ts'

const MINUTE_MS = 60_000

/** The sorts of a walk by windows, unless the caller sorts by created_time. */
export const OLDEST_FIRST: readonly JsonObject[] = [{ timestamp: 'created_time', direction: 'ascending' }]

/** The kind of walk that these sorts and this filter allow. */
export function getWalkOrder(
  sorts: readonly JsonObject[] | null | undefined,
  filter: NativeFilter | undefined,
): WalkOrder {
  const [{ timestamp, direction } = { timestamp: 'created_time', direction: 'ascending' }] = sorts ?? []
  const order = timestamp !== 'created_time' ? 'rows' : direction === 'descending' ? 'until' : 'from'
  return order === 'rows' || within(filter, windowLeaf(order, 0)) ? order : 'rows'
}

/** The filter for rows in the window. The product rounds times to the minute but compares them exactly. */
export const windowLeaf = (order: WalkOrder, edge: number): NativeFilter => ({
  timestamp: 'created_time',
  created_time:
    order === 'until'
      ? { before: new Date(edge + MINUTE_MS).toISOString() }
      : { on_or_after: new Date(edge).toISOString() },
})

/** Whether a row created at this time comes before the window. */
export const isBefore = (order: WalkOrder, created: number, edge: number) =>
  order === 'until' ? created > edge : created < edge

/** The edge of the window after all rows of this minute. */
export const edgeAfter = (order: WalkOrder, minute: number) => minute + (order === 'until' ? -MINUTE_MS : MINUTE_MS)

/**
 * Combines the filter with the leaf. The product accepts two levels of groups with 100 items each. Undefined when the
 * combination would not fit.
 */
export function within(filter: NativeFilter | undefined, leaf: NativeFilter): NativeFilter | undefined {
  if (!filter || Object.keys(filter).length === 0) return leaf
  const joined = joinedTo(filter, leaf)
  if (joined) return joined
  if (nesting(filter) < GROUP_LEVELS) return { and: [filter, leaf] }
  // An `or` of groups becomes an `or` in which each group also contains the leaf.
  const items = groupItems(filter, 'or')?.flatMap((item) => groupItems(item, 'or') ?? [item])
  if (!items || items.length > GROUP_SIZE || Object.keys(filter).length > 1) return undefined
  const each = items.map((item) => (isObject(item) ? (joinedTo(item, leaf) ?? alone(item, leaf)) : undefined))
  return each.every((item) => item !== undefined) ? { or: each } : undefined
}

/** The items of an `and` plus one, if the product accepts that many. */
function joinedTo(filter: NativeFilter, leaf: NativeFilter): NativeFilter | undefined {
  const items = groupItems(filter, 'and')
  return items && items.length < GROUP_SIZE && Object.keys(filter).length === 1 ? { and: [...items, leaf] } : undefined
}

const alone = (item: JsonObject, leaf: NativeFilter) => (nesting(item) === 0 ? { and: [item, leaf] } : undefined)
