/** The pairs of quotes that programs put around a value that people copy. */
const PAIRS = ['""', "''", '``', '“”', '‘’']

/** A copied value without the blanks and one pair of quotes around it. */
export function withoutQuotes(copied: string): string {
  const text = trimmed(copied)
  const isQuoted = text.length > 1 && PAIRS.includes(text.charAt(0) + text.charAt(text.length - 1))
  return isQuoted ? trimmed(text.slice(1, -1)) : text
}

/** Some pages put a space without a width into what they show, which is part of no secret. */
const trimmed = (text: string): string => text.replaceAll('\u200B', '').trim()
