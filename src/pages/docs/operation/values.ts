import type { Parameter, Schema } from '../document/openapi.ts'
import { isSecret } from '../request/describe.ts'

/** The few values that a parameter may have, undefined where it is typed. */
export const getChoices = ({ type, enum: values }: Schema): string[] | undefined =>
  (type === 'boolean' ? [true, false] : values)?.map(String)

/** A key of the page's own: a request that is sent again, and a command that is run again, does nothing twice. */
export const isFreshKey = (name: string, value: string): boolean => name === 'Idempotency-Key' && UUID.test(value)

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What stands in the field of a parameter at first: a fresh key, or its example, but never a credential. */
export const firstValue = ({ name, example }: Parameter): string =>
  name === 'Idempotency-Key' ? crypto.randomUUID() : exampleValue(name, example)

const exampleValue = (name: string, example: unknown) =>
  example === undefined || isSecret(name) ? '' : String(example)

/**
 * The account that a header speaks of, undefined for what belongs to one request. A name can stand for two things: a
 * session's token is none of an integration.
 */
export const getAccount = ({ name, description, in: place }: Parameter): string | undefined =>
  // The rule of the gateway's tools: what begins so is an account.
  place === 'header' && name.startsWith('X-') ? `${name}: ${description}` : undefined
