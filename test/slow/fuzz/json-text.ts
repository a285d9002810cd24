/** Marks an integer that a JavaScript number cannot represent. */
const MARK = '\u{f0000}'

/** A value that is serialized as these digits, without quotes. */
export const integerText = (digits: string): string => MARK + digits

/** Serializes JSON with the integers of `integerText` as numbers. Undefined without a value. */
export const jsonText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value).replaceAll(new RegExp(`"${MARK}(\\d+)"`, 'gu'), '$1')
