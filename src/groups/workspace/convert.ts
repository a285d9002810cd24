import { asId, asUuid } from '../../base/accounts.ts'
import { GatewayError, hasStatus } from '../../base/errors.ts'
import { textMember } from '../../base/json.ts'
import { addWarning, type Column, type FieldPath, listed, quoted, refusal } from './property.ts'

export { asId, asUuid }

/** The id of a page: a UUID, the page's URL, or an object with such an `id`. */
export function toPageId(value: unknown, place: FieldPath): string {
  const id = asId(textMember(value, 'id') ?? value)
  if (!id) throw refusal(place, 'must be a page id (UUID) or the address of a page')
  return id
}

/** The id of a person: a UUID, or an object with such an `id`. */
export function toPersonId(value: unknown, place: FieldPath): string {
  const id = asUuid(textMember(value, 'id') ?? value)
  if (!id) throw refusal(place, 'must be a person id (UUID)')
  return id
}

/** Like `toPersonId`, and also accepts `me`, which works only in filters. */
export function toPersonOrMe(value: unknown, place: FieldPath): string {
  return typeof value === 'string' && value.trim().toLowerCase() === 'me' ? 'me' : toPersonId(value, place)
}

/** Text. Numbers and booleans are converted. */
export function toText(value: unknown, place: FieldPath): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number' && typeof value !== 'boolean') throw refusal(place, 'must be text')
  addWarning(place, `${quoted(value)} was read as text`)
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
  addWarning(place, `${quoted(value)} was read as the number ${number}`)
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
  addWarning(place, `${quoted(value)} was read as ${flag}`)
  return flag
}

/** A word in one form, without regard to case, spaces and hyphens: `One week ago` becomes `one_week_ago`. */
export const asWord = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/**
 * The name of an existing option. Matches the exact name, then the id, then the only name that differs by case.
 * Undefined without a match.
 */
export function knownOption(value: unknown, { options = [] }: Column, place: FieldPath): string | undefined {
  const text = toText(value, place).trim()
  const folded = text.toLowerCase()
  const alike = options.filter(({ name }) => name.toLowerCase() === folded)
  const found =
    options.find(({ name }) => name === text) ??
    options.find(({ id }) => id !== '' && id === text) ??
    (alike.length === 1 ? alike[0] : undefined)
  if (found && found.name !== text) addWarning(place, `${quoted(value)} was read as the option "${found.name}"`)
  return found?.name
}

const UNLISTED = 'that the schema lists'

/**
 * The name of an option. One that the schema lacks gets a warning and is passed on: the product omits options that rows
 * have, and refuses one that does not exist.
 */
export function toOption(value: unknown, column: Column, place: FieldPath): string {
  const known = knownOption(value, column, place)
  if (known !== undefined) return known
  const name = toText(value, place).trim()
  if (name === '') throw refusal(place, 'must not be empty')
  const names = listed((column.options ?? []).map((option) => option.name))
  if (names)
    addWarning(
      place,
      `${quoted(name)} is no option of "${column.name}" ${UNLISTED} (${names}): the workspace service decides`,
    )
  return name
}

/**
 * The product's refusal of what was written, with the listed options where a value below the path was not among them.
 */
export function withListedOptions(error: unknown, { at, warnings }: FieldPath): unknown {
  const unlisted = [...warnings].filter((warning) => warning.startsWith(`${at}.`) && warning.includes(UNLISTED))
  if (unlisted.length === 0 || !hasStatus(error, 400)) return error
  return new GatewayError(400, [error.message, ...unlisted].join('; '), { reason: error.reason })
}

/**
 * A verification state in the words of filters: `verified`, `expired` or `none`. Values say `unverified` for `none`.
 */
export function toVerification(value: unknown, place: FieldPath): string {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (['verified', 'expired', 'none'].includes(word)) return word
  if (word !== 'unverified') throw refusal(place, 'must be verified, expired or none')
  addWarning(place, `${quoted(value)} was read as none`)
  return 'none'
}

/**
 * The number of a unique id, which is all that the product compares. Accepts 12, "12" or, with the property's prefix,
 * "PRJ-12".
 */
export function toUniqueNumber(value: unknown, { name, prefix }: Column, place: FieldPath): number {
  const [, given, digits] = typeof value === 'string' ? (value.trim().match(/^(.*)-(\d+)$/) ?? []) : []
  if (!given || !digits) {
    const number = toNumber(value, place)
    if (!Number.isInteger(number)) throw refusal(place, 'must be a whole number')
    return number
  }
  if (given.toLowerCase() !== prefix?.toLowerCase()) {
    throw refusal(place, prefix ? `ids of "${name}" start with ${prefix}-` : `ids of "${name}" have no prefix`)
  }
  const number = Number(digits)
  if (!Number.isSafeInteger(number)) throw refusal(place, 'is too large a number')
  addWarning(place, `${quoted(value)} was read as the number ${number}`)
  return number
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:([T ])(\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(?:(Z)|([+-]\d{2}):?(\d{2}))?)?$/i

/** The relative words that the product accepts as a date. */
const RELATIVE = new Set([
  'today',
  'tomorrow',
  'yesterday',
  'one_week_ago',
  'one_week_from_now',
  'one_month_ago',
  'one_month_from_now',
])

/**
 * A calendar date such as `2026-11-21`, with or without time and zone, in the product's format. Undefined for anything
 * else.
 */
export function asDate(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? value.trim().match(DATE_TIME) : null
  if (!parts) return undefined
  const [
    ,
    year = '',
    month = '',
    day = '',
    time,
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    z,
    zone,
    rest,
  ] = parts
  const date = `${year}-${month}-${day}`
  const dateTime = `${date}T${hour}:${minute}:${second}`
  const known = new Date(`${dateTime}Z`)
  if (Number.isNaN(known.getTime()) || known.toISOString().slice(0, 19) !== dateTime) return undefined
  if (!time) return date
  if (zone && (Math.abs(Number(zone)) > 14 || Number(rest) > 59)) return undefined
  return `${dateTime}${fraction}${z ? 'Z' : zone ? `${zone}:${rest}` : ''}`
}

/** A date for the product. Throws 400 for anything else. */
export function toDate(value: unknown, place: FieldPath): string {
  const date = asDate(value)
  if (!date) throw refusal(place, 'must be a date such as 2026-11-21 or 2026-11-21T09:00:00+09:00')
  if (typeof value === 'string' && value.includes(' ', 1) && date.includes('T')) {
    addWarning(place, `${quoted(value)} was read as ${date}`)
  }
  return date
}

/** Like `toDate`, and also accepts the product's relative words. */
export function toDateOrWord(value: unknown, place: FieldPath): string {
  if (typeof value === 'string' && RELATIVE.has(asWord(value))) return asWord(value)
  if (asDate(value)) return toDate(value, place)
  throw refusal(
    place,
    `must be a date such as 2026-11-21 or 2026-11-21T09:00:00+09:00, or one of ${[...RELATIVE].join(', ')}`,
  )
}
