/**
 * What tells of a person or opens an account wherever it stands: it is never kept for its field's sake, and none of it may
 * be left in a recording.
 */

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** Nine digits and more, as a phone number, an account or a card is written, and not the fraction of a number. */
const LONG_NUMBER = /(?<!\d\.?)\+?\d(?:[ -]?\d){8,}/g
/** A run without blanks, long enough for a key, in which digits stand among letters. */
const TOKEN = /[\w+=~-]{20,}/g

/** Milliseconds or seconds since 1970, between 2010 and 2060. */
export const isTime = (value: number): boolean =>
  Number.isInteger(value) && ((value > 1.26e9 && value < 2.84e9) || (value > 1.26e12 && value < 2.84e12))

/** A date, with or without a time of day, without anything between its parts. */
export const isStamp = (text: string): boolean =>
  /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])?([0-5]\d){0,2}$/.test(text)

const formatDigits = (text: string) => text.replaceAll(/\D/g, '')

const isLongNumber = (text: string) => !/^\d{4}-\d\d-\d\d/.test(text) && !isStamp(text) && !isTime(Number(text))

/** Digits and letters in turns: words that hyphens join, and dates, are none. */
const isToken = (text: string) =>
  /\d/.test(text) && /[A-Za-z]/.test(text) && !/^[a-z]+([-_.][a-z]+|[-_.]\d{1,8})*$/i.test(text)

export const isTelling = (text: string): boolean => tellingParts(text).length > 0

/** The e-mail addresses, long numbers and tokens that stand in a text. */
export function tellingParts(written: string): string[] {
  // As an address writes it, other signs than letters and digits stand as two digits after a per cent sign.
  const text = written.replaceAll('%40', '@').replaceAll(/%[\dA-F]{2}/gi, ' ')
  const numbers = (text.match(LONG_NUMBER) ?? []).filter(isLongNumber)
  return [
    ...(text.match(EMAIL) ?? []),
    ...numbers,
    ...numbers.map(formatDigits),
    ...(text.match(TOKEN) ?? []).filter(isToken),
  ]
}
