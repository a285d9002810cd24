import type { Parameter, Schema } from '../document.ts'

/** The initial value of a parameter: a new key, or the example of what a request needs, but never of an account. */
export const firstValue = (parameter: Parameter): string => {
  const { name, required, example, 'x-needed': isNeeded } = parameter
  if (name === 'Idempotency-Key') return crypto.randomUUID()
  return isNeeded || (required && !getAccount(parameter)) ? String(example ?? '') : ''
}

/**
 * The account of a header. Undefined for a header of a single request. The same name can mean two things: a session's
 * token is not that of an integration, and X-Account names an account of the product that its example has.
 */
export function getAccount({ name, description, example, in: place }: Parameter): string | undefined {
  // The same rule as in tools: headers that start like this belong to an account.
  if (place !== 'header' || !name.startsWith('X-')) return undefined
  return `${name}: ${name === 'X-Account' ? example : description}`
}

/** The allowed values of a parameter. Undefined for free text. */
export const getChoices = ({ type, enum: values }: Schema): string[] | undefined =>
  (type === 'boolean' ? [true, false] : values)?.map(String)

/** A generated key, so that a repeated request or command does nothing twice. */
export const isFreshKey = (name: string, value: string): boolean => name === 'Idempotency-Key' && UUID.test(value)

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
