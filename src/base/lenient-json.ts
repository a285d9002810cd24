/**
 * Lenient parsers for the products' responses. Most products guarantee nothing, and a field of an unexpected type
 * counts as absent instead of failing the whole response. Required fields are declared with
 * upstream/http/required-fields.ts.
 */

/**
 * The value of a JSON text. Undefined for invalid JSON. Unlike parseJson of base/json.ts, this rounds long integers: it
 * is for responses whose long integers are not used, and whose many long digits would make parseJson six times as slow.
 */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** The value at a path. Undefined when the path does not exist. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = Reflect.get(current, key)
  }
  return current
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A non-empty string. Null for anything else. */
export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** An integer of at least 0, as a number or a string of digits. Null for anything else. */
export function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** A finite number, as a number or its decimal digits. Null for anything else. */
export function number(value: unknown): number | null {
  const read = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}

/** A boolean, as such or as 0 or 1. Null for anything else. */
export const flag = (value: unknown): boolean | null =>
  value === true || value === 1 ? true : value === false || value === 0 ? false : null

/** An id as a string, from a non-empty string or an integer. Null for anything else. */
export const identifier = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : text(value)

/** The items of a list that a parser accepts. Items for which it returns undefined or null are left out. */
export function items<Item>(value: unknown, read: (item: unknown) => Item | undefined | null): Item[] {
  const found: Item[] = []
  for (const one of list(value)) {
    const item = read(one)
    if (item !== undefined && item !== null) found.push(item)
  }
  return found
}
