/**
 * Readers for answers of which nothing is promised: the player is unofficial and its answers change from one month to
 * the next, so a field of another kind than expected counts as absent instead of failing the whole answer.
 */

/**
 * A JSON text, undefined for what is none. Long integers are not kept as strings (upstream/json.ts): nothing that is
 * read here is one, and a player answer, which is full of long digits, would take six times as long.
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

/** A text of the player: `simpleText` from web clients, `runs` from the others (video facts, section 3). */
export const label = (value: unknown): string | null =>
  text(at(value, 'simpleText')) ??
  text(
    list(at(value, 'runs'))
      .map((run) => text(at(run, 'text')) ?? '')
      .join(''),
  )
