/** A character that no id or name contains, to mark a string. */
const MARK = '\u0000'

/** Digits kept as text and serialized as a bare JSON number: `642538971006401431`, `25900.0`. */
export const bare = (digits: string): string => MARK + digits

/** The JSON text as the product writes it: 18 and 19 digit ids without quotes, so that a plain JSON.parse rounds them. */
export const printJson = (value: unknown): string => JSON.stringify(value).replace(/"\\u0000(-?\d+(?:\.\d+)?)"/g, '$1')

export const jsonResponse = (value: unknown, status = 200): Response =>
  new Response(printJson(value), { status, headers: { 'content-type': 'application/json;charset=UTF-8' } })
