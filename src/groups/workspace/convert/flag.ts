import { type Place, quoted, refusal, remark } from '../place.ts'

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

/** True or false, the same as 1 or 0, or one of the words true, false, yes, no, 1, 0. */
export function toFlag(value: unknown, place: Place): boolean {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'number' || typeof value === 'string' ? String(value).trim().toLowerCase() : ''
  const flag = WORDS.get(word)
  if (flag === undefined) throw refusal(place, 'must be true or false')
  remark(place, `${quoted(value)} was read as ${flag}`)
  return flag
}
