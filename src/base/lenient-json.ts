/**
 * Readers for answers of products. Most of the products promise nothing, and a field of another kind than expected
 * counts as absent instead of failing the whole answer. What an answer cannot do without is named by
 * upstream/http/required-fields.ts.
 */

/**
 * The value of a JSON text, undefined for what is no JSON. Long integers are rounded, unlike by parseJson of base/json.ts:
 * this is for an answer of which no long integer is read, and whose many long digits would make it six times as slow.
 */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** What stands at a path, undefined where the path breaks off. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = Reflect.get(current, key)
  }
  return current
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A string with something in it, else null. */
export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** An integer of at least 0, written as a number or as a string of digits, else null. */
export function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** A finite number, written as a number or as its decimal digits, else null. */
export function number(value: unknown): number | null {
  const read = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}

/** A boolean, written as such or as 0 or 1, else null. */
export const flag = (value: unknown): boolean | null =>
  value === true || value === 1 ? true : value === false || value === 0 ? false : null

/** An id as a string, written as a string with something in it or as an integer, else null. */
export const identifier = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : text(value)

/** The items of a list that a reader can use; those for which it answers undefined or null are left out. */
export function items<Item>(value: unknown, read: (item: unknown) => Item | undefined | null): Item[] {
  const found: Item[] = []
  for (const one of list(value)) {
    const item = read(one)
    if (item !== undefined && item !== null) found.push(item)
  }
  return found
}
