/** The pairs of quotes that programs put around a value that people copy. */
const PAIRS = ['""', "''", '``', '“”', '‘’']

/** A copied value without the blanks and one pair of quotes around it. */
export function withoutQuotes(copied: string): string {
  const text = trimmed(copied)
  const isQuoted = text.length > 1 && PAIRS.includes(text.charAt(0) + text.charAt(text.length - 1))
  return isQuoted ? trimmed(text.slice(1, -1)) : text
}

/** Some pages put characters without a width around what they show. Inside of a value they stay. */
function trimmed(copied: string): string {
  const isBlank = (at: number) => /[\s\p{Cf}]/u.test(copied.charAt(at))
  let from = 0
  let to = copied.length
  while (from < to && isBlank(from)) from++
  while (to > from && isBlank(to - 1)) to--
  return copied.slice(from, to)
}
