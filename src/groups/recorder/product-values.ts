import { flag, identifier, items, number } from '../../base/json.ts'

/** The product's undocumented value formats, in addition to `base/json.ts`. */

/** A string, including an empty one. Null for anything else. */
export const string = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * A list of the product, which sends null or omits it when it is empty. Null when this says nothing about the list:
 * another type, or a missing list in a response without the product's own status.
 */
export function optionalList(value: unknown, isStated: boolean): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  return (value === undefined || value === null) && isStated ? [] : null
}

/** The ids in a list. Other items are dropped. */
export const identifiers = (value: unknown): string[] => items(value, identifier)

/** A boolean, also as 0 and 1 or their digits. Null for anything else. */
export const looseFlag = (value: unknown): boolean | null => flag(value) ?? flag(number(value))
