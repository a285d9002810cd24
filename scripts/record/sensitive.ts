const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** Nine or more digits, like a phone, account or card number, but not a number's fraction. */
const LONG_NUMBER = /(?<!\d\.?)\+?\d(?:[ -]?\d){8,}/g
/** A run without spaces, long enough for a key, with both digits and letters. */
const TOKEN = /[\w+=~-]{20,}/g

/** Milliseconds or seconds since 1970, between 2010 and 2060. */
export const isTime = (value: number): boolean =>
  Number.isInteger(value) && ((value > 1.26e9 && value < 2.84e9) || (value > 1.26e12 && value < 2.84e12))

/** A date, with or without a time, without separators. */
export const isStamp = (text: string): boolean =>
  /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])?([0-5]\d){0,2}$/.test(text)

const getDigits = (text: string) => text.replaceAll(/\D/g, '')

const isLongNumber = (text: string) => !/^\d{4}-\d\d-\d\d/.test(text) && !isStamp(text) && !isTime(Number(text))

/** Mixed digits and letters. Hyphenated words and dates do not count. */
const isToken = (text: string) =>
  /\d/.test(text) && /[A-Za-z]/.test(text) && !/^[a-z]+([-_.][a-z]+|[-_.]\d{1,8})*$/i.test(text)

/** Whether a text identifies a person or opens an account. Such text is always redacted, whatever its field. */
export const isSensitive = (text: string): boolean => sensitiveParts(text).length > 0

/** The e-mail addresses, long numbers and tokens in a text. */
export function sensitiveParts(written: string): string[] {
  // In URLs other characters are written as two digits after a percent sign.
  const text = written.replaceAll('%40', '@').replaceAll(/%[\dA-F]{2}/gi, ' ')
  const numbers = (text.match(LONG_NUMBER) ?? []).filter(isLongNumber)
  return [
    ...(text.match(EMAIL) ?? []),
    ...numbers,
    ...numbers.map(getDigits),
    ...(text.match(TOKEN) ?? []).filter(isToken),
  ]
}
