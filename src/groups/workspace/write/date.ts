import { isObject, textMember } from '../../../base/json-object.ts'
import { toDate } from '../convert/date.ts'
import { type Place, refusal, under } from '../place.ts'

/** A date, or `{start, end?, time_zone?}`, which is also how `simple_properties` shows a span. */
export function writableDate(value: unknown, place: Place): object {
  if (!isObject(value)) return { start: toDate(value, place) }
  if (value.time_zone !== undefined && value.time_zone !== null && !textMember(value, 'time_zone')) {
    throw refusal(under(place, 'time_zone'), 'must be the name of a time zone')
  }
  return {
    start: toDate(value.start, under(place, 'start')),
    ...(value.end !== undefined && value.end !== null && { end: toDate(value.end, under(place, 'end')) }),
    ...(textMember(value, 'time_zone') && { time_zone: value.time_zone }),
  }
}
