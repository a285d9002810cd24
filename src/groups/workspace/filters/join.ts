import { isObject, type JsonObject } from '../../../base/json.ts'
import { GROUP_SIZE } from '../notion.ts'
import { GROUP_LEVELS, groupItems, nesting, spread } from './compile.ts'
import type { NativeFilter } from './operators.ts'

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

/** Both filters at once, as far as two levels of groups can say it. Undefined when they cannot. */
export function joinFilters(filters: readonly NativeFilter[]): NativeFilter | undefined {
  const items = filters.flatMap(spread)
  const [only] = items
  if (items.length === 1) return only
  if (items.length > GROUP_SIZE) return undefined
  const deep = items.filter((item) => nesting(item) === GROUP_LEVELS)
  if (deep.length === 0) return { and: items }
  const [base] = deep
  if (!base || deep.length > 1) return undefined
  return items
    .filter((item) => item !== base)
    .reduce<NativeFilter | undefined>(
      (joined, item) => (joined && nesting(item) === 0 ? within(joined, item) : undefined),
      base,
    )
}
