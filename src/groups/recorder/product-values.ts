import { flag, identifier, items, number } from '../../base/lenient-json.ts'

/** How the product writes what nobody has promised (recorder facts, sections 3 and 6.1), beside `base/lenient-json.ts`. */

/** A string, also an empty one, else null. */
export const string = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * A list of the product, which is null or absent when it is empty. Null where this says nothing about the list: another
 * type, or a list that is absent from an answer without the product's own status.
 */
export function optionalList(value: unknown, isStated: boolean): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  return (value === undefined || value === null) && isStated ? [] : null
}

/** The ids of a list, without what is none. */
export const identifiers = (value: unknown): string[] => items(value, identifier)

/** A boolean, written as such, as 0 and 1, or as their digits, else null. */
export const looseFlag = (value: unknown): boolean | null => flag(value) ?? flag(number(value))
