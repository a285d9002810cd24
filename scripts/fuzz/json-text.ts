/** Marks an integer that no number of this language holds. */
const MARK = '\u{f0000}'

/** A value that stands in the printed JSON as these digits, without quotes. */
export const integerText = (digits: string): string => MARK + digits

/** Prints JSON with the integers of `integerText` as numbers; undefined for no value. */
export const jsonText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value).replaceAll(new RegExp(`"${MARK}(\\d+)"`, 'gu'), '$1')
