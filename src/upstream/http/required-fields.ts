import type { Group } from '../../base/groups.ts'
import { unreadable } from './failures.ts'

const declared = new Map<Group, Set<string>>()

/** Every place that a reader of the group has declared; the tolerance tests allow no other reason for a 502. */
export const declaredFields = (group: Group): ReadonlySet<string> => declared.get(group) ?? new Set()

/**
 * Declares, beside a reader, the places of a product's answer without which it can tell nothing: their paths in the
 * answer, with `[]` for every item of a list, such as `data.items[].id`, and the empty string for the answer itself.
 *
 * The function that comes back passes a value on. It throws 502, with the reason `shape <place>` in the log, for undefined
 * and null, which the readers of base/lenient-json.ts give for a value of another kind.
 */
export function requiredFields<Place extends string>(group: Group, ...places: readonly Place[]) {
  const known = declared.get(group) ?? new Set()
  for (const place of places) known.add(place)
  declared.set(group, known)
  return <Value>(place: Place, value: Value): NonNullable<Value> => {
    if (value === undefined || value === null) throw unreadable(group, place)
    return value
  }
}
