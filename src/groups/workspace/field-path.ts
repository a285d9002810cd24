import { badInput } from '../../base/errors.ts'

/** The path of a value in the request (`filters[2].value`), and the list that collects warnings about it. */
export interface FieldPath {
  readonly at: string
  readonly warnings: Set<string>
}

/** The path one step deeper: a field by name, or an item of an array by index. */
export function under(place: FieldPath, step: string | number): FieldPath {
  return { at: typeof step === 'number' ? `${place.at}[${step}]` : `${place.at}.${step}`, warnings: place.warnings }
}

/** A 400 error that names the path. */
export const refusal = (place: FieldPath, message: string) => badInput(`${place.at}: ${message}`)

/** Adds an entry to the response's `warnings`. */
export const remark = (place: FieldPath, message: string) => place.warnings.add(`${place.at}: ${message}`)

const MOST_NAMES = 20

/** Names for a message, at most 20. */
export const listed = (names: readonly string[]) =>
  [...names.slice(0, MOST_NAMES), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ')

/** A caller's value for a message: JSON, at most 60 characters. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
