import { GatewayError, hasStatus } from '../../../base/errors.ts'
import { type FieldPath, listed, quoted, refusal, remark } from '../field-path.ts'
import type { Column } from '../property.ts'
import { toText } from './scalar.ts'

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
    remark(
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
  remark(place, `${quoted(value)} was read as none`)
  return 'none'
}
