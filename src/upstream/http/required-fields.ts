import type { Group } from '../../base/groups.ts'
import { unreadable } from './failures.ts'

const declared = new Map<Group, Set<string>>()

/** Every path that a parser of the group has declared. The tolerance tests allow no other cause of a 502. */
export const declaredFields = (group: Group): ReadonlySet<string> => declared.get(group) ?? new Set()

/**
 * Declares, next to a parser, the required paths of a product's response, with `[]` for every item of a list, such as
 * `data.items[].id`, and the empty string for the response itself.
 *
 * The returned function passes a value on. It throws 502, with the reason `shape <place>` in the log, for undefined and
 * null, which the parsers of base/json.ts return for a value of another type.
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
