import { type FieldPath, quoted, refusal, remark } from '../field-path.ts'

/** Text. Numbers and booleans are converted. */
export function toText(value: unknown, place: FieldPath): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number' && typeof value !== 'boolean') throw refusal(place, 'must be text')
  remark(place, `${quoted(value)} was read as text`)
  return String(value)
}

const NUMERAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/**
 * A finite number, or text that contains one. Throws 400 for digits that a double would round, because they would match
 * other rows.
 */
export function toNumber(value: unknown, place: FieldPath): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = typeof value === 'string' ? value.trim() : ''
  if (!NUMERAL.test(text)) throw refusal(place, 'must be a number')
  const number = Number(text)
  if (!Number.isFinite(number) || (/^[+-]?\d+$/.test(text) && !Number.isSafeInteger(number))) {
    throw refusal(place, 'is too large a number')
  }
  remark(place, `${quoted(value)} was read as the number ${number}`)
  return number
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

/** A boolean: true or false, 1 or 0, or one of the words true, false, yes, no. */
export function toFlag(value: unknown, place: FieldPath): boolean {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'number' || typeof value === 'string' ? String(value).trim().toLowerCase() : ''
  const flag = WORDS.get(word)
  if (flag === undefined) throw refusal(place, 'must be true or false')
  remark(place, `${quoted(value)} was read as ${flag}`)
  return flag
}

/** A word in one form, without regard to case, spaces and hyphens: `One week ago` becomes `one_week_ago`. */
export const asWord = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
