import type { EventType } from '../../base/event-types.ts'
import { type EventFilter, isFiltered } from '../../base/events.ts'
import { at, list } from '../../base/lenient-json.ts'

/** Whether an event is for a subscription with this filter. Events of types that have nothing to filter by always are. */
export function passes(filter: EventFilter | null | undefined, type: EventType, data: unknown): boolean {
  if (!filter || !isFiltered(type)) return true
  const { data_source_id, properties } = filter
  if (data_source_id !== undefined && at(data, 'data_source_id') !== data_source_id) return false
  const changed = at(data, 'changed_properties')
  // Of a new page everything is new.
  if (properties === undefined || changed === null) return true
  return list(changed).some((name) => typeof name === 'string' && properties.includes(name))
}
