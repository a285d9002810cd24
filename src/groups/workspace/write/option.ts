import { knownOption } from '../convert/option.ts'
import { toText } from '../convert/scalar.ts'
import { type Place, quoted, refusal, remark } from '../place.ts'
import type { Column } from '../property.ts'

const NAME = 100

/** The name of an option of select or multi_select: an existing one, else one that the product adds on the way. */
export function writableOption(value: unknown, column: Column, place: Place): { name: string } {
  const known = knownOption(value, column, place)
  if (known !== undefined) return { name: known }
  const name = toText(value, place).trim()
  if (name === '') throw refusal(place, 'must not be empty')
  if (name.length > NAME) throw refusal(place, `must be at most ${NAME} characters`)
  if (name.includes(',')) throw refusal(place, `an option's name holds no comma: give several options as an array`)
  remark(place, `${quoted(name)} is a new option of "${column.name}"`)
  return { name }
}
