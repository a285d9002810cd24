import { type Place, quoted, refusal, remark } from '../place.ts'

/** Text; a number or a flag is written out. */
export function toText(value: unknown, place: Place): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number' && typeof value !== 'boolean') throw refusal(place, 'must be text')
  remark(place, `${quoted(value)} was read as text`)
  return String(value)
}
