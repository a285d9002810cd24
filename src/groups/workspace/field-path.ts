import { badInput } from '../../base/errors.ts'

/** Where a value stands in the request (`filters[2].value`), and where remarks on what was made of it are gathered. */
export interface FieldPath {
  readonly at: string
  readonly warnings: Set<string>
}

/** The place one step further in: a field by name, an array's item by number. */
export function under(place: FieldPath, step: string | number): FieldPath {
  return { at: typeof step === 'number' ? `${place.at}[${step}]` : `${place.at}.${step}`, warnings: place.warnings }
}

/** 400 that names the place. */
export const refusal = (place: FieldPath, message: string) => badInput(`${place.at}: ${message}`)

/** Becomes an entry of the answer's `warnings`. */
export const remark = (place: FieldPath, message: string) => place.warnings.add(`${place.at}: ${message}`)

/** A caller's value as a message quotes it: JSON, at most 60 characters. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
