import { type FieldPath, quoted, refusal, remark } from '../field-path.ts'
import { type Column, NotInSchema } from '../property.ts'
import { toText } from './scalar.ts'

const SHOWN = 20

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
  if (found && found.name !== text) remark(place, `${quoted(value)} was read as the option "${found.name}"`)
  return found?.name
}

/** Like `knownOption`, but throws 400 with a list of the options when nothing matches. */
export function toOption(value: unknown, column: Column, place: FieldPath): string {
  const name = knownOption(value, column, place)
  if (name !== undefined) return name
  // Where the product does not list the options, it validates the value itself.
  if (!column.options?.length) return toText(value, place)
  const names = column.options.map((option) => option.name)
  const list = names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ', …' : '')
  throw new NotInSchema(`${place.at}: "${column.name}" has no option ${quoted(value)}; it has: ${list}`)
}

/**
 * A verification state in the words of filters: `verified`, `expired` or `none`. Values say `unverified` for `none`
 * (facts 6).
 */
export function toVerification(value: unknown, place: FieldPath): string {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (['verified', 'expired', 'none'].includes(word)) return word
  if (word !== 'unverified') throw refusal(place, 'must be verified, expired or none')
  remark(place, `${quoted(value)} was read as none`)
  return 'none'
}
