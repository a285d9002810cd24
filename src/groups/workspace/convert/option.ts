import { type FieldPath, quoted, refusal, remark } from '../field-path.ts'
import { type Column, NotInSchema } from '../property.ts'
import { toText } from './scalar.ts'

const SHOWN = 20

/**
 * The name of an existing option: the very name, else its id, else the only name that differs by case alone; undefined
 * when there is none such.
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

/** As `knownOption`; 400 listing the options when there is none such. */
export function toOption(value: unknown, column: Column, place: FieldPath): string {
  const name = knownOption(value, column, place)
  if (name !== undefined) return name
  // Where the product tells no options it has the last word on them.
  if (!column.options?.length) return toText(value, place)
  const names = column.options.map((option) => option.name)
  const list = names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ', …' : '')
  throw new NotInSchema(`${place.at}: "${column.name}" has no option ${quoted(value)}; it has: ${list}`)
}

/** A state as filters name it: `verified`, `expired` or `none`. Values say `unverified` for the last (facts 6). */
export function toVerification(value: unknown, place: FieldPath): string {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (['verified', 'expired', 'none'].includes(word)) return word
  if (word !== 'unverified') throw refusal(place, 'must be verified, expired or none')
  remark(place, `${quoted(value)} was read as none`)
  return 'none'
}
