import { type JsonObject, member } from '../../../base/json.ts'

/** A filter in the product's format: a leaf, or one `and` or `or` group. */
export type NativeFilter = JsonObject

/** The most items that one group may hold. */
export const GROUP_SIZE = 100

/** The items of a group. Undefined for a leaf. */
export function groupItems(filter: unknown, word: 'and' | 'or'): readonly unknown[] | undefined {
  const items = member(filter, word)
  return Array.isArray(items) ? items : undefined
}

/** How deep groups may be nested. */
export const GROUP_LEVELS = 2

/**
 * How deep groups are nested: 0 for a leaf. Stops counting one above the product's limit, so that a deeply nested body
 * cannot exhaust the stack.
 */
export function nesting(filter: unknown, most: number = GROUP_LEVELS + 1): number {
  const items = most > 0 ? (groupItems(filter, 'and') ?? groupItems(filter, 'or')) : undefined
  return items ? 1 + items.reduce<number>((deepest, item) => Math.max(deepest, nesting(item, most - 1)), 0) : 0
}
