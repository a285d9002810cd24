import { isObject } from '../../../base/json.ts'
import { type FieldPath, refusal } from '../field-path.ts'
import { GROUP_LEVELS, GROUP_SIZE, groupItems, type NativeFilter, nesting } from './native-filter.ts'

/**
 * Combines all filters with `and`: the simple ones, each a leaf or one group of leaves, and the caller's native one.
 * The product accepts two levels of groups with 100 items each. Throws 400 when the result does not fit.
 */
export function combine(simple: readonly NativeFilter[], native: unknown, place: FieldPath): NativeFilter | undefined {
  const all = [...simple.flatMap(spread), ...nativeItems(native, simple.length > 0, place)]
  if (all.length > GROUP_SIZE) throw refusal(place, `all filters together must not exceed ${GROUP_SIZE} conditions`)
  const [only] = all
  return all.length > 1 ? { and: all } : only
}

/**
 * The members of an `and`, which can move into the `and` around it without changing the meaning. This saves one of the
 * two levels that the product allows. A filter with any other field is not split, because the product must see that
 * field and refuse it.
 */
function spread(filter: NativeFilter): readonly NativeFilter[] {
  const items = groupItems(filter, 'and')
  return items?.every(isObject) && Object.keys(filter).length === 1 ? items : [filter]
}

function nativeItems(native: unknown, isJoined: boolean, place: FieldPath): readonly NativeFilter[] {
  if (native === undefined || native === null) return []
  if (!isObject(native)) throw refusal({ ...place, at: 'workspace_filter' }, 'must be an object')
  // Empty means all rows, and the product does not accept it inside a group.
  if (Object.keys(native).length === 0) return []
  if (!isJoined || nesting(native) < GROUP_LEVELS) return [native]
  const items = spread(native)
  if (items.every((item) => nesting(item) < GROUP_LEVELS)) return items
  const message = 'has groups within groups, so no other filter can be joined to it: put all conditions into it'
  throw refusal({ ...place, at: 'workspace_filter' }, message)
}
